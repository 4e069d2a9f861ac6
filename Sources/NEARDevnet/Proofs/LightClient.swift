// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The chain for those who don't follow it block by block, with proofs (nearcore: `lightclient.rs`).
struct LightClient: Sendable {
    private let chain: Chain

    init(_ chain: Chain) {
        self.chain = chain
    }

    /// The first block after an outcome's, whose header has the root of what was executed there.
    func confirmation(of outcome: OutcomeRecord) -> Block? {
        guard let block = chain.block(outcome.blockHash) else { return nil }
        return chain.next(after: block)
    }

    /// The proof that a block is among those before a later one.
    ///
    /// - Returns: `nil` where the other block isn't later, or blocks before it have been forgotten.
    func proof(of block: Block, in head: Block) -> [MerklePathItem]? {
        guard block.height < head.height else { return nil }
        var hashes: [CryptoHash] = []
        var current = head
        while current.header.ordinal > 1 {
            guard let parent = chain.block(current.header.prevHash) else { return nil }
            hashes.append(parent.hash)
            current = parent
        }
        hashes.reverse()
        guard let index = Int(exactly: block.header.ordinal - 1), index < hashes.count else { return nil }
        return MerkleTree(hashes).path(ofLeaf: index)
    }

    /// The last block that a client who knows `known` can check, and the one after it.
    ///
    /// The two blocks after it prove it final: they are in the same epoch and at the next heights.
    ///
    /// - Returns: `nil` where there is none after the known one.
    func next(after known: Block) -> (block: Block, next: Block)? {
        let epochs = [known.header.epoch.id, known.header.epoch.nextId]
        var last: Block? = chain.head
        while let afterNext = last, afterNext.height > known.height + 2 {
            if let next = chain.block(afterNext.header.prevHash), let block = chain.block(next.header.prevHash),
                afterNext.height == block.height + 2, block.height > known.height,
                epochs.contains(block.header.epoch.id), block.header.epoch == afterNext.header.epoch
            {
                return (block, next)
            }
            last = chain.block(afterNext.header.prevHash)
        }
        return nil
    }

    /// The bytes that the validator signs to approve of a block (nearcore: `ApprovalInner::Endorsement` and the height
    /// after it).
    static func approval(of block: Block) -> [UInt8] {
        var encoder = BorshEncoder(capacity: 48)
        encoder.encode(UInt8(0))
        encoder.encode(block.hash)
        encoder.encode(block.height + 1)
        return encoder.bytes
    }
}
