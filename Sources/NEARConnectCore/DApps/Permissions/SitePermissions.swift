// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
internal import SafeText
internal import Synchronization

/// The permissions of sites in one profile: who may see which accounts, on which network.
///
/// They stand in `sites.json` in the profile's data folder, and processes that share the profile see each other's
/// changes. Permissions of pages that come from this computer end with the process: tomorrow another program may serve
/// the same origin. Only those that a user has written into the file stay, and none of them counts on mainnet.
public final class SitePermissions: Sendable {
    /// The state of the permissions, to see whether they have changed.
    public struct Mark: Sendable, Hashable {
        fileprivate let file: FileStamp?
        fileprivate let revision: UInt64
    }

    private struct State {
        /// The sites of this process alone.
        var memory: [SiteOrigin: Site] = [:]
        /// Counts changes of this process.
        var revision: UInt64 = 0
        var cached: (stamp: FileStamp?, sites: [SiteOrigin: Site])?
        var problem: String?
    }

    /// The folder of the file; `nil` to keep all in memory.
    private let folder: URL?
    /// The path of the file.
    private let path: String?
    private let patience: Duration
    private let now: @Sendable () -> Date
    private let afterStep: @Sendable (AtomicFile.Step) throws -> Void
    private let settling: Duration
    private let state = Mutex(State())

    /// The file, whether it exists or not.
    ///
    /// `nil` for permissions that end with the process.
    public var file: URL? { path.map { URL(fileURLWithPath: $0) } }

    /// Prepares to read a profile's permissions; nothing is read or created yet.
    ///
    /// - Parameter folder: The profile's data folder.
    public convenience init(folder: URL) {
        self.init(folder: folder, patience: FileLock.patience)
    }

    /// Makes permissions that are in memory only: those of private tabs, and of profiles that store nothing.
    public convenience init() {
        self.init(folder: nil, patience: FileLock.patience)
    }

    /// Prepares to read permissions, for tests.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file.
    ///   - patience: How long to wait for another process that changes the file.
    ///   - now: The time.
    ///   - settling: The age from which a file is read once only.
    ///   - afterStep: See ``AtomicFile/afterStep``.
    package init(
        folder: URL?, patience: Duration, now: @escaping @Sendable () -> Date = { Date() },
        settling: Duration = FileStamp.tick,
        afterStep: @escaping @Sendable (AtomicFile.Step) throws -> Void = { _ in }
    ) {
        self.folder = folder
        path = folder?.appendingPathComponent("\(SiteFile.name).json").path
        self.patience = patience
        self.now = now
        self.settling = settling
        self.afterStep = afterStep
    }

    // MARK: Reading

    /// The present state, at the price of one look at the file's name.
    ///
    /// Whoever watches compares it with an earlier one.
    public var mark: Mark {
        Mark(file: path.flatMap { FileStamp($0) }, revision: state.withLock { $0.revision })
    }

    /// Returns all sites, in the order of their hosts.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func sites() throws(NEARError) -> [Site] {
        let memory = state.withLock { $0.memory }
        return try stored().merging(memory) { Self.merged($0, $1) }.values.sorted { $0.origin < $1.origin }
    }

    /// Returns a site; `nil` for one that the user doesn't know.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func site(_ origin: SiteOrigin) throws(NEARError) -> Site? {
        let own = state.withLock { $0.memory[origin] }
        guard let kept = try stored()[origin] else { return own }
        return own.map { Self.merged(kept, $0) } ?? kept
    }

    /// Returns a site's permission on a network; `nil` where it has none.
    ///
    /// - Parameters:
    ///   - origin: The site.
    ///   - network: The network's id.
    ///   - chain: The chain that the network's nodes work for, if they have said it.
    /// - Throws: ``NEARError/storage(reason:)``.
    public func grant(
        of origin: SiteOrigin, on network: ExactText, chain: ChainIdentity?
    ) throws(NEARError) -> SiteGrant? {
        guard !origin.isLoopback || !Self.isMainnet(network, chain) else { return nil }
        return try site(origin)?.grants[network]
    }

    /// Returns, once, a sentence about a file that couldn't be understood and was moved aside.
    public func takeProblem() -> String? {
        state.withLock { state in
            defer { state.problem = nil }
            return state.problem
        }
    }

    /// Returns true if a permission is this process' own, and not the file's.
    func isOwn(_ origin: SiteOrigin, on network: ExactText) -> Bool {
        state.withLock { $0.memory[origin]?.grants[network] != nil }
    }

    // MARK: Storage

    private var store: DocumentStore<SiteFile>? {
        folder.map { DocumentStore(folder: $0, patience: patience, now: now, afterStep: afterStep) }
    }

    /// The time in whole seconds, as the file has it.
    var time: Date { Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)) }

    static func isMainnet(_ network: ExactText, _ chain: ChainIdentity?) -> Bool {
        chain == .mainnet || network == "mainnet"
    }

    private static func merged(_ kept: Site, _ own: Site) -> Site {
        Site(
            origin: kept.origin, persona: own.persona ?? kept.persona,
            grants: kept.grants.merging(own.grants) { $1 })
    }

    /// Returns the file's sites; the file is read again only if it has changed.
    private func stored() throws(NEARError) -> [SiteOrigin: Site] {
        guard let path else { return [:] }
        let stamp = FileStamp(path)
        if let sites = state.withLock({ $0.cached.flatMap { $0.stamp == stamp ? $0.sites : nil } }) { return sites }
        guard let store else { return [:] }
        let loaded = try store.load()
        note(loaded, stamp: stamp)
        return loaded.content
    }

    private func note(_ loaded: DocumentStore<SiteFile>.Loaded, stamp: FileStamp?) {
        state.withLock { state in
            let isSettled = stamp?.isSettled(after: settling) ?? true
            state.cached = isSettled ? (stamp, loaded.content) : nil
            if let problem = loaded.problem { state.problem = problem }
        }
    }

    /// Changes a site, in the file, or in memory if it comes from this computer or nothing is stored.
    func change(_ origin: SiteOrigin, _ body: (inout Site) throws(NEARError) -> Void) throws(NEARError) {
        guard !origin.isLoopback, folder != nil else {
            // What the file says of such a site is a user's, and stays there.
            let kept = try stored()[origin]
            var site = try site(origin) ?? Site(origin: origin)
            try body(&site)
            site.grants = site.grants.filter { $0.value != kept?.grants[$0.key] }
            let changed = site
            try state.withLock { state throws(NEARError) in
                guard state.memory[origin] != nil || state.memory.count < SiteFile.siteLimit else { throw Self.full }
                state.memory[origin] = changed
                state.revision += 1
            }
            return
        }
        try changeFile { sites throws(NEARError) in
            guard sites[origin] != nil || sites.count < SiteFile.siteLimit else { throw Self.full }
            var site = sites[origin] ?? Site(origin: origin)
            try body(&site)
            sites[origin] = site.grants.isEmpty && site.persona == nil ? nil : site
        }
    }

    func changeGrant(
        of origin: SiteOrigin, on network: ExactText, _ body: (inout SiteGrant) -> Void
    ) throws(NEARError) {
        try change(origin) { site throws(NEARError) in
            // Another process may have taken it away meanwhile: nothing gives it back.
            guard var grant = site.grants[network] else { return }
            body(&grant)
            site.grants[network] = grant
        }
    }

    /// Removes something from memory first, so that a file that can't be written leaves nothing behind here.
    func remove(_ body: (inout [SiteOrigin: Site]) -> Void) throws(NEARError) {
        state.withLock { state in
            body(&state.memory)
            state.revision += 1
        }
        guard let store, FileStamp(store.path) != nil else { return }
        try changeFile { sites throws(NEARError) in body(&sites) }
    }

    private func changeFile(
        _ body: (inout [SiteOrigin: Site]) throws(NEARError) -> Void
    ) throws(NEARError) {
        guard let store else { return }
        let loaded = try store.change(body)
        state.withLock { state in
            state.cached = nil
            state.revision += 1
            if let problem = loaded.problem { state.problem = problem }
        }
    }

    static var full: NEARError {
        .storage(reason: localized("%1$s sites are known, and no more can be; forget some", "\(SiteFile.siteLimit)"))
    }
}
