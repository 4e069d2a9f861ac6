// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC

/// The networks on which a key or a block of a custom network must not be known.
///
/// No NEAR signature names its chain: a transaction names a block, a delegate action a height, a NEP-413 message
/// neither. A node that hands out another chain's nonces and blocks gets signatures that count there, if the key does.
/// So the nodes of the known networks are asked before anything is signed for a custom one.
///
/// They are asked at the same time and have ``patience`` together. An answer is cached, a silence too, so that a
/// program without a network waits once a minute at most.
@MainActor
package final class KnownNetworks {
    /// The word of the known networks' nodes.
    package enum Finding: Sendable, Hashable {
        /// None of those that answered knows it; these networks, by id, didn't answer.
        case absent(unreached: [String])
        /// This network, by id, knows it.
        case present(on: String)
    }

    /// The time in which all networks have to answer.
    nonisolated static let patience = Duration.seconds(2)
    /// The time in which a network that was silent isn't asked again.
    nonisolated static let silence = Duration.seconds(60)
    /// The time for which it counts that a network doesn't know a key.
    nonisolated static let memory = Duration.seconds(600)
    /// The number of answers that are cached.
    private static let limit = 256

    private enum Subject: Hashable {
        case key(PublicKey, AccountId)
        case block(CryptoHash)
    }

    private struct Question: Hashable {
        let network: NEARNetwork
        let subject: Subject
    }

    private enum Word: Sendable {
        case yes, no, silent
    }

    private let networks: [NEARNetwork]
    private let transport: any RPCTransport
    private let clock: any Clock<Duration>
    private let time: DeadlineTime
    /// The networks' answers, with the time until which they count.
    private var answers: [Question: (isKnown: Bool, until: Duration)] = [:]
    private var silentUntil: [NEARNetwork: Duration] = [:]

    /// Prepares to ask; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - networks: The networks with their addresses.
    ///   - transport: Carries the calls.
    ///   - clock: Measures the deadlines of the calls.
    package init(
        _ networks: [NEARNetwork], transport: any RPCTransport = CurlTransport(), clock: any Clock<Duration>
    ) {
        self.networks = networks
        self.transport = transport
        self.clock = clock
        time = DeadlineTime(clock)
    }

    /// Asks whether an account has a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - account: The account.
    ///   - own: The network that is signed for, which isn't asked.
    ///   - chain: The chain that its nodes name. The public network of that chain isn't asked either: under another id,
    ///     too, the user is told that it is that one.
    package func look(
        for key: PublicKey, of account: AccountId, besides own: NEARNetwork, _ chain: ChainIdentity?
    ) async -> Finding {
        await look(for: .key(key, account), besides: own, chain)
    }

    /// Asks whether a block is known.
    ///
    /// - Parameters:
    ///   - block: The block's hash.
    ///   - own: The network that is signed for, which isn't asked.
    ///   - chain: The chain that its nodes name.
    package func look(
        forBlock block: CryptoHash, besides own: NEARNetwork, _ chain: ChainIdentity?
    ) async -> Finding {
        await look(for: .block(block), besides: own, chain)
    }

    private func look(for subject: Subject, besides own: NEARNetwork, _ chain: ChainIdentity?) async -> Finding {
        let asked = networks.filter {
            $0 != own && (chain == nil || ChainIdentity(networkId: $0.rawValue) != chain)
        }
        let now = time.now
        let open = asked.filter {
            (answers[Question(network: $0, subject: subject)]?.until ?? .zero) <= now
                && (silentUntil[$0] ?? .zero) <= now
        }
        await ask(open, about: subject)
        var unreached: [String] = []
        for network in asked {
            switch answers[Question(network: network, subject: subject)] {
            case (true, _)?: return .present(on: network.rawValue)
            case (false, let until)? where until > now: break
            default: unreached.append(network.rawValue)
            }
        }
        return .absent(unreached: unreached)
    }

    private func ask(_ open: [NEARNetwork], about subject: Subject) async {
        guard !open.isEmpty else { return }
        let words = await withTaskGroup(of: (NEARNetwork, Word).self) { group in
            for network in open {
                let (transport, clock) = (transport, clock)
                group.addTask { (network, await Self.word(of: network, on: subject, transport, clock)) }
            }
            var words: [NEARNetwork: Word] = [:]
            for await (network, word) in group { words[network] = word }
            return words
        }
        // A caller that was cancelled has learnt nothing of a network.
        guard !Task.isCancelled else { return }
        if answers.count >= Self.limit { answers = answers.filter { $0.value.isKnown || $0.key.subject == subject } }
        let now = time.now
        for (network, word) in words {
            let question = Question(network: network, subject: subject)
            switch word {
            case .yes: answers[question] = (true, .seconds(Int64.max))
            case .no: answers[question] = (false, now + Self.memory)
            case .silent: silentUntil[network] = now + Self.silence
            }
        }
    }

    private nonisolated static func word(
        of network: NEARNetwork, on subject: Subject, _ transport: any RPCTransport, _ clock: any Clock<Duration>
    ) async -> Word {
        do throws(RPCError) {
            let client = try NEARRPCClient(
                configuration: RPCClientConfiguration(
                    endpoints: network.endpoints, deadline: patience,
                    attemptTimeout: patience, retryPolicy: RetryPolicy(maximumAttempts: network.rpcURLs.count)),
                transport: transport, clock: clock)
            switch subject {
            case .key(let key, let account): _ = try await client.viewAccessKey(key, of: account)
            case .block(let hash): _ = try await client.block(.hash(hash))
            }
            return .yes
        } catch {
            guard case .node(let failure) = error else { return .silent }
            switch (failure.cause, subject) {
            case (.unknownAccount, .key), (.unknownAccessKey, .key), (.unknownBlock, .block): return .no
            // A block that a node once had is that chain's.
            case (.garbageCollectedBlock, .block): return .yes
            default: return .silent
            }
        }
    }
}
