// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The part of a block that its hash covers.
///
/// Known before the block is executed, as in nearcore: the results of a block are in the header of the next one.
struct BlockHeader: Sendable, Hashable {
    /// The block's place.
    ///
    /// Heights may be left out, when time is forwarded.
    let height: UInt64
    /// The height of the block before.
    let prevHeight: UInt64
    /// The number of blocks up to this one.
    let ordinal: UInt64
    /// The hash of the block before.
    let prevHash: CryptoHash
    /// The state after the block before.
    let prevStateRoot: CryptoHash
    /// The root of the tree of the outcomes of the block before: of its one chunk.
    let prevChunkOutcomeRoot: CryptoHash
    /// The transactions of this block.
    let transactionRoot: CryptoHash
    /// The receipts that this block executes.
    let receiptRoot: CryptoHash
    /// Nanoseconds since 1970.
    let timestamp: UInt64
    /// The epoch that the block is in.
    let epoch: Epoch
    /// YoctoNEAR a unit of gas.
    let gasPrice: UInt128
    /// YoctoNEAR there are after the block before.
    let totalSupply: UInt128
    /// A number that could not be known before.
    let randomValue: CryptoHash
    /// The chain's id, so that two chains never have a block in common.
    let chainId: String
    /// The validator of the next epoch's blocks, as far as it is known.
    let nextValidator: ValidatorStake
    /// The root of the tree of all blocks before.
    let blockMerkleRoot: CryptoHash

    /// The root of the tree of the chunks' outcome roots.
    ///
    /// With one chunk that is the root's own hash.
    var prevOutcomeRoot: CryptoHash { .sha256(prevChunkOutcomeRoot.bytes) }

    /// The hash that names the block (nearcore: `BlockHeader::compute_hash`).
    ///
    /// It covers what light clients read, the rest, and the block before.
    func makeHash() -> CryptoHash { .combining(innerHash, prevHash) }

    /// The hash of everything but the block before.
    var innerHash: CryptoHash { .combining(innerLiteHash, innerRestHash) }

    /// nearcore's `BlockHeaderInnerLite`, field by field.
    private var innerLiteHash: CryptoHash {
        var encoder = BorshEncoder(capacity: 208)
        encoder.encode(height)
        encoder.encode(epoch.id)
        encoder.encode(epoch.nextId)
        encoder.encode(prevStateRoot)
        encoder.encode(prevOutcomeRoot)
        encoder.encode(timestamp)
        encoder.encode(nextValidator.hash)
        encoder.encode(blockMerkleRoot)
        return .sha256(encoder.bytes)
    }

    /// The hash of the part that light clients know by this hash only.
    ///
    /// Its fields are this program's own.
    var innerRestHash: CryptoHash {
        var encoder = BorshEncoder(capacity: 256)
        encoder.encode(chainId)
        encoder.encode(prevHeight)
        encoder.encode(ordinal)
        encoder.encode(transactionRoot)
        encoder.encode(receiptRoot)
        encoder.encode(gasPrice)
        encoder.encode(totalSupply)
        encoder.encode(randomValue)
        return .sha256(encoder.bytes)
    }
}

/// A validator, and what it has staked (nearcore: `ValidatorStake`).
struct ValidatorStake: Sendable, Hashable {
    let accountId: AccountId
    let publicKey: PublicKey
    /// YoctoNEAR.
    let stake: UInt128

    /// The hash of a list of validators that has this one only (nearcore: `next_bp_hash`).
    var hash: CryptoHash {
        var encoder = BorshEncoder(capacity: 128)
        encoder.encode(UInt32(1))
        encoder.encode(UInt8(0))
        encoder.encode(accountId)
        encoder.encode(publicKey)
        encoder.encode(stake)
        return .sha256(encoder.bytes)
    }
}

/// A stretch of blocks with the same validators.
///
/// Here only the length of a stretch matters: for giving stake back.
struct Epoch: Sendable, Hashable {
    /// The number of epochs before this one.
    let height: UInt64
    /// The height of its first block.
    let startHeight: UInt64
    /// Its name.
    let id: CryptoHash
    /// The name of the next one.
    let nextId: CryptoHash

    init(height: UInt64, startHeight: UInt64, id: CryptoHash, nextId: CryptoHash) {
        self.height = height
        self.startHeight = startHeight
        self.id = id
        self.nextId = nextId
    }

    /// The epoch of a block.
    init(ofBlockAt height: UInt64, length: UInt64, chainId: String) {
        self.height = height / length
        startHeight = self.height * length
        id = Self.id(of: self.height, chainId)
        nextId = Self.id(of: self.height + 1, chainId)
    }

    private static func id(of height: UInt64, _ chainId: String) -> CryptoHash {
        var encoder = BorshEncoder(capacity: 64)
        encoder.encode("epoch of \(chainId)")
        encoder.encode(height)
        return .sha256(encoder.bytes)
    }
}
