// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The answers of a network's nodes to the question which chain they work for.
public enum ChainKnowledge: Sendable, Hashable {
    /// No node was asked yet.
    case notAsked
    /// No node could say: none answered, or none named its genesis.
    case untold
    /// All nodes that answered work for this chain, and the network's name doesn't contradict them.
    case told(ChainIdentity)
    /// Nodes work for another chain than the network's name says, or for different chains.
    ///
    /// Nothing may be signed.
    case conflicting(ChainConflict)

    /// The chain, if it is known.
    public var identity: ChainIdentity? {
        if case .told(let chain) = self { chain } else { nil }
    }
}
