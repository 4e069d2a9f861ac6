// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Knows what the user is doing while wallets are loaded.
@MainActor
package protocol WalletLoaderDelegate: AnyObject {
    /// Returns true if the user is signing in with this wallet, or choosing one from the list.
    ///
    /// Only then may a list's wallet be pinned.
    func isChosen(_ walletId: String) -> Bool

    /// Returns true for a wallet that this process speaks with by itself, so that its code isn't needed.
    ///
    /// A sign-in whose user is choosing goes on there.
    func takesOver(_ walletId: String) -> Bool

    /// Hears what the user has to know although nobody has asked.
    func walletsReport(problem text: String)
}

/// The wallets of one manager: the catalog for each load of the page, wallets' code, and their updates.
///
/// A page is answered by the catalog that it was given: what another process agrees to meanwhile counts from the next
/// load on.
@MainActor
package final class WalletLoader {
    /// The wallets whose code may run.
    private let trust: WalletTrust
    let library: WalletLibrary?
    private let local: [String]
    private let hasWalletConnect: Bool
    /// Returns whether the keystore has a key on the network that is set.
    private let hasKeys: @MainActor () -> Bool
    private let logger: Logger
    /// The state of the lists of wallets.
    package let lists = WalletListState()
    /// The catalog that the page was loaded with.
    private(set) var catalog: WalletCatalog?
    /// Counts the loads of the page: what was begun for one says nothing of another.
    private var loads = 0
    /// Says which wallet the user has chosen, and hears of problems.
    weak var delegate: (any WalletLoaderDelegate)?

    /// The downloads of code, by wallet.
    ///
    /// The page asks once; a second frame, or the next load, may ask meanwhile.
    private var fetching: [String: Fetch] = [:]

    private struct Fetch {
        let manifest: WalletManifest
        let task: Task<[UInt8], any Error>
    }

    /// Work in the background, and the wallets whose servers were asked for another version.
    private var background: [Task<Void, Never>] = []
    private var lookedAt: Set<String> = []

    init(
        library: WalletLibrary?, local: [String], trust: WalletTrust, hasWalletConnect: Bool,
        hasKeys: @escaping @MainActor () -> Bool, logger: Logger
    ) {
        self.library = library
        self.hasWalletConnect = hasWalletConnect
        self.hasKeys = hasKeys
        self.local = local
        self.trust = trust
        self.logger = logger
    }

    /// Makes the catalog for a load of the page, from what there is now.
    ///
    /// - Throws: ``WalletManifestError`` for a manifest that the program brought and that is wrong;
    ///   ``BridgePage/PageError``.
    func load() throws -> WalletCatalog {
        loads += 1
        let catalog = try read()
        self.catalog = catalog
        for fault in catalog.refused {
            logger.warning("a wallet was left out", metadata: ["reason": "\(fault)"])
        }
        return catalog
    }

    private func read() throws -> WalletCatalog {
        let packaged = try WalletManifestList(
            parsing: [UInt8](PackagedFile.text("Wallets/manifest.json").utf8), from: .packaged)
        if let fault = packaged.faults.first { throw fault }
        var brought: [WalletManifest] = []
        for text in local {
            let list = try WalletManifestList(parsing: [UInt8](text.utf8), from: .local)
            if let fault = list.faults.first { throw fault }
            brought += list.wallets
        }
        do {
            return try merged(packaged.wallets, brought)
        } catch {
            guard case .lockCorrupt = error else { throw error }
            // It was set aside: from here on nothing is pinned, until the user chooses a wallet.
            note(error)
            return try merged(packaged.wallets, brought)
        }
    }

    private func merged(
        _ packaged: [WalletManifest], _ brought: [WalletManifest]
    ) throws(WalletError) -> WalletCatalog {
        var whole = try WalletCatalog(packaged: packaged, local: brought, library: library)
        whole.remove { [trust, hasWalletConnect, hasKeys] entry in
            if entry.manifest.id == PackagedWallet.keystore, !hasKeys() {
                return localized("%1$s has no key on this network.", entry.manifest.name)
            }
            if case .listed = entry.code, trust == .pinnedOnly {
                return WalletError.pinRequired(wallet: entry.manifest.name).description
            }
            guard !hasWalletConnect, entry.manifest.permissions.flags.contains(.walletConnect) else { return nil }
            return "\(entry.manifest.name) needs WalletConnect, which is not configured in this program."
        }
        return whole
    }

    /// Tells the user when the lock had to be set aside.
    func note(_ error: any Error) {
        guard case WalletError.lockCorrupt(let movedTo, let reason) = error else { return }
        logger.error("the wallet lock was set aside", metadata: ["movedTo": "\(movedTo)", "reason": "\(reason)"])
        delegate?.walletsReport(problem: "\(error)")
    }

    /// Fetches the list of wallets, unless only what is pinned may run: nothing of a list could be offered then.
    ///
    /// - Parameter isReady: Whether the page can be told. One that isn't there any more has another after it, which
    ///   looks by itself.
    /// - Returns: The wallets that the loaded page wasn't given, and is to be given now.
    func refresh(isReady: @MainActor () -> Bool) async -> [WalletCatalog.Entry] {
        guard trust != .pinnedOnly, let library, !library.lists.isEmpty, catalog != nil else { return [] }
        let load = loads
        lists.isFetching = true
        defer { lists.isFetching = false }
        do {
            let news = try await library.fetchLists()
            lists.problem = news.unavailable.first
            for fault in news.faults {
                logger.notice("a list's entry was refused", metadata: ["reason": "\(fault)"])
            }
            for reason in news.unavailable {
                logger.notice("a list could not be fetched", metadata: ["reason": "\(reason)"])
            }
            guard loads == load, isReady() else { return [] }
            let fresh = try read()
            let known = Set(catalog?.entries.map(\.manifest.id) ?? [])
            return catalog?.append(fresh.entries.filter { !known.contains($0.manifest.id) }) ?? []
        } catch {
            lists.problem = "\(error)"
            note(error)
            logger.notice("the list of wallets could not be fetched", metadata: ["reason": "\(error)"])
            return []
        }
    }

    /// The code of a wallet for the page that is loaded.
    ///
    /// - Throws: ``WalletError``, whose text the page shows.
    func code(of id: String) async throws -> [UInt8] {
        guard let entry = catalog?.entry(id), delegate?.takesOver(id) != true else {
            throw WalletError.unknown(id: id)
        }
        do {
            return try await code(of: entry)
        } catch {
            note(error)
            throw error
        }
    }

    private func code(of entry: WalletCatalog.Entry) async throws -> [UInt8] {
        let id = entry.manifest.id
        switch entry.code {
        case .included: throw WalletError.unknown(id: id)
        case .inline:
            guard let code = InlineCode.bytes(of: entry.manifest.executor) else { throw WalletError.unknown(id: id) }
            return code
        case .pinned(let sha256):
            guard let library else { throw WalletError.pinRequired(wallet: entry.manifest.name) }
            return try library.executor(
                of: id, sha256: sha256, from: entry.manifest.provenance == .local ? .local : .list)
        case .listed(let source):
            try checkChoice(entry.manifest, source)
            if let running = fetching[id], running.manifest == entry.manifest { return try await running.task.value }
            let task = Task { try await offeredCode(entry.manifest, source) }
            fetching[id] = Fetch(manifest: entry.manifest, task: task)
            defer { if fetching[id]?.task == task { fetching[id] = nil } }
            return try await task.value
        }
    }

    /// Makes sure that the user has chosen a list's wallet by signing in with it.
    ///
    /// Nothing that goes on by itself pins a wallet: neither a look at the accounts of one that was removed, nor a
    /// sign-in that was given up. A wallet that the program brings needs no choice.
    private func checkChoice(_ manifest: WalletManifest, _ source: String) throws(WalletError) {
        guard library == nil || source == WalletLock.localSource || delegate?.isChosen(manifest.id) == true else {
            throw .signInRequired(wallet: manifest.name)
        }
    }

    /// The code of a wallet that the user connects with for the first time.
    private func offeredCode(_ manifest: WalletManifest, _ source: String) async throws -> [UInt8] {
        guard let library else {
            // A profile that stores nothing can't pin anything either: the program that brought the entry answers for
            // it.
            return try await WalletLibrary.fetch(manifest)
        }
        lookedAt.insert(manifest.id)  // Its server is being asked right now.
        let code = try await library.fetchCode(of: manifest)
        try Task.checkCancellation()
        try checkChoice(manifest, source)
        let pin = try await library.pin(manifest, code: code, source: source)
        logger.notice(
            "a wallet was pinned by its first use",
            metadata: [
                "wallet": "\(manifest.id)", "sha256": "\(pin.executor.sha256)", "bytes": "\(pin.executor.size)",
            ])
        catalog?.pin(manifest, sha256: pin.executor.sha256)
        let origin = WalletLock.Origin(source: source)
        keepIcon(of: manifest.id, origin, library)
        return try library.executor(of: manifest.id, sha256: pin.executor.sha256, from: origin)
    }

    /// Fetches the icon of a wallet that was pinned just now.
    ///
    /// Nothing waits for it: it is seen from the next load on.
    private func keepIcon(of id: String, _ origin: WalletLock.Origin, _ library: WalletLibrary) {
        background.append(
            Task { [weak self, logger] in
                do {
                    try await library.storeIcon(of: id, from: origin)
                } catch {
                    self?.note(error)
                    logger.notice(
                        "a wallet's icon could not be kept", metadata: ["wallet": "\(id)", "reason": "\(error)"])
                }
            })
    }

    /// Compares the code of a list's pinned wallet with what the web has now, once a run.
    ///
    /// Where only pinned wallets may run, no server is asked.
    ///
    /// Nothing is pinned by that, not even a wallet that another process has removed meanwhile.
    ///
    /// - Parameter found: Called when something was found out.
    func lookForUpdate(of id: String, found: @escaping @MainActor () async -> Void) {
        guard trust != .pinnedOnly, let library, let entry = catalog?.entry(id), case .pinned = entry.code,
            entry.manifest.provenance == .remote, lookedAt.insert(id).inserted
        else { return }
        background.append(
            Task { [weak self, logger] in
                do {
                    let updates = try await library.checkForUpdates(of: [id], pinsNamed: false)
                    for case .failed(let error) in updates.map(\.outcome) { throw error }
                    await found()
                } catch {
                    self?.note(error)
                    logger.notice(
                        "a wallet could not be compared with the web",
                        metadata: ["wallet": "\(id)", "reason": "\(error)"])
                }
            })
    }

    /// Returns true if a wallet's code is on its way.
    func isFetching(_ id: String) -> Bool { fetching[id] != nil }

    /// Returns true if a wallet's server was asked for another version.
    func hasLooked(at id: String) -> Bool { lookedAt.contains(id) }

    /// Waits for what goes on in the background.
    ///
    /// For tests.
    func settle() async {
        for task in background { await task.value }
    }

    /// Ends what goes on in the background.
    func close() {
        for task in background { task.cancel() }
        background = []
        for fetch in fetching.values { fetch.task.cancel() }
    }

    /// Returns the content type and bytes of the icon with a name that the page was given; `nil` for others.
    func icon(named name: String) -> (type: String, bytes: [UInt8])? {
        let icons = catalog?.entries.compactMap(\.storedIcon) ?? []
        guard let library, let icon = icons.first(where: { WalletIconAddress.name(of: $0.sha256 ?? "") == name }),
            let type = icon.type, let bytes = library.iconBytes(icon)
        else { return nil }
        return (type, bytes)
    }

    /// Returns the reason why a known wallet is not offered; `nil` for any other wallet.
    func reasonAgainst(_ id: String) -> String? {
        if let reason = catalog?.leftOut[id] { return reason }
        guard catalog?.entry(id) == nil, let fault = catalog?.refused.first(where: { $0.wallet == id }) else {
            return nil
        }
        return fault.field.isEmpty ? fault.reason : "\(fault)"
    }

    /// Returns the reason why the user has to sign in with a wallet first; `nil` if there is none.
    func reasonToWait(for id: String) -> String? {
        guard let entry = catalog?.entry(id), case .listed(let source) = entry.code, library != nil,
            source != WalletLock.localSource
        else { return reasonAgainst(id) }
        return WalletError.signInRequired(wallet: entry.manifest.name).description
    }

    /// Returns what links need to know of a wallet that the page was loaded with.
    func linkWallet(_ id: String) -> LinkWallet? { catalog?.entry(id).map { LinkWallet($0.manifest) } }

    /// A wallet as the page was loaded with it; `nil` for an unknown one.
    package func entry(_ id: String) -> WalletCatalog.Entry? { catalog?.entry(id) }

    /// A wallet's name as users read it; `nil` for an unknown one.
    package func name(of id: String) -> String? { catalog?.entry(id)?.manifest.name }
}
