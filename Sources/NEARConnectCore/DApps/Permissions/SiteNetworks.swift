// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
internal import SafeText
internal import Synchronization

/// The networks that sites have added in one profile, each after a question.
///
/// They stand in `site-networks.json` in the profile's data folder, and processes that share the profile see each
/// other's changes. What pages of this computer have added ends with the process, as their permissions do.
public final class SiteNetworks: Sendable {
    /// The state of the networks, to see whether they have changed.
    public struct Mark: Sendable, Hashable {
        fileprivate let file: FileStamp?
        fileprivate let revision: UInt64
    }

    private struct State {
        /// The networks of this process alone.
        var memory: [ExactText: SiteNetwork] = [:]
        /// Counts changes of this process.
        var revision: UInt64 = 0
        var cached: (stamp: FileStamp?, networks: [ExactText: SiteNetwork])?
        var problem: String?
    }

    /// The most networks that one site adds.
    package static let siteLimit = 8

    /// The folder of the file; `nil` to keep all in memory.
    private let folder: URL?
    private let patience: Duration
    private let now: @Sendable () -> Date
    private let afterStep: @Sendable (AtomicFile.Step) throws -> Void
    private let state = Mutex(State())

    /// The file, whether it exists or not; `nil` for networks that end with the process.
    public var file: URL? { folder?.appendingPathComponent("\(SiteNetworkFile.name).json") }

    /// Prepares to read a profile's networks; nothing is read or created yet.
    ///
    /// - Parameter folder: The profile's data folder.
    public convenience init(folder: URL) {
        self.init(folder: folder, patience: FileLock.patience)
    }

    /// Makes a list that is in memory only: that of private tabs, and of profiles that store nothing.
    public convenience init() {
        self.init(folder: nil, patience: FileLock.patience)
    }

    /// Prepares to read networks, for tests.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file.
    ///   - patience: How long to wait for another process that changes the file.
    ///   - now: The time.
    ///   - afterStep: See ``AtomicFile/afterStep``.
    package init(
        folder: URL?, patience: Duration, now: @escaping @Sendable () -> Date = { Date() },
        afterStep: @escaping @Sendable (AtomicFile.Step) throws -> Void = { _ in }
    ) {
        self.folder = folder
        self.patience = patience
        self.now = now
        self.afterStep = afterStep
    }

    // MARK: Reading

    /// The present state, at the price of one look at the file's name.
    public var mark: Mark {
        Mark(file: store.flatMap { FileStamp($0.path) }, revision: state.withLock { $0.revision })
    }

    /// Returns all networks, in the order of their ids.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func all() throws(NEARError) -> [SiteNetwork] {
        let memory = state.withLock { $0.memory }
        return try stored().merging(memory) { kept, _ in kept }.values.sorted { $0.id < $1.id }
    }

    /// Returns a network; `nil` where none has this id.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func network(_ id: ExactText) throws(NEARError) -> SiteNetwork? {
        try all().first { $0.id == id }
    }

    /// Returns, once, a sentence about a file that couldn't be understood and was moved aside.
    public func takeProblem() -> String? { state.withLock { $0.problem.take() } }

    // MARK: Changes

    /// Adds a network, or replaces what the same site has added under its id.
    ///
    /// - Parameters:
    ///   - offer: The site's definition, after its nodes have named this chain and the user has agreed.
    ///   - site: The site.
    /// - Throws: ``NEARError/storage(reason:)``; ``NEARError/invalidArgument(name:reason:)`` for an id or a chain that
    ///   another site has meanwhile, and for too many networks.
    package func add(_ offer: DAppNetworkOffer, by site: SiteOrigin) throws(NEARError) {
        let network = SiteNetwork(
            offer, by: site, since: Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)))
        guard try !all().contains(where: { $0.provider != site && Self.areAlike($0, network) }) else {
            throw Self.taken(network.id)
        }
        let put = { (networks: inout [ExactText: SiteNetwork]) throws(NEARError) in
            guard networks.values.allSatisfy({ $0.provider == site || !Self.areAlike($0, network) }) else {
                throw Self.taken(network.id)
            }
            let others = networks.filter { $0.key != network.id }
            guard others.count < SiteNetworkFile.networkLimit,
                others.values.count(where: { $0.provider == site }) < Self.siteLimit
            else {
                throw .invalidArgument(name: "network", reason: localized("too many networks are known; remove some"))
            }
            networks[network.id] = network
        }
        guard !site.isLoopback, folder != nil else {
            return try state.withLock { state throws(NEARError) in
                try put(&state.memory)
                state.revision += 1
            }
        }
        try changeFile(put)
    }

    /// Removes a network; sites can't work on it any more.
    ///
    /// - Returns: False if no network has this id.
    /// - Throws: ``NEARError/storage(reason:)``.
    @discardableResult
    public func remove(_ id: ExactText) throws(NEARError) -> Bool { try remove { $0.id == id } }

    /// Removes what a site has added.
    ///
    /// - Returns: False if it has added nothing.
    /// - Throws: ``NEARError/storage(reason:)``.
    @discardableResult
    public func removeAll(of site: SiteOrigin) throws(NEARError) -> Bool { try remove { $0.provider == site } }

    private func remove(_ isMeant: (SiteNetwork) -> Bool) throws(NEARError) -> Bool {
        guard try all().contains(where: isMeant) else { return false }
        state.withLock { state in
            state.memory = state.memory.filter { !isMeant($0.value) }
            state.revision += 1
        }
        if let store, FileStamp(store.path) != nil {
            try changeFile { networks throws(NEARError) in networks = networks.filter { !isMeant($0.value) } }
        }
        return true
    }

    // MARK: Storage

    private var store: DocumentStore<SiteNetworkFile>? {
        folder.map { DocumentStore(folder: $0, patience: patience, now: now, afterStep: afterStep) }
    }

    private static func areAlike(_ known: SiteNetwork, _ new: SiteNetwork) -> Bool {
        known.id == new.id || known.chain == new.chain
    }

    private static func taken(_ id: ExactText) -> NEARError {
        .invalidArgument(
            name: "network", reason: localized("another site has added the network %1$s", DisplayText.name(id.text)))
    }

    /// Returns the file's networks; the file is read again only if it has changed.
    private func stored() throws(NEARError) -> [ExactText: SiteNetwork] {
        guard let store else { return [:] }
        let stamp = FileStamp(store.path)
        if let known = state.withLock({ $0.cached.flatMap { $0.stamp == stamp ? $0.networks : nil } }) { return known }
        let loaded = try store.load()
        state.withLock { state in
            state.cached = stamp?.isSettled(after: FileStamp.tick) ?? true ? (stamp, loaded.content) : nil
            if let problem = loaded.problem { state.problem = problem }
        }
        return loaded.content
    }

    private func changeFile(
        _ body: (inout [ExactText: SiteNetwork]) throws(NEARError) -> Void
    ) throws(NEARError) {
        guard let store else { return }
        let loaded = try store.change(body)
        state.withLock { state in
            state.cached = nil
            state.revision += 1
            if let problem = loaded.problem { state.problem = problem }
        }
    }
}
