// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
package import NEARRPC

/// Asks each node of a network which chain it works for, and caches the answers.
///
/// A node that has answered isn't asked again. One that couldn't say is asked again with each later question; callers
/// wait for it only while no node has answered.
@MainActor
package final class NetworkIdentity {
    /// The deadline of one node's answer.
    nonisolated static let patience = Duration.seconds(5)
    /// The time that the other nodes have after the first answer.
    ///
    /// Until they have answered, nothing that they say goes into a signature.
    nonisolated static let grace = Duration.seconds(1)

    /// The chain as known now; reading it asks no node.
    package private(set) var knowledge = ChainKnowledge.notAsked
    /// Called after each change of ``knowledge``.
    package var onChange: ((ChainKnowledge) -> Void)?

    private let network: String
    private let endpoints: [RPCEndpoint]
    private let transport: any RPCTransport
    private let clock: any Clock<Duration>
    private let logger: Logger
    private var told: [Int: ChainIdentity] = [:]
    /// The newest version of the protocol that a node has named; `nil` before one has.
    package private(set) var protocolVersion: UInt64?
    private var round: Task<Void, Never>?

    /// Creates the identity of `network`; no node is asked yet.
    ///
    /// - Parameters:
    ///   - network: The network with its addresses.
    ///   - transport: Carries the calls.
    ///   - clock: Measures deadlines.
    package convenience init(
        _ network: NEARNetwork, transport: any RPCTransport = CurlTransport(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            id: network.rawValue, endpoints: network.endpoints, transport: transport,
            clock: clock)
    }

    /// Creates the identity of the network that is called `id`, with nodes that may want API keys.
    package init(
        id: String, endpoints: [RPCEndpoint], transport: any RPCTransport = CurlTransport(),
        clock: any Clock<Duration> = ContinuousClock(), logger: Logger = Logger(label: "near-connect.rpc")
    ) {
        network = id
        self.endpoints = endpoints
        self.transport = transport
        self.clock = clock
        self.logger = logger
    }

    /// Returns the chain, and asks the nodes first if none has said it yet.
    package func resolve() async -> ChainKnowledge {
        begin()
        return await settled()
    }

    /// Returns the chain without asking a node.
    ///
    /// Waits only while no node has said it and answers are under way.
    package func settled() async -> ChainKnowledge {
        switch knowledge {
        case .notAsked, .untold: await round?.value
        case .told, .conflicting: break
        }
        return knowledge
    }

    /// Stops the questions that are under way; their answers are dropped.
    package func stop() {
        round?.cancel()
    }

    /// Returns the chain, and asks the nodes first if none has said it yet.
    ///
    /// - Returns: The chain; `nil` when no node can say.
    /// - Throws: ``NEARError/wrongChain(_:)``.
    @discardableResult
    package func confirmed() async throws(NEARError) -> ChainIdentity? {
        let knowledge = await resolve()
        if case .conflicting(let conflict) = knowledge { throw .wrongChain(conflict) }
        return knowledge.identity
    }

    /// Asks the nodes that haven't answered, unless that is under way; returns at once.
    package func begin() {
        let silent = endpoints.indices.filter { told[$0] == nil }
        guard round == nil, !silent.isEmpty || knowledge == .notAsked else { return }
        round = Task { [weak self] in
            await self?.ask(silent)
            self?.round = nil
        }
    }

    /// The addresses whose nodes have said their chain.
    package var trusted: [RPCEndpoint] { told.keys.sorted().map { endpoints[$0] } }

    /// True if every address's node has said its chain.
    package var isComplete: Bool { told.count == endpoints.count }

    // MARK: Asking

    private enum Word: Sendable {
        case answer(Int, (chain: ChainIdentity, protocolVersion: UInt64)?)
        case graceIsOver
    }

    private func ask(_ silent: [Int]) async {
        let isFirst = told.isEmpty
        await withTaskGroup(of: Word.self) { group in
            for index in silent {
                let (endpoint, transport, clock, logger) = (endpoints[index], transport, clock, logger)
                group.addTask { .answer(index, await Self.chain(of: endpoint, transport, clock, logger: logger)) }
            }
            var (missing, isGraced) = (silent.count, false)
            while missing > 0, let word = await group.next() {
                guard case .answer(let index, let status) = word else { break }
                missing -= 1
                guard let status else { continue }
                told[index] = status.chain
                protocolVersion = max(protocolVersion ?? 0, status.protocolVersion)
                // A conflict is reported at once, also after the chain was known.
                guard isFirst else {
                    judge()
                    continue
                }
                guard !isGraced else { continue }
                isGraced = true
                let clock = clock
                group.addTask {
                    do { try await Self.sleep(Self.grace, clock) } catch {
                        // All nodes have answered already.
                    }
                    return .graceIsOver
                }
            }
            group.cancelAll()
        }
        guard !Task.isCancelled else { return }
        judge()
    }

    private func judge() {
        let answers = told.keys.sorted().compactMap { index in
            told[index].map { ChainConflict.Answer(endpoint: endpoints[index].description, chain: $0) }
        }
        let wanted = ChainIdentity(networkId: network) ?? answers.first?.chain
        let judgement: ChainKnowledge
        if !answers.allSatisfy({ $0.chain == wanted }) {
            judgement = .conflicting(ChainConflict(network: network, answers: answers))
        } else {
            judgement = answers.first.map { .told($0.chain) } ?? .untold
        }
        guard judgement != knowledge else { return }
        knowledge = judgement
        onChange?(judgement)
    }

    /// Returns the chain of one node; `nil` if the node doesn't answer or doesn't name its genesis.
    private nonisolated static func chain(
        of endpoint: RPCEndpoint, _ transport: any RPCTransport, _ clock: any Clock<Duration>, logger: Logger
    ) async -> (chain: ChainIdentity, protocolVersion: UInt64)? {
        do {
            let client = try NEARRPCClient(
                configuration: RPCClientConfiguration(
                    endpoints: [endpoint], deadline: patience, attemptTimeout: patience,
                    retryPolicy: RetryPolicy(maximumAttempts: 2)),
                transport: transport, clock: clock, logger: logger)
            let status = try await client.status()
            return status.genesisHash.map { (ChainIdentity(genesisHash: $0), status.protocolVersion) }
        } catch {
            return nil  // Whatever the error: this node hasn't said its chain.
        }
    }

    private nonisolated static func sleep(_ duration: Duration, _ clock: some Clock<Duration>) async throws {
        try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }
}
