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
    /// around it. It is approved, written down and verified like every transaction; one at a time. While a user is
    /// asked, no other operation can begin, and where one is open by then, nobody is asked. Before and after, others go
    /// on beside it.
    ///
    /// - Parameters:
    ///   - action: The action. Its signature, and where a node answers its key, its nonce and its expiry, are checked
    ///     before anybody is asked.
    ///   - payer: The account that pays the gas.
    /// - Returns: The outcome of the transaction around it.
    /// - Throws: ``NEARError``; ``NEARError/operationInProgress`` where nothing was signed because another operation is
    ///   open; ``NEARError/walletError(_:)`` with a sentence for what the chain or the policy refuses,
    ///   ``NEARError/transactionFailed(outcome:)`` when the chain executed it and it failed,
    ///   ``NEARError/transactionUnknown(hash:)`` when that can't be said.
    @discardableResult
    public func relay(
        _ action: SignedDelegateAction, paidBy payer: AccountId
    ) async throws(NEARError) -> FinalExecutionOutcome {
        guard !isClosed else { throw .managerReleased }
        guard !isBusy, !isRelaying else { throw .operationInProgress }
        isRelaying = true
        defer { isRelaying = false }
        lastError = nil
        let network = network
        let approver = (services.approver ?? services.widgetApprover).map { RelayApprover($0, besides: requests) }
        do {
            return try await send(action, paidBy: payer, on: network, approvedBy: approver)
        } catch {
            let translated = Self.translated(error)
            switch translated {
            case .transactionUnknown, .transactionFailed: break  // It was sent, whatever was done here since.
            default:
                if isClosed { throw .managerReleased }
                if self.network != network { throw requests.noted(.bridgeReloaded) }
                if case .userCancelled = translated {
                    // The question was taken away, and no user has answered it.
                    if Task.isCancelled { throw requests.noted(.taskCancelled) }
                    if approver?.wasBusy == true { throw requests.noted(.operationInProgress) }
                }
            }
            throw requests.noted(translated)
        }
    }

    private func send(
        _ action: SignedDelegateAction, paidBy payer: AccountId, on network: Network,
        approvedBy approver: (any Approver)?
    ) async throws -> FinalExecutionOutcome {
        let wallet = DirectWallet(
            nodes: services.keystoreNodes, keystore: configuration.keystore, account: payer, asker: requests.asker,
            approval: configuration.approval, approver: approver,
            journal: folders.map { JournalFile(folder: $0.state) }, logger: logger,
            isWanted: { [weak self] in self?.isClosed == false && self?.network == network })
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
        case let error as DirectSigningError: .walletError(error.sentence)
        case RPCError.transactionUnknown(let hash): .transactionUnknown(hash: hash)
        case RPCError.cancelled: .taskCancelled
        case let error as RPCError: .rpcError("\(error)")
        default: .walletError(DisplayText.words(error))
        }
    }
}
