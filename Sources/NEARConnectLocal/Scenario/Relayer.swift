// SPDX-License-Identifier: MIT

package import NEARDevnet
package import NEARPrimitives
package import NEARRPC
internal import SafeText

/// An account of the scenario.
package struct ScenarioAccount {
    let id: AccountId
    let secretKey: SecretKey

    package init(_ account: DevnetAccount) {
        id = account.id
        secretKey = account.secretKey
    }
}

/// Sends signed delegate actions to the chain and pays for them, as a relayer service does (NEP-366).
package struct Relayer {
    let account: ScenarioAccount
    let client: NEARRPCClient

    package init(account: ScenarioAccount, client: NEARRPCClient) {
        self.account = account
        self.client = client
    }

    /// Sends `delegateAction` in a transaction to its sender and returns the outcome.
    package func relay(_ delegateAction: SignedDelegateAction) async throws -> FinalExecutionOutcome {
        let key = account.secretKey
        let access = try await client.viewAccessKey(key.publicKey, of: account.id)
        let (nonce, isSpent) = access.value.nonce.addingReportingOverflow(1)
        guard !isSpent else {
            throw ScenarioError(description: localized("the node says that every nonce of the relayer is used"))
        }
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account.id, publicKey: key.publicKey, nonce: nonce,
                receiverId: delegateAction.delegateAction.senderId, blockHash: access.blockHash,
                actions: [.delegate(delegateAction)]))
        let result = try await client.sendTransaction(
            try SignedTransaction.sign(transaction, with: key), waitUntil: .final)
        guard let outcome = result.outcome else {
            throw ScenarioError(
                description: localized("the node gave no outcome for %1$s", transaction.hash.description))
        }
        if let failure = outcome.failure {
            throw ScenarioError(description: localized("the relayed transaction failed: %1$s", "\(failure)"))
        }
        guard outcome.failedReceipts.isEmpty else {
            throw ScenarioError(description: localized("a receipt of the delegate action failed"))
        }
        return outcome
    }
}
