// SPDX-License-Identifier: MIT

import NEARPrimitives

extension OutcomeRecord {
    /// The outcome as a leaf of its block's tree: id, result and logs, each hashed, in one hash (nearcore:
    /// `to_hashes`).
    var merkleLeaf: CryptoHash {
        var encoder = BorshEncoder(capacity: 4 + (2 + logs.count) * CryptoHash.byteCount)
        encoder.encode([id, resultHash] + logs.map { .sha256(Array($0.utf8)) })
        return .sha256(encoder.bytes)
    }

    /// nearcore's `PartialExecutionOutcome`: why something failed isn't in it.
    private var resultHash: CryptoHash {
        var encoder = BorshEncoder(capacity: 256)
        encoder.encode(receiptIds)
        encoder.encode(gasBurnt)
        encoder.encode(tokensBurnt)
        encoder.encode(executorId)
        switch status {
        case .failure: encoder.encode(UInt8(1))
        case .successValue(let value):
            encoder.encode(UInt8(2))
            encoder.encode(value)
        case .successReceiptId(let id):
            encoder.encode(UInt8(3))
            encoder.encode(id)
        }
        return .sha256(encoder.bytes)
    }
}

extension Block {
    /// The proof that an outcome is among the block's, or `nil` where it isn't.
    func proof(ofOutcome id: CryptoHash) -> [MerklePathItem]? {
        outcomes.firstIndex { $0.id == id }.map { MerkleTree(outcomeLeaves).path(ofLeaf: $0) }
    }
}

extension Chain {
    /// The proof of an outcome that the chain has, in the block that it is of.
    func proof(of outcome: OutcomeRecord) -> [MerklePathItem] {
        block(outcome.blockHash)?.proof(ofOutcome: outcome.id) ?? []
    }
}
