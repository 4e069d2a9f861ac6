// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A signed transaction with what is computed from its bytes, computed once.
///
/// A class, so that the chain's index of transactions holds references: a signed transaction never changes.
final class PendingTransaction: Sendable {
    let signed: SignedTransaction
    /// The hash that was signed, which names the transaction.
    let hash: CryptoHash
    /// Bytes of the signed transaction.
    let size: UInt64

    /// Decodes a signed transaction as clients send it.
    init(bytes: [UInt8]) throws(BorshError) {
        signed = try SignedTransaction(borsh: bytes)
        hash = signed.transaction.hash
        size = UInt64(bytes.count)
    }

    /// A transaction that is there already.
    init(_ signed: SignedTransaction) {
        self.signed = signed
        hash = signed.transaction.hash
        size = UInt64(signed.borshBytes.count)
    }
}
