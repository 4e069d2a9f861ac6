// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The way a request names a block (nearcore: `BlockReference`).
enum BlockReference: Sendable, Hashable {
    case height(UInt64)
    case hash(CryptoHash)
    /// Every block is final here, so all finalities mean the last one.
    case finality(String)
    case syncCheckpoint(String)

    /// Reads `block_id`, `finality` or `sync_checkpoint`, or a block id as the first parameter of several.
    init(_ parameters: RPCParameters) throws(RPCServiceError) {
        if let elements = parameters.positional {
            guard let first = elements.first else { throw .arguments("a block id was expected") }
            self = try Self.blockId(first)
        } else if let id = parameters["block_id"] {
            self = try Self.blockId(id)
        } else if let finality = parameters["finality"] {
            self = try Self.finality(finality)
        } else if let checkpoint = parameters["sync_checkpoint"] {
            self = try Self.checkpoint(checkpoint)
        } else {
            throw .arguments("one of `block_id`, `finality`, `sync_checkpoint` was expected")
        }
    }

    static func blockId(_ value: JSONValue) throws(RPCServiceError) -> BlockReference {
        if case .string = value { return .hash(try value.asHash("block_id")) }
        return .height(try value.asHeight("block_id"))
    }

    private static func finality(_ value: JSONValue) throws(RPCServiceError) -> BlockReference {
        let text = try value.asString("finality")
        guard ["optimistic", "near-final", "final"].contains(text) else {
            throw .arguments("unknown variant `\(text)`, expected one of `optimistic`, `near-final`, `final`")
        }
        return .finality(text)
    }

    private static func checkpoint(_ value: JSONValue) throws(RPCServiceError) -> BlockReference {
        let text = try value.asString("sync_checkpoint")
        guard ["genesis", "earliest_available"].contains(text) else {
            throw .arguments("unknown variant `\(text)`, expected `genesis` or `earliest_available`")
        }
        return .syncCheckpoint(text)
    }

    /// The block, or `nil` where the chain has none such.
    func block(in chain: Chain) -> Block? {
        switch self {
        case .height(let height): chain.block(at: height)
        case .hash(let hash): chain.block(hash)
        case .finality: chain.head
        case .syncCheckpoint(let checkpoint): checkpoint == "genesis" ? chain.genesis : chain.earliest
        }
    }

    /// The reference as nearcore repeats it in errors.
    var json: JSONValue {
        switch self {
        case .height(let height): ["block_id": .integer(Int128(height))]
        case .hash(let hash): ["block_id": .string(hash.description)]
        case .finality(let finality): ["finality": .string(finality)]
        case .syncCheckpoint(let checkpoint): ["sync_checkpoint": .string(checkpoint)]
        }
    }

    /// The words of nearcore where there is no such block.
    var notFoundText: String {
        switch self {
        case .height(let height): "DB Not Found Error: BLOCK HEIGHT: \(height) \n Cause: Unknown"
        case .hash(let hash): "DB Not Found Error: BLOCK HEADER: \(hash)"
        case .finality, .syncCheckpoint: "There are no fully synchronized blocks on the node yet"
        }
    }
}
