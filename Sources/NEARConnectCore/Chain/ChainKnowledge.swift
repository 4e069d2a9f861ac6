// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// What the nodes of a network have said of their chain.
public enum ChainKnowledge: Sendable, Hashable {
    /// No node was asked yet.
    case notAsked
    /// No node could say: none answered, or none named its genesis.
    case untold
    /// Every node that answered works for this chain, and the network's name doesn't deny it.
    case told(ChainIdentity)
    /// Nodes work for another chain than the network's name says, or for different ones. Nothing may be signed.
    case conflicting(ChainConflict)

    /// The chain, as far as it can be told.
    public var identity: ChainIdentity? {
        if case .told(let chain) = self { chain } else { nil }
    }
}
