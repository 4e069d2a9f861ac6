// SPDX-License-Identifier: MIT

/// A transaction and its signature (nearcore's `SignedTransaction`), ready for the chain.
public struct SignedTransaction: Sendable, Hashable {
    /// The transaction that the signature is for.
    public let transaction: Transaction
    /// The signature over the transaction's hash.
    public let signature: Signature

    /// A transaction and a signature from elsewhere, unchecked; see `verify()`.
    public init(transaction: Transaction, signature: Signature) {
        self.transaction = transaction
        self.signature = signature
    }

    /// Signs a transaction.
    ///
    /// - Throws: `SigningError.keyMismatch` where the transaction names another key than the one that signs, since the
    ///   chain would refuse it; `SigningError.key`.
    public static func sign(
        _ transaction: Transaction, with key: SecretKey
    ) throws(SigningError) -> SignedTransaction {
        guard transaction.publicKey == key.publicKey else {
            throw .keyMismatch(expected: transaction.publicKey, actual: key.publicKey)
        }
        return SignedTransaction(transaction: transaction, signature: try key.signed(transaction.hash))
    }

    /// The transaction's hash, its name on the chain.
    public var hash: CryptoHash { transaction.hash }

    /// Returns whether the signature is the one of the transaction's key over its hash.
    public func verify() -> Bool {
        transaction.publicKey.verify(signature, hash: hash)
    }

    /// The Borsh form in Base64, as `send_tx` takes it.
    public var base64: String { Base64.encode(borshBytes) }
}

extension SignedTransaction: BorshEncodable, BorshDecodable {
    /// Appends the transaction and the signature.
    public func encode(to encoder: inout BorshEncoder) {
        transaction.encode(to: &encoder)
        signature.encode(to: &encoder)
    }

    /// Reads the transaction and the signature; the signature isn't verified.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        transaction = try decoder.decode()
        signature = try decoder.decode()
    }

    /// The transaction's and the signature's.
    public var borshCapacityHint: Int { transaction.borshCapacityHint + signature.bytes.count + 1 }
}
