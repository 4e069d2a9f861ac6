// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// Nodes of a network that work for another chain than its name says, or for different ones.
public struct ChainConflict: Sendable, Hashable {
    /// What one node answered.
    public struct Answer: Sendable, Hashable {
        /// Scheme, host and port of the node's address: providers put keys into the rest.
        public let endpoint: String
        /// The chain of the genesis hash that it named.
        public let chain: ChainIdentity
    }

    /// The network's id.
    public let network: String
    /// What each node answered, in the order of the network's addresses.
    public let answers: [Answer]
}

extension ChainConflict: CustomStringConvertible {
    /// A sentence that says which node answered what.
    public var description: String {
        let words = answers.map { "\($0.endpoint) is a node of \($0.chain)" }.joined(separator: ", ")
        guard let expected = ChainIdentity(networkId: network), answers.contains(where: { $0.chain != expected }) else {
            return "The nodes of \(network) are of different chains: \(words)."
        }
        return "\(words); \(network)'s genesis is \(expected.genesis)."
    }
}
