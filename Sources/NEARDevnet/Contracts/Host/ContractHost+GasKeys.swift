// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The host functions of gas keys (NEP-611), as nearcore has them since protocol version 85.
///
/// There is none that withdraws: only the account itself does, by a transaction.
extension ContractHost {
    func appendTransferToGasKey(_ promise: UInt64, _ key: Slice, amountPointer: UInt64) throws(HostCallError) {
        try begin("transfer_to_gas_key")
        let keyBytes = try bytes(key.pointer, key.count)
        let amount = try u128(amountPointer)
        let (receipt, isOwn) = try receipt(of: promise)
        let gasKey = gasKeyFees(byteCount: keyBytes.count, receipt)
        let fees = parameters.native.fees
        try pay(
            .gasKeyTransferBase, sending: fees.gasKeyTransfer.send(senderIsReceiver: isOwn),
            executing: fees.gasKeyTransfer.execution)
        try pay(.gasKeyByte) { () throws(ArithmeticOverflowError) in
            (
                try fees.gasKeyPerByte.send(senderIsReceiver: isOwn).multiplying(by: UInt64(gasKey.sentByteCount)),
                try fees.gasKeyPerByte.execution.multiplying(by: UInt64(gasKey.transferByteCount))
            )
        }
        let publicKey = try valid(publicKey(keyBytes))
        try spend(amount)
        let action = TransferToGasKeyAction(publicKey: publicKey, deposit: NEARToken(yoctoNEAR: amount))
        append(.transferToGasKey(action), to: receipt)
    }

    func appendAddFullAccessGasKey(_ promise: UInt64, _ key: Slice, nonceCount: UInt64) throws(HostCallError) {
        try begin("add_gas_key_with_full_access")
        let keyBytes = try bytes(key.pointer, key.count)
        let info = try gasKeyInfo(nonceCount)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.addFullAccessKey, parameters.native.fees.addFullAccessKey, isOwn: isOwn)
        try payNonces(info.numNonces, gasKeyFees(byteCount: keyBytes.count, receipt))
        append(key: try valid(publicKey(keyBytes)), .gasKeyFullAccess(info), to: receipt)
    }

    func appendAddFunctionCallGasKey(
        _ promise: UInt64, _ key: Slice, nonceCount: UInt64, allowancePointer: UInt64, receiver: Slice, methods: Slice
    ) throws(HostCallError) {
        try begin("add_gas_key_with_function_call")
        let keyBytes = try bytes(key.pointer, key.count)
        let info = try gasKeyInfo(nonceCount)
        let allowance = try u128(allowancePointer)
        let receiverId = try accountId(receiver.pointer, receiver.count)
        let methods = try methodNames(bytes(methods.pointer, methods.count))
        let (receipt, isOwn) = try receipt(of: promise)
        let fees = parameters.native.fees
        let count = methods.reduce(0) { $0 + $1.count + 1 }
        try pay(.addFunctionCallKeyBase, fees.addFunctionCallKey, isOwn: isOwn)
        try pay(.addFunctionCallKeyByte, fees.addFunctionCallKeyPerByte, count: count, isOwn: isOwn)
        try payNonces(info.numNonces, gasKeyFees(byteCount: keyBytes.count, receipt))
        let publicKey = try valid(publicKey(keyBytes))
        // An allowance is refused by the check of the new receipt, as nearcore does.
        let permission = try callPermission(allowance: allowance, receiverId, methods)
        append(key: publicKey, .gasKeyFunctionCall(info, permission), to: receipt)
    }

    private func append(key publicKey: PublicKey, _ permission: AccessKeyPermission, to receipt: Int) {
        let action = AddKeyAction(publicKey: publicKey, accessKey: AccessKey(permission: permission))
        append(.addKey(action), to: receipt)
    }

    private func gasKeyInfo(_ nonceCount: UInt64) throws(HostCallError) -> GasKeyInfo {
        guard let count = UInt16(exactly: nonceCount) else { throw .integerOverflow }
        return GasKeyInfo(balance: .zero, numNonces: count)
    }

    private func gasKeyFees(byteCount: Int, _ receipt: Int) -> GasKeyFees {
        GasKeyFees(fees: parameters.native.fees, receiver: receipts[receipt].receiverId, keyByteCount: byteCount)
    }

    /// Pays for a gas key's nonces: nothing for sending them, and what writing them will take.
    private func payNonces(_ count: UInt16, _ fees: GasKeyFees) throws(HostCallError) {
        try pay(.gasKeyNonceWriteBase) { () throws(ArithmeticOverflowError) in (0, try fees.nonces(count)) }
        try pay(.gasKeyByte) { () throws(ArithmeticOverflowError) in (0, try fees.nonceBytes(count)) }
    }

    private func pay(
        _ cost: ActionCost, _ fee: () throws(ArithmeticOverflowError) -> (sending: UInt64, executing: UInt64)
    ) throws(HostCallError) {
        let (sending, executing): (UInt64, UInt64)
        do {
            (sending, executing) = try fee()
        } catch {
            throw .integerOverflow
        }
        try pay(cost, sending: sending, executing: executing)
    }

    private func pay(_ cost: ActionCost, sending: UInt64, executing: UInt64) throws(HostCallError) {
        try gas.pay(cost, sending: sending, executing: executing)
    }
}
