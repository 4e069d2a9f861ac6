// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// The chain that the keystore signs for, and the networks where its keys must not be in use.
@MainActor
package final class KeystoreNodes {
    /// The nodes of the network that is set.
    package let nodes: NetworkNodes
    private let known: [NEARNetwork]
    private let clock: any Clock<Duration>
    private lazy var elsewhere = KnownNetworks(known, clock: clock)

    /// - Parameters:
    ///   - nodes: The nodes of the network that is set.
    ///   - known: The networks that are asked before anything is signed for a custom one.
    ///   - clock: Measures the deadlines of the calls.
    package init(_ nodes: NetworkNodes, known: [NEARNetwork], clock: any Clock<Duration>) {
        self.nodes = nodes
        self.known = known
        self.clock = clock
    }

    /// Returns nodes of another network, with this one among those where its keys and blocks must not be known.
    package func on(_ network: NEARNetwork) -> KeystoreNodes {
        let others = known.filter { $0.rawValue != network.rawValue && $0.rawValue != nodes.network.rawValue }
        return KeystoreNodes(
            NetworkNodes(network, clock: clock), known: others + [nodes.network], clock: clock)
    }

    /// Returns the known networks' word on a key; `nil` where the network that is set isn't a custom one.
    ///
    /// A key may be in use on several networks that aren't custom ones.
    func lookElsewhere(for key: PublicKey, of account: AccountId) async -> KnownNetworks.Finding? {
        guard case .custom = nodes.network else { return nil }
        return await elsewhere.look(for: key, of: account, besides: nodes.network, nodes.chain.identity)
    }

    /// Returns what the known networks' nodes say of a block; `nil` as above.
    func lookElsewhere(forBlock block: CryptoHash) async -> KnownNetworks.Finding? {
        guard case .custom = nodes.network else { return nil }
        return await elsewhere.look(forBlock: block, besides: nodes.network, nodes.chain.identity)
    }
}

/// The chain of a host, as the keystore asks for it.
extension KeystoreHost {
    /// The id of the network that calls must name.
    var networkId: String { nodes.network.rawValue }

    /// The chain that the network's nodes have named so far.
    var chain: ChainKnowledge { nodes.chain }

    /// Returns the chain that the network's nodes work for, and asks them first where none has named it.
    func identifyChain() async -> ChainKnowledge { await nodes.identity.resolve() }

    /// Returns a client of the nodes that have named their chain, and of no others.
    func signingClient() throws(NEARError) -> NEARRPCClient { try nodes.signingClient() }

    private var nodes: NetworkNodes { keystoreNodes.nodes }
}
