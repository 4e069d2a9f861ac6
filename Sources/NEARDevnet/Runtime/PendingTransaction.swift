// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A signed transaction with what is computed from its bytes, computed once.
///
/// A class, so that the chain's index of transactions holds references: a signed transaction never changes.
final class PendingTransaction: Sendable {
    let signed: SignedTransaction
    /// The hash that was signed, which names the transaction.
    let hash: CryptoHash
    /// Bytes of the transaction without its signature, which is what nearcore holds against the limit before protocol
    /// version 85.
    let size: UInt64
    /// The transaction's number among those of its key.
    var nonce: UInt64 { signed.transaction.nonce.value }

    /// Decodes a signed transaction as clients send it.
    init(bytes: [UInt8]) throws(BorshError) {
        signed = try SignedTransaction(borsh: bytes)
        hash = signed.transaction.hash
        size = Self.size(of: signed, byteCount: bytes.count)
    }

    /// A transaction that is there already.
    init(_ signed: SignedTransaction) {
        self.signed = signed
        hash = signed.transaction.hash
        size = Self.size(of: signed, byteCount: signed.borshBytes.count)
    }

    private static func size(of signed: SignedTransaction, byteCount: Int) -> UInt64 {
        UInt64(byteCount - signed.signature.borshBytes.count)
    }
}
