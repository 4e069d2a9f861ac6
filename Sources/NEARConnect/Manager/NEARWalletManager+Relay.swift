// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Sending what other accounts have signed.
extension NEARWalletManager {
    /// Sends a delegate action that another account has signed (NEP-366), and has a key of the keystore pay for it.
    ///
    /// Wallets have no form for a signed action, so a key of ``NEARWalletConfiguration/keystore`` signs the transaction
    /// around it. It is approved, written down and verified like every transaction, beside what a wallet may be asked
    /// for meanwhile.
    ///
    /// - Parameters:
    ///   - action: The action. Its signature, and where a node answers its key, its nonce and its expiry, are checked
    ///     before anybody is asked.
    ///   - payer: The account that pays the gas.
    /// - Returns: The outcome of the transaction around it.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` for an action that the chain would refuse,
    ///   ``NEARError/transactionFailed(outcome:)`` when the chain executed it and it failed,
    ///   ``NEARError/transactionUnknown(hash:)`` when that can't be said.
    @discardableResult
    public func relay(
        _ action: SignedDelegateAction, paidBy payer: AccountId
    ) async throws(NEARError) -> FinalExecutionOutcome {
        guard !isBusy else { throw .operationInProgress }
        operationStarted()
        do {
            try await check(action)
            return try await send(action, paidBy: payer)
        } catch {
            throw requests.noted(Self.translated(error))
        }
    }

    /// Checks what the chain would refuse, at the payer's cost.
    private func check(_ action: SignedDelegateAction) async throws {
        let inner = action.delegateAction
        try inner.publicKey.keyType.requireAvailable()
        guard action.verify() else {
            throw NEARError.signatureInvalid(reason: localized("a delegate action's signature is wrong"))
        }
        try await verifier.confirm([inner], of: inner.senderId)
    }

    private func send(
        _ action: SignedDelegateAction, paidBy payer: AccountId
    ) async throws -> FinalExecutionOutcome {
        let network = network
        let wallet = DirectWallet(
            nodes: services.keystoreNodes, keystore: configuration.keystore, account: payer, asker: requests.asker,
            approval: configuration.approval, approver: services.approver ?? services.widgetApprover,
            journal: folders.map { JournalFile(folder: $0.state) }, logger: logger,
            isWanted: { [weak self] in self?.network == network })
        wallet.appName = configuration.appName
        let request = TransactionRequest(receiverId: action.delegateAction.senderId, actions: [.delegate(action)])
        let (result, hash) = try await wallet.signAndSend(
            request, waitUntil: .final, deadline: configuration.deadlines.interactive)
        guard let outcome = result.outcome else { throw NEARError.transactionUnknown(hash: hash) }
        guard outcome.failure == nil else { throw NEARError.transactionFailed(outcome: outcome) }
        return outcome
    }

    private static func translated(_ error: any Error) -> NEARError {
        switch error {
        case let error as NEARError: error
        case DirectSigningError.refusedByPolicy(let reason), DirectSigningError.refusedByKeystore(let reason),
            DirectSigningError.unavailable(let reason):
            .walletError(reason)
        case let error as KeyError: .signatureInvalid(reason: error.description)
        case RPCError.transactionUnknown(let hash): .transactionUnknown(hash: hash)
        case RPCError.cancelled: .taskCancelled
        case let error as RPCError: .rpcError("\(error)")
        default: .walletError(DisplayText.words(error))
        }
    }
}
