// SPDX-License-Identifier: MIT

/// A signed transaction as a node shows it (nearcore's `SignedTransactionView`).
public struct SignedTransactionView: Sendable, Hashable {
    /// The transaction's hash.
    public let hash: CryptoHash
    /// The account that signed.
    public let signerId: AccountId
    /// The key that signed.
    public let publicKey: PublicKey
    /// The nonce of that key.
    public let nonce: UInt64
    /// The account that the actions are for.
    public let receiverId: AccountId
    /// The actions, in order.
    public let actions: [ActionView]
    /// The signature.
    public let signature: Signature
    /// The price above that of gas; 0 on today's networks.
    public let priorityFee: UInt64
    /// The number of the gas key's nonce that was used.
    public let nonceIndex: UInt16?
}

extension SignedTransactionView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        hash = try fields.value("hash")
        signerId = try fields.value("signer_id")
        publicKey = try fields.value("public_key")
        nonce = try fields.value("nonce")
        receiverId = try fields.value("receiver_id")
        actions = try fields.value("actions")
        signature = try fields.value("signature")
        let priorityFee: UInt64? = try fields.value("priority_fee")
        self.priorityFee = priorityFee ?? 0
        nonceIndex = try fields.value("nonce_index")
    }
}
