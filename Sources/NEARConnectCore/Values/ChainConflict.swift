// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// Nodes of a network that serve another chain than the network's name says, or different chains.
public struct ChainConflict: Sendable, Hashable {
    /// The answer of one node.
    package struct Answer: Sendable, Hashable {
        /// Scheme, host and port of the node's address, without the rest, in which providers put keys.
        package let endpoint: String
        /// The chain of the genesis hash that the node named.
        package let chain: ChainIdentity

        /// Creates the answer of the node at `endpoint`.
        package init(endpoint: String, chain: ChainIdentity) {
            self.endpoint = endpoint
            self.chain = chain
        }
    }

    /// The network's id.
    public let network: String
    /// The nodes' answers, in the order of the network's addresses.
    package let answers: [Answer]

    /// Creates the conflict of what the nodes of `network` answered.
    package init(network: String, answers: [Answer]) {
        self.network = network
        self.answers = answers
    }
}

extension ChainConflict: CustomStringConvertible {
    /// A sentence with each node's answer.
    public var description: String {
        let words = answers.map { localized("%1$s is a node of %2$s", $0.endpoint, "\($0.chain)") }
            .joined(separator: "; ")
        guard let expected = ChainIdentity(networkId: network), answers.contains(where: { $0.chain != expected }) else {
            return localized("The nodes of %1$s serve different chains: %2$s.", network, words)
        }
        return localized("The genesis of %1$s is %2$s, but %3$s.", network, expected.genesis, words)
    }
}
