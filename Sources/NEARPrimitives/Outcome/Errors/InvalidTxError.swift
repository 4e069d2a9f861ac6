// SPDX-License-Identifier: MIT

/// The reason why a transaction is refused before anything runs (nearcore's `InvalidTxError`).
public enum InvalidTxError: Error, Sendable, Hashable {
    /// The key is missing or may not do this.
    case invalidAccessKeyError(InvalidAccessKeyError)
    /// The signer isn't an account id.
    case invalidSignerId(signerId: String)
    /// The signer doesn't exist.
    case signerDoesNotExist(signerId: AccountId)
    /// The nonce isn't above the key's.
    case invalidNonce(transactionNonce: UInt64, accessKeyNonce: UInt64)
    /// The nonce is beyond what the block height allows.
    case nonceTooLarge(transactionNonce: UInt64, upperBound: UInt64)
    /// The receiver isn't an account id.
    case invalidReceiverId(receiverId: String)
    /// The signature doesn't verify.
    case invalidSignature
    /// The balance doesn't cover the cost.
    case notEnoughBalance(signerId: AccountId, balance: NEARToken, cost: NEARToken)
    /// The balance left wouldn't cover the signer's storage; `amount` is missing.
    case lackBalanceForState(signerId: AccountId, amount: NEARToken)
    /// The cost doesn't fit into 128 bits.
    case costOverflow
    /// The block hash isn't of this chain.
    case invalidChain
    /// The block hash is too old (a day on mainnet).
    case expired
    /// The actions break a rule.
    case actionsValidation(ActionsValidationError)
    /// The transaction is too large, in bytes.
    case transactionSizeExceeded(size: UInt64, limit: UInt64)
    /// The protocol doesn't know this version of transactions yet.
    case invalidTransactionVersion
    /// The node couldn't read its storage.
    case storageError(StorageError)
    /// The receiver's shard takes no transactions now.
    ///
    /// `congestionLevel` is from 0 to 1.
    case shardCongested(shardId: UInt32, congestionLevel: Double)
    /// The receiver's shard has produced no chunk for a while.
    case shardStuck(shardId: UInt32, missedChunks: UInt64)
    /// A gas key needs a nonce index that it has; another key takes none.
    case invalidNonceIndex(transactionNonceIndex: UInt16?, numNonces: UInt16)
    /// The gas key doesn't cover the gas.
    case notEnoughGasKeyBalance(signerId: AccountId, balance: NEARToken, cost: NEARToken)
    /// The account doesn't cover the deposit; the gas key has paid for the gas.
    case notEnoughBalanceForDeposit(signerId: AccountId, balance: NEARToken, cost: NEARToken, reason: JSONValue)
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension InvalidTxError {
    /// True if the same actions may succeed later with only a new nonce and block hash.
    ///
    /// The refusal is about the moment, not about the transaction.
    public var isTransient: Bool {
        switch self {
        case .shardCongested, .shardStuck, .storageError, .expired, .invalidNonce: true
        default: false
        }
    }
}

extension InvalidTxError: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "InvalidAccessKeyError": .invalidAccessKeyError(try variant.wrapped())
        case "InvalidSignerId": .invalidSignerId(signerId: try variant.value("signer_id"))
        case "SignerDoesNotExist": .signerDoesNotExist(signerId: try variant.value("signer_id"))
        case "InvalidNonce":
            .invalidNonce(
                transactionNonce: try variant.value("tx_nonce"), accessKeyNonce: try variant.value("ak_nonce"))
        case "NonceTooLarge":
            .nonceTooLarge(
                transactionNonce: try variant.value("tx_nonce"), upperBound: try variant.value("upper_bound"))
        case "InvalidReceiverId": .invalidReceiverId(receiverId: try variant.value("receiver_id"))
        case "InvalidSignature": .invalidSignature
        case "NotEnoughBalance":
            .notEnoughBalance(
                signerId: try variant.value("signer_id"), balance: try variant.value("balance"),
                cost: try variant.value("cost"))
        case "LackBalanceForState":
            .lackBalanceForState(signerId: try variant.value("signer_id"), amount: try variant.value("amount"))
        case "CostOverflow": .costOverflow
        case "InvalidChain": .invalidChain
        case "Expired": .expired
        case "ActionsValidation": .actionsValidation(try variant.wrapped())
        case "TransactionSizeExceeded":
            .transactionSizeExceeded(size: try variant.value("size"), limit: try variant.value("limit"))
        case "InvalidTransactionVersion": .invalidTransactionVersion
        case "StorageError": .storageError(try variant.wrapped())
        case "ShardCongested":
            .shardCongested(
                shardId: try variant.value("shard_id"), congestionLevel: try variant.value("congestion_level"))
        case "ShardStuck":
            .shardStuck(shardId: try variant.value("shard_id"), missedChunks: try variant.value("missed_chunks"))
        case "InvalidNonceIndex":
            .invalidNonceIndex(
                transactionNonceIndex: try variant.value("tx_nonce_index"),
                numNonces: try variant.value("num_nonces"))
        case "NotEnoughGasKeyBalance":
            .notEnoughGasKeyBalance(
                signerId: try variant.value("signer_id"), balance: try variant.value("balance"),
                cost: try variant.value("cost"))
        case "NotEnoughBalanceForDeposit":
            .notEnoughBalanceForDeposit(
                signerId: try variant.value("signer_id"), balance: try variant.value("balance"),
                cost: try variant.value("cost"), reason: try variant.value("reason"))
        default: nil
        }
    }
}
