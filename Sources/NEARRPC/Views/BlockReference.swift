// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The block that a call is about (nearcore's `BlockReference`).
public enum BlockReference: Sendable, Hashable {
    /// The newest block of some finality.
    case finality(Finality)
    /// The block at a height.
    case height(UInt64)
    /// The block with a hash.
    case hash(CryptoHash)
    /// The chain's first block.
    case genesis
    /// The oldest block that the node has.
    case earliestAvailable

    /// The newest final block.
    public static let final = BlockReference.finality(.final)
    /// The newest block, which may still be dropped.
    public static let optimistic = BlockReference.finality(.optimistic)

    /// The parameters that name the block.
    var parameters: JSONValue.Members {
        switch self {
        case .finality(let finality): ["finality": .string(finality.rawValue)]
        case .height(let height): ["block_id": .integer(Int128(height))]
        case .hash(let hash): ["block_id": .string(hash.description)]
        case .genesis: ["sync_checkpoint": "genesis"]
        case .earliestAvailable: ["sync_checkpoint": "earliest_available"]
        }
    }
}

/// The finality of a block (nearcore's `Finality`).
public enum Finality: String, Sendable, Hashable, CaseIterable {
    /// The newest block.
    case optimistic
    /// A block that can be dropped only if a validator loses its stake.
    case nearFinal = "near-final"
    /// A block that can't be dropped.
    case final
}
