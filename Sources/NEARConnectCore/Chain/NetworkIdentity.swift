// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC

/// Asks each node of a network which chain it works for, and keeps what was told.
///
/// A node that has told isn't asked again. One that couldn't say is asked once more whenever somebody wants to know; only where none has
/// told does that make anybody wait.
@MainActor
package final class NetworkIdentity {
    /// How long a node may take to answer.
    nonisolated static let patience = Duration.seconds(5)
    /// How long the others may take once a first node has told. Until they have, nothing of theirs goes into a signature.
    nonisolated static let grace = Duration.seconds(1)

    /// What is known now, without asking anybody.
    package private(set) var knowledge = ChainKnowledge.notAsked
    /// Called after each change of ``knowledge``.
    package var onChange: ((ChainKnowledge) -> Void)?

    private let network: String
    private let endpoints: [RPCEndpoint]
    private let transport: any RPCTransport
    private let clock: any Clock<Duration>
    private var told: [Int: ChainIdentity] = [:]
    private var round: Task<Void, Never>?

    /// Prepares to ask the nodes of `network`; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - network: The network with its addresses.
    ///   - transport: What carries the calls.
    ///   - clock: What deadlines are measured with.
    package init(
        _ network: NEARNetwork, transport: any RPCTransport = CurlTransport(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.network = network.rawValue
        endpoints = network.rpcURLs.map { RPCEndpoint(url: $0) }
        self.transport = transport
        self.clock = clock
    }

    /// Says which chain it is, and asks the nodes first where none has told yet.
    package func resolve() async -> ChainKnowledge {
        begin()
        return await settled()
    }

    /// Says which chain it is, asks nobody, and waits only where none has told and answers are under way.
    package func settled() async -> ChainKnowledge {
        switch knowledge {
        case .notAsked, .untold: await round?.value
        case .told, .conflicting: break
        }
        return knowledge
    }

    /// Gives up what is under way. Nothing is learnt from it any more.
    package func stop() {
        round?.cancel()
    }

    /// Says which chain it is, and asks the nodes first where none has told yet.
    ///
    /// - Returns: The chain; `nil` when no node can say.
    /// - Throws: ``NEARError/wrongChain(_:)``.
    @discardableResult
    package func confirmed() async throws(NEARError) -> ChainIdentity? {
        let knowledge = await resolve()
        if case .conflicting(let conflict) = knowledge { throw .wrongChain(conflict) }
        return knowledge.identity
    }

    /// Asks the nodes that haven't told, unless that is under way. Nobody waits for it.
    package func begin() {
        let silent = endpoints.indices.filter { told[$0] == nil }
        guard round == nil, !silent.isEmpty || knowledge == .notAsked else { return }
        round = Task { [weak self] in
            await self?.ask(silent)
            self?.round = nil
        }
    }

    /// The addresses whose nodes have told their chain.
    package var trusted: [RPCEndpoint] { told.keys.sorted().map { endpoints[$0] } }

    /// Whether every address's node has told its chain.
    package var isComplete: Bool { told.count == endpoints.count }

    // MARK: Asking

    private enum Word: Sendable {
        case answer(Int, ChainIdentity?)
        case graceIsOver
    }

    private func ask(_ silent: [Int]) async {
        let isFirst = told.isEmpty
        await withTaskGroup(of: Word.self) { group in
            for index in silent {
                let (endpoint, transport, clock) = (endpoints[index], transport, clock)
                group.addTask { .answer(index, await Self.chain(of: endpoint, transport, clock)) }
            }
            var (missing, isGraced) = (silent.count, false)
            while missing > 0, let word = await group.next() {
                guard case .answer(let index, let chain) = word else { break }
                missing -= 1
                guard let chain else { continue }
                told[index] = chain
                // Who has an answer already hears at once of a node that denies it.
                guard isFirst else {
                    judge()
                    continue
                }
                guard !isGraced else { continue }
                isGraced = true
                let clock = clock
                group.addTask {
                    do { try await Self.sleep(Self.grace, clock) } catch {
                        // All have answered before.
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

    /// The chain of one node; `nil` when it doesn't answer, or doesn't name its genesis.
    private nonisolated static func chain(
        of endpoint: RPCEndpoint, _ transport: any RPCTransport, _ clock: any Clock<Duration>
    ) async -> ChainIdentity? {
        do {
            let client = try NEARRPCClient(
                configuration: RPCClientConfiguration(
                    endpoints: [endpoint], deadline: patience, attemptTimeout: patience,
                    retryPolicy: RetryPolicy(maximumAttempts: 2)),
                transport: transport, clock: clock)
            return try await client.status().genesisHash.map(ChainIdentity.init(genesisHash:))
        } catch {
            return nil  // Whatever is the matter with it: it hasn't told its chain.
        }
    }

    private nonisolated static func sleep(_ duration: Duration, _ clock: some Clock<Duration>) async throws {
        try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }
}
