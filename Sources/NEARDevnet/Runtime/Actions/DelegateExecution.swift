// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// `Delegate` (NEP-366): does what another account has signed.
    ///
    /// The relayer, who signed the transaction, has paid.
    mutating func delegate(_ signed: SignedDelegateAction) throws {
        let action = signed.delegateAction
        guard signed.verify() else { throw ActionExecutionError(.delegateActionInvalidSignature) }
        guard block.height <= action.maxBlockHeight else { throw ActionExecutionError(.delegateActionExpired) }
        guard action.senderId == accountId else {
            throw ActionExecutionError(
                .delegateActionSenderDoesNotMatchTxReceiver(senderId: action.senderId, receiverId: accountId))
        }
        try useDelegateKey(of: action)

        newReceipts.append(
            NewReceipt(
                predecessorId: accountId, receiverId: action.receiverId,
                action: ActionReceipt(
                    signerId: receipt.action.signerId, signerPublicKey: receipt.action.signerPublicKey,
                    gasPrice: receipt.action.gasPrice, actions: action.actions)))
        // Sending is burnt here; executing is passed on, to be burnt or refunded by the new receipt.
        try burn(gas: parameters.prepaidSendFees(of: receipt.action.actions))
        let passedOn = try parameters.prepaidExecutionFees(of: action.actions, at: action.receiverId)
            .adding(TransactionCost.prepaidGas(of: action.actions))
            .adding(parameters.fees.actionReceipt.execution)
        gasUsed = try gasUsed.adding(passedOn)
    }

    /// Checks the key that the delegate action was signed with, and takes its nonce.
    private mutating func useDelegateKey(of action: DelegateAction) throws {
        guard var accessKey = update.state.accessKey(accountId, action.publicKey) else {
            throw ActionExecutionError(
                .delegateActionAccessKeyError(.accessKeyNotFound(accountId: accountId, publicKey: action.publicKey)))
        }
        guard accessKey.permission.gasKey == nil else {
            throw ActionExecutionError(.delegateActionAccessKeyError(.delegateActionRequiresNonGasKey))
        }
        guard action.nonce > accessKey.nonce else {
            throw ActionExecutionError(
                .delegateActionInvalidNonce(delegateNonce: action.nonce, accessKeyNonce: accessKey.nonce))
        }
        let upperBound = block.height * ProtocolParameters.accessKeyNonceRangeMultiplier
        guard action.nonce < upperBound else {
            throw ActionExecutionError(
                .delegateActionNonceTooLarge(delegateNonce: action.nonce, upperBound: upperBound))
        }
        if case .functionCall(let permission) = accessKey.permission {
            do throws(InvalidAccessKeyError) {
                try permission.check(action.actions, receiver: action.receiverId, depositComesLast: true)
            } catch {
                throw ActionExecutionError(.delegateActionAccessKeyError(error))
            }
        }
        accessKey.nonce = action.nonce
        update.setAccessKey(accountId, action.publicKey, to: accessKey)
    }
}

extension FunctionCallPermission {
    /// Returns whether a key that may only call functions may sign these actions.
    ///
    /// - Parameter depositComesLast: Whether a deposit is what is complained about only if nothing else is wrong. So it
    ///   is with delegate actions before protocol version 85.
    func check(
        _ actions: [Action], receiver: AccountId, depositComesLast: Bool = false
    ) throws(InvalidAccessKeyError) {
        guard actions.count == 1, case .functionCall(let call) = actions[0] else { throw .requiresFullAccess }
        guard call.deposit == .zero || depositComesLast else { throw .depositWithFunctionCall }
        guard ExactText(receiver) == receiverId else {
            throw .receiverMismatch(transactionReceiver: receiver, accessKeyReceiver: receiverId.text)
        }
        guard methodNames.isEmpty || methodNames.contains(call.methodName) else {
            throw .methodNameMismatch(methodName: call.methodName.text)
        }
        guard call.deposit == .zero else { throw .depositWithFunctionCall }
    }
}
