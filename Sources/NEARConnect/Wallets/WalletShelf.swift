// SPDX-License-Identifier: MIT

internal import Foundation
internal import Logging
internal import NEARPrimitives

/// The wallets of one manager: makes the catalog for each load of the page, gives the page its wallets' code, and looks for news.
///
/// A page is answered by the catalog that it was given: what another process agrees to meanwhile counts from the next load on.
@MainActor
final class WalletShelf {
    /// Which wallets' code may run.
    private let trust: WalletTrust
    let library: WalletLibrary?
    private let local: [String]
    private let hasWalletConnect: Bool
    private let logger: Logger
    /// What the page that is loaded was given.
    private(set) var catalog: WalletCatalog?
    /// Code that is being fetched, by wallet: the page asks once, and a second frame may ask meanwhile.
    private var fetching: [String: Task<[UInt8], any Error>] = [:]

    /// What goes on in the background, and the wallets whose servers were asked for another version.
    private var background: [Task<Void, Never>] = []
    private var lookedAt: Set<String> = []

    init(library: WalletLibrary?, local: [String], trust: WalletTrust, hasWalletConnect: Bool, logger: Logger) {
        self.library = library
        self.hasWalletConnect = hasWalletConnect
        self.local = local
        self.trust = trust
        self.logger = logger
    }

    /// Reads anew what there is, for a load of the page.
    ///
    /// - Throws: ``WalletManifestFault`` for a manifest that the program brought and that is wrong; ``BridgePage/Fault``.
    func load() throws -> WalletCatalog {
        let catalog = try read()
        self.catalog = catalog
        for fault in catalog.refused {
            logger.warning("a wallet was left out", metadata: ["reason": "\(fault)"])
        }
        return catalog
    }

    private func read() throws -> WalletCatalog {
        let packaged = try WalletManifestList(
            parsing: [UInt8](BridgePage.read("Wallets/manifest.json").utf8), from: .packaged)
        if let fault = packaged.faults.first { throw fault }
        var brought: [WalletManifest] = []
        for text in local {
            let list = try WalletManifestList(parsing: [UInt8](text.utf8), from: .local)
            if let fault = list.faults.first { throw fault }
            brought += list.wallets
        }
        do {
            return try merged(packaged.wallets, brought)
        } catch WalletError.lockCorrupt(let keptAt, let reason) {
            // It was set aside: from here on there is an empty one.
            logger.error("the wallet lock was set aside", metadata: ["keptAt": "\(keptAt)", "reason": "\(reason)"])
            return try merged(packaged.wallets, brought)
        }
    }

    private func merged(
        _ packaged: [WalletManifest], _ brought: [WalletManifest]
    ) throws(WalletError) -> WalletCatalog {
        var whole = try WalletCatalog(packaged: packaged, local: brought, library: library)
        whole.remove { [trust, hasWalletConnect] entry in
            if case .offered = entry.code, trust == .pinnedOnly {
                return WalletError.notTrusted(wallet: entry.manifest.name).description
            }
            guard !hasWalletConnect, entry.manifest.permissions.flags.contains(.walletConnect) else { return nil }
            return "\(entry.manifest.name) needs WalletConnect, which is not configured in this program."
        }
        return whole
    }

    /// Fetches the list of wallets, unless only what is pinned may run: nothing of a list could be offered then.
    ///
    /// - Returns: The wallets that the loaded page wasn't given.
    func refresh() async -> [WalletCatalog.Entry] {
        guard trust != .pinnedOnly, let library, !library.lists.isEmpty, let known = catalog else { return [] }
        do {
            let news = try await library.refresh()
            for fault in news.faults {
                logger.notice("a list's entry was refused", metadata: ["reason": "\(fault)"])
            }
            for reason in news.unavailable {
                logger.notice("a list could not be fetched", metadata: ["reason": "\(reason)"])
            }
            // A page that was loaded meanwhile has read the new list.
            guard let current = catalog, current.entries.count == known.entries.count else { return [] }
            let fresh = try read()
            let added = fresh.entries.filter { current.entry($0.manifest.id) == nil }
            catalog?.append(added)
            return added
        } catch {
            logger.notice("the list of wallets could not be fetched", metadata: ["reason": "\(error)"])
            return []
        }
    }

    /// The code of a wallet for the page that is loaded.
    ///
    /// - Throws: ``WalletError``, whose text the page shows.
    func code(of id: String) async throws -> [UInt8] {
        guard let entry = catalog?.entry(id) else { throw WalletError.unknown(id: id) }
        switch entry.code {
        case .included: throw WalletError.unknown(id: id)
        case .inline:
            guard let code = InlineCode.bytes(of: entry.manifest.executor) else { throw WalletError.unknown(id: id) }
            return code
        case .pinned(let sha256):
            guard let library else { throw WalletError.notTrusted(wallet: entry.manifest.name) }
            return try library.executor(of: id, sha256: sha256)
        case .offered(let source):
            if let running = fetching[id] { return try await running.value }
            let task = Task { try await offeredCode(entry.manifest, source) }
            fetching[id] = task
            defer { fetching[id] = nil }
            return try await task.value
        }
    }

    /// The code of a wallet that a person connects with for the first time.
    private func offeredCode(_ manifest: WalletManifest, _ source: String) async throws -> [UInt8] {
        guard let library else {
            // A profile that keeps nothing can't agree to anything either: the program that brought the entry answers for it.
            return try await WalletLibrary.fetch(manifest)
        }
        lookedAt.insert(manifest.id)  // Its server is being asked right now.
        let pin = try await library.pin(manifest, source: source)
        logger.notice(
            "a wallet was agreed to by its first use",
            metadata: [
                "wallet": "\(manifest.id)", "sha256": "\(pin.executor.sha256)", "bytes": "\(pin.executor.size)",
            ])
        catalog?.pin(manifest, sha256: pin.executor.sha256)
        keepIcon(of: manifest.id, library)
        return try library.executor(of: manifest.id, sha256: pin.executor.sha256)
    }

    /// Fetches the icon of a wallet that was agreed to just now. Nothing waits for it: it is seen from the next load on.
    private func keepIcon(of id: String, _ library: WalletLibrary) {
        background.append(
            Task { [logger] in
                do {
                    try await library.keepIcon(of: id)
                } catch {
                    logger.notice(
                        "a wallet's icon could not be kept", metadata: ["wallet": "\(id)", "reason": "\(error)"])
                }
            })
    }

    /// Compares the code of a kept wallet of a list with what the web has now: once, and never where only what is pinned may run.
    ///
    /// - Parameter found: Called when something was found out.
    func lookForUpdate(of id: String, found: @escaping @MainActor () async -> Void) {
        guard trust != .pinnedOnly, let library, let entry = catalog?.entry(id), case .pinned = entry.code,
            entry.manifest.provenance == .remote, lookedAt.insert(id).inserted
        else { return }
        background.append(
            Task { [logger] in
                do {
                    for case .failed(let error) in try await library.update([id]).map(\.outcome) { throw error }
                    await found()
                } catch {
                    logger.notice(
                        "a wallet could not be compared with the web",
                        metadata: ["wallet": "\(id)", "reason": "\(error)"])
                }
            })
    }

    /// Whether a wallet's server was asked for another version.
    func hasLooked(at id: String) -> Bool { lookedAt.contains(id) }

    /// Ends what goes on in the background.
    func close() {
        for task in background { task.cancel() }
        background = []
    }

    /// The icon that the page was given this name for: its content type and its bytes; `nil` for any other name.
    func icon(named name: String) -> (type: String, bytes: [UInt8])? {
        let icons = catalog?.entries.compactMap(\.keptIcon) ?? []
        guard let library, let icon = icons.first(where: { WalletIconAddress.name(of: $0.sha256 ?? "") == name }),
            let type = icon.type, let bytes = library.iconBytes(icon)
        else { return nil }
        return (type, bytes)
    }

    /// Why a wallet that is known is not offered; `nil` for any other wallet.
    func reasonAgainst(_ id: String) -> String? { catalog?.leftOut[id] }

    /// A wallet's name for people; its id where it is unknown.
    func name(of id: String) -> String? { catalog?.entry(id)?.manifest.name }
}
