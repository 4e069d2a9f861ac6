// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The reason of a node's error.
///
/// It is read from the `cause.name` and `cause.info` of nearcore's errors (`RpcQueryError`, `RpcTransactionError`,
/// `RpcBlockError` and their kin).
public enum RPCErrorCause: Sendable, Hashable {
    // MARK: Accounts, keys and contracts

    /// The account doesn't exist at that block.
    case unknownAccount(accountId: AccountId, at: RPCBlockPosition?)
    /// The text isn't an account id.
    case invalidAccount(accountId: String, at: RPCBlockPosition?)
    /// The account has no such key at that block.
    case unknownAccessKey(publicKey: PublicKey, at: RPCBlockPosition?)
    /// The account has no contract at that block.
    case noContractCode(accountId: AccountId, at: RPCBlockPosition?)
    /// The contract has more state than a node shows.
    case tooLargeContractState(accountId: AccountId, at: RPCBlockPosition?)
    /// The view call failed; `error` is nearcore's text.
    case contractExecutionError(error: String, at: RPCBlockPosition?)

    // MARK: Blocks, chunks and epochs

    /// The node has never seen the block, or no longer has it.
    case unknownBlock(reference: JSONValue?)
    /// The node no longer has the block; an archival node does.
    case garbageCollectedBlock(at: RPCBlockPosition?)
    /// The node has never seen the chunk.
    case unknownChunk(hash: CryptoHash?)
    /// There is no such shard.
    case invalidShardId(shardId: UInt64?)
    /// The node doesn't know the epoch.
    case unknownEpoch
    /// The node has no validators for that block.
    case validatorInfoUnavailable
    /// The node has never seen the receipt.
    case unknownReceipt(receiptId: CryptoHash)

    // MARK: Transactions

    /// The transaction is refused.
    case invalidTransaction(InvalidTxError)
    /// The node has never seen the transaction.
    case unknownTransaction(hash: CryptoHash?)
    /// The node passed the transaction on to another one and can't tell more.
    case requestRouted(hash: CryptoHash?)
    /// The node doesn't follow the signer's shard.
    case doesNotTrackShard
    /// The node waited as long as it does; the transaction may still be executed.
    case timeoutError

    // MARK: The node

    /// The node is starting.
    case noSyncedBlocks
    /// The node is catching up.
    case notSyncedYet
    /// The node doesn't follow that shard.
    case unavailableShard(shardId: UInt64?)
    /// The node is broken or overloaded.
    case internalError(message: String)

    // MARK: The call

    /// The node has no such method.
    case methodNotFound(method: String)
    /// The parameters aren't those of the method.
    case parseError(message: String)
    /// A cause that this version doesn't know: its name, if there was one, and its info.
    case unrecognized(name: String?, info: JSONValue?)
}

/// The block that a node looked at when it found an error.
public struct RPCBlockPosition: Sendable, Hashable {
    /// The block's height.
    public let height: UInt64
    /// The block's hash.
    public let hash: CryptoHash

    /// A block by height and hash.
    public init(height: UInt64, hash: CryptoHash) {
        self.height = height
        self.hash = hash
    }
}
