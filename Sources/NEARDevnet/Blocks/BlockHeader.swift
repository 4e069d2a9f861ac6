// SPDX-License-Identifier: MIT

import NEARPrimitives

/// What a block's hash covers. Known before the block is executed, as in nearcore: the results of a block are in the
/// header of the next one.
struct BlockHeader: Sendable, Hashable {
    /// The block's place. Heights may be left out, when time is forwarded.
    let height: UInt64
    /// The height of the block before.
    let prevHeight: UInt64
    /// How many blocks there are up to this one.
    let ordinal: UInt64
    /// The hash of the block before.
    let prevHash: CryptoHash
    /// The state after the block before.
    let prevStateRoot: CryptoHash
    /// The outcomes of the block before.
    let prevOutcomeRoot: CryptoHash
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
    /// A number that nobody knew before.
    let randomValue: CryptoHash
    /// Which chain this is, so that two chains never have a block in common.
    let chainId: String

    /// The hash that names the block.
    func makeHash() -> CryptoHash {
        var encoder = BorshEncoder(capacity: 384)
        encoder.encode(chainId)
        encoder.encode(height)
        encoder.encode(prevHeight)
        encoder.encode(ordinal)
        encoder.encode(prevHash)
        encoder.encode(prevStateRoot)
        encoder.encode(prevOutcomeRoot)
        encoder.encode(transactionRoot)
        encoder.encode(receiptRoot)
        encoder.encode(timestamp)
        encoder.encode(epoch.id)
        encoder.encode(gasPrice)
        encoder.encode(totalSupply)
        encoder.encode(randomValue)
        return .sha256(encoder.bytes)
    }
}

/// A stretch of blocks with the same validators. Here only the length of a stretch matters: for giving stake back.
struct Epoch: Sendable, Hashable {
    /// How many epochs there were before.
    let height: UInt64
    /// The height of its first block.
    let startHeight: UInt64
    /// Its name.
    let id: CryptoHash
    /// The name of the next one.
    let nextId: CryptoHash

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
