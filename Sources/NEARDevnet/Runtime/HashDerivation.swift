// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Ids that are made from other ids, so that the same chain always makes the same ones.
enum HashDerivation {
    /// The id of the receipt that a transaction becomes.
    static func receiptId(ofTransaction hash: CryptoHash, height: UInt64) -> CryptoHash {
        derive(hash, height, salt: 0)
    }

    /// The id of the receipt that another receipt made, by its place among those.
    static func receiptId(madeBy parent: CryptoHash, height: UInt64, index: Int) -> CryptoHash {
        derive(parent, height, salt: UInt64(index))
    }

    /// The id of one of a receipt's actions, which random numbers and data ids come from.
    static func actionHash(of receipt: CryptoHash, height: UInt64, index: Int) -> CryptoHash {
        derive(receipt, height, salt: .max - UInt64(index))
    }

    /// The id of data that a receipt made by an action waits for.
    static func dataId(of action: CryptoHash, height: UInt64, index: UInt64) -> CryptoHash {
        derive(action, height, salt: index)
    }

    /// SHA-256 over the base, the block height and a number (nearcore: `create_hash_upgradable`).
    private static func derive(_ base: CryptoHash, _ height: UInt64, salt: UInt64) -> CryptoHash {
        var encoder = BorshEncoder(capacity: CryptoHash.byteCount + 16)
        encoder.encode(base)
        encoder.encode(height)
        encoder.encode(salt)
        return .sha256(encoder.bytes)
    }

    /// One hash over several, in their order.
    ///
    /// Stands where nearcore has a Merkle root.
    static func combine(_ hashes: some Sequence<CryptoHash>) -> CryptoHash {
        var encoder = BorshEncoder()
        var isEmpty = true
        for hash in hashes {
            encoder.encode(hash)
            isEmpty = false
        }
        return isEmpty ? .zero : .sha256(encoder.bytes)
    }
}
