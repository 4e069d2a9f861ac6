// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import NEARRPC

/// The signer of a command: a key, or a wallet in its page.
@MainActor
protocol CommandWallet {
    /// The account that signs.
    var account: AccountId { get }

    /// Signs a transaction and sends it, once.
    func signAndSend(
        _ request: TransactionRequest, waitUntil stage: TxExecutionStatus, deadline: Duration, key: IdempotencyKey?
    ) async throws -> (result: TransactionResult, hash: CryptoHash)

    /// Signs a delegate action (NEP-366).
    func signDelegateAction(_ request: TransactionRequest) async throws -> SignedDelegateAction

    /// Signs a NEP-413 message.
    func signMessage(_ payload: NEP413Payload) async throws -> SignedMessage

    /// Returns an earlier request of the same key that was executed.
    func earlier(_ key: IdempotencyKey, _ request: TransactionRequest) async throws -> JournalEntry?

    /// Returns what came of a transaction of the account.
    func outcome(of hash: CryptoHash, waitUntil stage: TxExecutionStatus) async throws -> TransactionResult
}

extension DirectWallet: CommandWallet {}
