// SPDX-License-Identifier: MIT

internal import NEARDevnet
internal import NEARPrimitives
internal import NEARRPC

/// An account that the scenario uses.
struct ScenarioAccount {
    let id: AccountId
    let secretKey: SecretKey

    init(_ account: DevnetAccount) {
        id = account.id
        secretKey = account.secretKey
    }
}

/// Brings signed delegate actions to the chain and pays for them, as a relayer service does (NEP-366).
struct Relayer {
    let account: ScenarioAccount
    let client: NEARRPCClient

    /// Sends `delegateAction` in a transaction of the relayer's to the delegate action's sender, and waits for the outcome.
    func relay(_ delegateAction: SignedDelegateAction) async throws -> FinalExecutionOutcome {
        let key = account.secretKey
        let access = try await client.viewAccessKey(key.publicKey, of: account.id)
        let (nonce, isSpent) = access.value.nonce.addingReportingOverflow(1)
        guard !isSpent else {
            throw ScenarioFailure(description: "the node says that every nonce of the relayer is used")
        }
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account.id, publicKey: key.publicKey, nonce: nonce,
                receiverId: delegateAction.delegateAction.senderId, blockHash: access.blockHash,
                actions: [.delegate(delegateAction)]))
        let result = try await client.sendTransaction(
            try SignedTransaction.sign(transaction, with: key), waitUntil: .final)
        guard let outcome = result.outcome else {
            throw ScenarioFailure(description: "the node gave no outcome for \(transaction.hash)")
        }
        if let failure = outcome.failure {
            throw ScenarioFailure(description: "the relayed transaction failed: \(failure)")
        }
        guard outcome.failedReceipts.isEmpty else {
            throw ScenarioFailure(description: "a receipt of the delegate action failed")
        }
        return outcome
    }
}
