// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
internal import NEARPrimitives
package import NEARRPC
internal import SafeText

/// A profile's wallets of the web: the lists that name them, the pinned versions, and their stored code.
///
/// Only pinned code runs, and it is compared with its hash at each read. A wallet is pinned when a user first connects
/// with it, or by `near-connect wallets trust`; from then on other versions on lists and servers are offers. All state
/// is in the profile's folders; several processes may use one profile.
package struct WalletLibrary: Sendable {
    /// The lists, in order of priority: of wallets that several name, the first list's counts.
    package let lists: [WalletList]
    let file: WalletLockFile
    let objects: WalletObjects
    let downloader: Downloader
    private let cache: URL
    let logger: Logger

    /// Makes a library over a profile's folders.
    ///
    /// Nothing is read or fetched yet.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders: `wallets.lock` and the code are in `data`, copies of lists in `cache`.
    ///   - lists: Lists on the web, in order of priority.
    ///   - environment: The variables that name the proxy and the certificates; the process's own by default.
    ///   - allowsPlainLoopback: True if lists may be at http addresses of this computer, for developers of lists.
    ///   - logger: Gets what no caller waits for.
    package init(
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

    /// The path of the lock.
    package var lockPath: String { file.url.path }

    /// Reads the pinned versions.
    ///
    /// - Throws: ``WalletError``.
    package func lock() throws(WalletError) -> WalletLock { try file.load() }

    /// Reads the cached copies of the lists.
    ///
    /// Nothing is fetched.
    func listing() -> WalletListing { WalletListing(of: lists, in: cache) }

    /// Reads the stored manifest entry of a version.
    func manifest(of pin: WalletLock.Pin, id: String) throws(WalletError) -> WalletManifest {
        let bytes = try manifestBytes(of: pin, id: id)
        do {
            let provenance: WalletManifest.Provenance = pin.source == WalletLock.localSource ? .local : .remote
            let manifest = try WalletManifest(JSONValue.parse(bytes), from: provenance, place: id)
            guard manifest.id == id else {
                throw WalletError.altered(wallet: id, reason: localized("its manifest is another wallet’s"))
            }
            return manifest
        } catch let error as WalletError {
            throw error
        } catch {
            throw .altered(wallet: id, reason: localized("its manifest can’t be used (%1$s)", "\(error)"))
        }
    }

    /// Reads the pinned code, and compares it with its hash.
    ///
    /// - Parameters:
    ///   - id: The wallet's id.
    ///   - sha256: The version that the caller expects.
    ///   - origin: The kind of manifest that names the wallet.
    /// - Throws: ``WalletError``: ``WalletError/replaced(wallet:)`` if another version is pinned.
    package func executor(
        of id: String, sha256: String, from origin: WalletLock.Origin = .list
    ) throws(WalletError) -> [UInt8] {
        guard let pin = try lock()[id, origin]?.pinned else { throw .pinRequired(wallet: id) }
        guard pin.executor.sha256 == sha256 else { throw .replaced(wallet: id) }
        return try code(sha256, of: id)
    }

    /// Reads stored code, and compares it with its hash.
    func code(_ sha256: String, of id: String) throws(WalletError) -> [UInt8] {
        do {
            return try objects.content(sha256, limit: ExecutorRules.sizeLimit)
        } catch {
            let folder = objects.folder.path
            let reason =
                switch error {
                case .missing: localized("the file with its code is missing from %1$s", folder)
                case .altered: localized("the file with its code in %1$s was changed after it was pinned", folder)
                case .unreadable(let why): localized("the file with its code can’t be read (%1$s)", why)
                }
            throw .altered(wallet: id, reason: reason)
        }
    }

    private func manifestBytes(of pin: WalletLock.Pin, id: String) throws(WalletError) -> [UInt8] {
        do {
            return try objects.content(pin.manifestSHA256, limit: WalletManifestList.sizeLimit(.remote))
        } catch {
            let folder = objects.folder.path
            let reason =
                switch error {
                case .missing: localized("the file with its manifest is missing from %1$s", folder)
                case .altered: localized("the file with its manifest in %1$s was changed after it was pinned", folder)
                case .unreadable(let why): localized("the file with its manifest can’t be read (%1$s)", why)
                }
            throw .altered(wallet: id, reason: reason)
        }
    }

    // MARK: Fetching

    /// The result of fetching the lists.
    package struct FetchedLists: Sendable {
        /// The list entries that were refused.
        package internal(set) var faults: [WalletManifestError] = []
        /// The reasons, for the user, why lists could not be fetched.
        ///
        /// Their cached copies stay in use.
        package internal(set) var unavailable: [String] = []
    }

    /// Fetches the lists of wallets and stores them in the cache.
    ///
    /// Pinned versions don't change.
    ///
    /// A list without one usable wallet isn't taken: its cached copy stays.
    ///
    /// - Returns: The entries that were refused, and the lists that could not be fetched.
    /// - Throws: ``WalletError/listUnavailable(reasons:)`` if none could be fetched; all cached copies stay then.
    @discardableResult
    package func fetchLists() async throws(WalletError) -> FetchedLists {
        var result = FetchedLists()
        var fetched = 0
        for list in lists {
            var reasons: [String] = []
            if let faults = try await fetch(list, &reasons) {
                fetched += 1
                result.faults += faults
            } else {
                result.unavailable += reasons
            }
        }
        guard fetched > 0 || lists.isEmpty else { throw .listUnavailable(reasons: result.unavailable) }
        return result
    }

    /// Fetches one list from the first of its addresses that has it.
    ///
    /// - Returns: The list's entries that were refused; `nil` if no address has the list.
    private func fetch(_ list: WalletList, _ reasons: inout [String]) async throws(WalletError)
        -> [WalletManifestError]?
    {
        for url in list.addresses {
            let host = url.host() ?? url.absoluteString
            let fetched: WalletManifestList
            do {
                let answer = try await downloader.file(at: url, limit: WalletManifestList.sizeLimit(.remote))
                fetched = try WalletManifestList(parsing: answer.body, from: .remote)
            } catch {
                reasons.append(localized("%1$s: %2$s", host, "\(error)"))
                continue
            }
            guard !fetched.wallets.isEmpty else {
                reasons.append(
                    fetched.faults.first.map {
                        localized("%1$s: none of its entries can be used (%2$s)", host, "\($0)")
                    } ?? localized("%1$s: it names no wallet", host))
                continue
            }
            try WalletListing.store(fetched.wallets, of: list, source: url, in: cache)
            return fetched.faults
        }
        return nil
    }

    /// Fetches a wallet's code and checks it.
    ///
    /// Nothing is stored.
    package func fetchCode(of manifest: WalletManifest) async throws(WalletError) -> [UInt8] {
        try await Self.fetch(manifest, by: downloader)
    }

    /// Fetches a wallet's code and checks it.
    ///
    /// Nothing is stored.
    package static func fetch(
        _ manifest: WalletManifest, by downloader: Downloader = Downloader()
    ) async throws(WalletError) -> [UInt8] {
        func unavailable(_ reason: String) -> WalletError { .codeUnavailable(wallet: manifest.name, reason: reason) }
        guard WalletManifest.isPlainHTTPS(manifest.executor), let url = URL(string: manifest.executor) else {
            throw unavailable(localized("its address is not an https address"))
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
