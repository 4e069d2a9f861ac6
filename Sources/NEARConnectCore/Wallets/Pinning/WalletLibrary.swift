// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import Logging
internal import NEARPrimitives
package import NEARRPC

/// A profile's wallets of the web: what lists offer, what was agreed to, and the code that is kept.
///
/// The rule is: only code that was agreed to runs, and it is the bytes that were agreed to. A wallet is agreed to when a person first
/// connects with it, or by `near-connect wallets trust`; from then on what lists and servers say is an offer. All state is in
/// the profile's folders; several processes may use one.
public struct WalletLibrary: Sendable {
    /// The lists that are asked; of wallets that several name, the first one's counts.
    public let lists: [WalletList]
    let file: WalletLockFile
    let objects: WalletObjects
    let downloader: Downloader
    private let cache: URL
    let logger: Logger

    /// - Parameters:
    ///   - folders: The profile's folders: `wallets.lock` and the code are in `data`, the last list in `cache`.
    ///   - lists: Lists on the web, the ones that come first in their order.
    ///   - environment: Where the proxy and the certificates are looked up; the process's own by default.
    ///   - allowsPlainLoopback: Whether lists may be at http addresses of this computer, for those who write them.
    ///   - logger: Hears of what nobody has to wait for.
    public init(
        folders: ProfileFolders, lists: [WalletList] = [.nearConnect],
        environment: [String: String] = ProcessInfo.processInfo.environment, allowsPlainLoopback: Bool = false,
        logger: Logger = Logger(label: "near-connect")
    ) {
        self.lists = lists
        self.logger = logger
        file = WalletLockFile(folder: folders.data, logger: logger)
        objects = WalletObjects(folder: folders.data)
        downloader = Downloader(environment: environment, allowsPlainLoopback: allowsPlainLoopback)
        cache = folders.cache
    }

    // MARK: Reading

    /// Where the lock is.
    public var lockPath: String { file.url.path }

    /// What was agreed to.
    ///
    /// - Throws: ``WalletError``.
    public func lock() throws(WalletError) -> WalletLock { try file.load() }

    /// The lists as they were last fetched; nothing is fetched.
    func listing() -> WalletListing { WalletListing(of: lists, in: cache) }

    /// The manifest entry of a version.
    func manifest(of pin: WalletLock.Pin, id: String) throws(WalletError) -> WalletManifest {
        let bytes = try content(
            pin.manifestSHA256, of: id, what: "manifest", limit: WalletManifestList.sizeLimit(.remote))
        do {
            let provenance: WalletManifest.Provenance = pin.source == WalletLock.localSource ? .local : .remote
            let manifest = try WalletManifest(JSONValue.parse(bytes), from: provenance, place: id)
            guard manifest.id == id else {
                throw WalletError.altered(wallet: id, reason: "its manifest is another wallet's")
            }
            return manifest
        } catch let error as WalletError {
            throw error
        } catch {
            throw .altered(wallet: id, reason: "its manifest can't be used (\(error))")
        }
    }

    /// The code that was agreed to, checked against its hash.
    ///
    /// - Parameters:
    ///   - sha256: The version that the caller expects.
    ///   - origin: Who named the wallet.
    /// - Throws: ``WalletError``: ``WalletError/replaced(wallet:)`` when that isn't the one that was agreed to.
    package func executor(
        of id: String, sha256: String, from origin: WalletLock.Origin = .list
    ) throws(WalletError) -> [UInt8] {
        guard let pin = try lock()[id, origin]?.accepted else { throw .notTrusted(wallet: id) }
        guard pin.executor.sha256 == sha256 else { throw .replaced(wallet: id) }
        return try content(sha256, of: id, what: "code", limit: ExecutorRules.sizeLimit)
    }

    func content(
        _ sha256: String, of id: String, what: String, limit: Int
    ) throws(WalletError) -> [UInt8] {
        do {
            return try objects.content(sha256, limit: limit)
        } catch {
            let reason =
                switch error {
                case .missing: "the file with its \(what) is gone from \(objects.folder.path)"
                case .altered: "the file with its \(what) in \(objects.folder.path) was changed after it was agreed to"
                case .unreadable(let why): "the file with its \(what) can't be read (\(why))"
                }
            throw .altered(wallet: id, reason: reason)
        }
    }

    // MARK: Fetching

    /// What fetching the lists has brought.
    public struct Refresh: Sendable {
        /// The entries of lists that were refused.
        public internal(set) var faults: [WalletManifestFault] = []
        /// Why lists could not be had, for a person. Their last copies count on.
        public internal(set) var unavailable: [String] = []
    }

    /// Fetches the lists of wallets and keeps them. Nothing that runs changes by that.
    ///
    /// A list without a wallet that can be used isn't taken: the last copy of it stays.
    ///
    /// - Returns: What of the lists was refused, or could not be had.
    /// - Throws: ``WalletError/listUnavailable(reasons:)`` when none could be had; then all copies stay.
    @discardableResult
    public func refresh() async throws(WalletError) -> Refresh {
        var result = Refresh()
        var fetched = 0
        for list in lists {
            var reasons: [String] = []
            if let faults = try await refresh(list, &reasons) {
                fetched += 1
                result.faults += faults
            } else {
                result.unavailable += reasons
            }
        }
        guard fetched > 0 || lists.isEmpty else { throw .listUnavailable(reasons: result.unavailable) }
        return result
    }

    /// - Returns: What of the list was refused; `nil` when none of its addresses has it.
    private func refresh(_ list: WalletList, _ reasons: inout [String]) async throws(WalletError)
        -> [WalletManifestFault]?
    {
        for url in list.addresses {
            let fetched: WalletManifestList
            do {
                let answer = try await downloader.file(at: url, limit: WalletManifestList.sizeLimit(.remote))
                fetched = try WalletManifestList(parsing: answer.body, from: .remote)
            } catch {
                reasons.append("\(url.host() ?? url.absoluteString): \(error)")
                continue
            }
            guard !fetched.wallets.isEmpty else {
                let why = fetched.faults.first.map { "none of its entries can be used (\($0))" } ?? "it names no wallet"
                reasons.append("\(url.host() ?? url.absoluteString): \(why)")
                continue
            }
            try WalletListing.store(fetched.wallets, of: list, source: url, in: cache)
            return fetched.faults
        }
        return nil
    }

    /// Fetches a wallet's code and checks it. Nothing is kept.
    package func fetchCode(of manifest: WalletManifest) async throws(WalletError) -> [UInt8] {
        try await Self.fetch(manifest, by: downloader)
    }

    /// Fetches a wallet's code and checks it.
    package static func fetch(
        _ manifest: WalletManifest, by downloader: Downloader = Downloader()
    ) async throws(WalletError) -> [UInt8] {
        func unavailable(_ reason: String) -> WalletError { .codeUnavailable(wallet: manifest.name, reason: reason) }
        guard WalletManifest.isPlainHTTPS(manifest.executor), let url = URL(string: manifest.executor) else {
            throw unavailable("its address is not an https one")
        }
        let answer: Downloader.File
        do {
            answer = try await downloader.file(at: url, limit: ExecutorRules.sizeLimit)
        } catch {
            throw unavailable(error.description)
        }
        if let problem = ExecutorRules.problem(answer.body, contentType: answer.contentType) {
            throw unavailable(problem)
        }
        if let integrity = manifest.integrity, ContentHash(integrity: integrity)?.matches(answer.body) != true {
            throw .codeUnexpected(wallet: manifest.name)
        }
        return answer.body
    }
}
