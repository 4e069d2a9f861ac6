// SPDX-License-Identifier: MIT

/// A receipt as a node shows it (nearcore's `ReceiptView`).
public struct ReceiptView: Sendable, Hashable {
    /// The account that made the receipt.
    ///
    /// `system` for refunds.
    public let predecessorId: AccountId
    /// The account that it is for.
    public let receiverId: AccountId
    /// The receipt's id.
    public let receiptId: CryptoHash
    /// The actions or the data that the receipt brings.
    public let receipt: ReceiptEnumView
    /// Its priority; 0 on today's networks.
    public let priority: UInt64
}

extension ReceiptView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        predecessorId = try fields.value("predecessor_id")
        receiverId = try fields.value("receiver_id")
        receiptId = try fields.value("receipt_id")
        receipt = try fields.value("receipt")
        let priority: UInt64? = try fields.value("priority")
        self.priority = priority ?? 0
    }
}

/// The actions or the data that a receipt brings (nearcore's `ReceiptEnumView`).
public enum ReceiptEnumView: Sendable, Hashable {
    /// Actions to do.
    case action(ActionReceiptView)
    /// The result of another receipt: `nil` when that one failed.
    case data(dataId: CryptoHash, data: [UInt8]?, isPromiseResume: Bool)
    /// A global contract on its way to a shard.
    case globalContractDistribution(id: GlobalContractIdentifier, targetShard: UInt64)
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension ReceiptEnumView: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "Action": return .action(try variant.wrapped())
        case "Data":
            let text: String? = try variant.value("data")
            let isResume: Bool? = try variant.value("is_promise_resume")
            return .data(
                dataId: try variant.value("data_id"), data: text == nil ? nil : try variant.base64("data"),
                isPromiseResume: isResume ?? false)
        case "GlobalContractDistribution":
            return .globalContractDistribution(
                id: try variant.value("id"), targetShard: try variant.value("target_shard"))
        default: return nil
        }
    }
}

/// Actions on their way from one account to another.
public struct ActionReceiptView: Sendable, Hashable {
    /// The account that signed the transaction which led to this receipt.
    public let signerId: AccountId
    /// The key that signed it; gas refunds go to it.
    public let signerPublicKey: PublicKey
    /// The price of gas at which it was bought, in yoctoNEAR a gas unit.
    public let gasPrice: NEARToken
    /// The receivers of the result.
    public let outputDataReceivers: [DataReceiverView]
    /// The results that it waits for.
    public let inputDataIds: [CryptoHash]
    /// The actions, in order.
    public let actions: [ActionView]
    /// True if it waits for the contract to resume it.
    public let isPromiseYield: Bool
    /// The account that refunds go to when it isn't the predecessor.
    public let refundTo: AccountId?
}

extension ActionReceiptView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        signerId = try fields.value("signer_id")
        signerPublicKey = try fields.value("signer_public_key")
        gasPrice = try fields.value("gas_price")
        outputDataReceivers = try fields.value("output_data_receivers")
        inputDataIds = try fields.value("input_data_ids")
        actions = try fields.value("actions")
        let isPromiseYield: Bool? = try fields.value("is_promise_yield")
        self.isPromiseYield = isPromiseYield ?? false
        refundTo = try fields.value("refund_to")
    }
}

/// A receiver of a result, and the result's id (nearcore's `DataReceiverView`).
public struct DataReceiverView: Sendable, Hashable {
    /// The result's id.
    public let dataId: CryptoHash
    /// The account that gets it.
    public let receiverId: AccountId
}

extension DataReceiverView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        dataId = try fields.value("data_id")
        receiverId = try fields.value("receiver_id")
    }
}
