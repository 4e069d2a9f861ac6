// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

extension CoSigningLimits {
    /// Returns what a subject spends, in yoctoNEAR; `nil` for one that isn't allowed whatever was spent.
    func amount(of subject: SigningSubject) -> UInt128? {
        switch subject {
        case .message: return allowsMessages ? 0 : nil
        case .transaction(let transaction): return amount(of: transaction.actions)
        case .delegateAction(let action): return amount(of: action.actions)
        }
    }

    private func amount(of actions: [Action]) -> UInt128? {
        var sum: UInt128 = 0
        for action in actions {
            guard let part = amount(of: action) else { return nil }
            let (next, isTooMuch) = sum.addingReportingOverflow(part)
            guard !isTooMuch else { return nil }
            sum = next
        }
        return sum <= largest.yoctoNEAR ? sum : nil
    }

    /// Returns what one action spends.
    ///
    /// A stake and the deletion of an account move all that there is, and a delegate action within a transaction is
    /// somebody else's.
    private func amount(of action: Action) -> UInt128? {
        switch action {
        case .transfer(let transfer): transfer.deposit.yoctoNEAR
        case .functionCall(let call): call.deposit.yoctoNEAR
        case .stake, .deleteAccount, .delegate, .delegateV2, .transferToGasKey, .withdrawFromGasKey,
            .deterministicStateInit:
            nil
        case .createAccount, .deployContract, .addKey, .deleteKey, .deployGlobalContract, .useGlobalContract:
            allowsAccountChanges ? 0 : nil
        }
    }
}
