// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The costs that a signer pays when the transaction becomes a receipt (nearcore: `TransactionCost`).
struct TransactionCost: Sendable, Hashable {
    /// Gas burnt at once, to send the receipt.
    let gasBurnt: UInt64
    /// Gas bought for the receipt: for executing its actions, and attached to function calls.
    let gasRemaining: UInt64
    /// YoctoNEAR a unit of gas, at which the receipt's gas was bought.
    let receiptGasPrice: UInt128
    /// YoctoNEAR burnt at once.
    let burntAmount: UInt128
    /// YoctoNEAR taken for deposits.
    let depositCost: UInt128
    /// YoctoNEAR taken in all: gas and deposits.
    let totalCost: UInt128

    /// YoctoNEAR taken for gas: burnt at once, and bought for the receipt.
    var gasCost: UInt128 { totalCost - depositCost }

    /// Counts what actions cost.
    ///
    /// - Throws: `ArithmeticOverflowError`, which is nearcore's `CostOverflow`.
    init(
        of actions: [Action], from signer: AccountId, to receiver: AccountId, _ parameters: ProtocolParameters
    ) throws(ArithmeticOverflowError) {
        let senderIsReceiver = signer == receiver
        let receiptFee = parameters.fees.actionReceipt
        gasBurnt = try receiptFee.send(senderIsReceiver: senderIsReceiver)
            .adding(parameters.sendFees(of: actions, to: receiver, senderIsReceiver: senderIsReceiver))
        gasRemaining = try Self.prepaidGas(of: actions)
            .adding(parameters.prepaidSendFees(of: actions))
            .adding(receiptFee.execution)
            .adding(parameters.prepaidExecutionFees(of: actions, at: receiver))
        receiptGasPrice = parameters.gasPrice
        burntAmount = try UInt128(gasBurnt).multiplying(by: parameters.gasPrice)
        depositCost = try Self.deposit(of: actions)
        totalCost = try UInt128(gasRemaining).multiplying(by: parameters.gasPrice)
            .adding(burntAmount)
            .adding(depositCost)
    }

    /// YoctoNEAR that actions carry, those inside of delegate actions included.
    static func deposit(of actions: [Action]) throws(ArithmeticOverflowError) -> UInt128 {
        var total: UInt128 = 0
        for action in actions {
            switch action {
            case .functionCall(let action): total = try total.adding(action.deposit.yoctoNEAR)
            case .transfer(let action): total = try total.adding(action.deposit.yoctoNEAR)
            case .deterministicStateInit(let action): total = try total.adding(action.deposit.yoctoNEAR)
            case .transferToGasKey(let action): total = try total.adding(action.deposit.yoctoNEAR)
            case .delegate(let signed): total = try total.adding(deposit(of: signed.delegateAction.actions))
            default: continue
            }
        }
        return total
    }

    /// Gas attached to function calls, those inside of delegate actions included.
    static func prepaidGas(of actions: [Action]) throws(ArithmeticOverflowError) -> UInt64 {
        var total: UInt64 = 0
        for action in actions {
            switch action {
            case .functionCall(let action): total = try total.adding(action.gas.gas)
            case .delegate(let signed): total = try total.adding(prepaidGas(of: signed.delegateAction.actions))
            default: continue
            }
        }
        return total
    }
}
