// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ContractHost {
    private var fees: FeeTable { parameters.native.fees }

    /// Pays for a part of an action, `count` times.
    func pay(_ cost: ActionCost, _ fee: Fee, count: Int = 1, isOwn: Bool) throws(HostCallError) {
        let sending: UInt64
        let executing: UInt64
        do {
            sending = try fee.send(senderIsReceiver: isOwn).multiplying(by: UInt64(count))
            executing = try fee.execution.multiplying(by: UInt64(count))
        } catch {
            throw .integerOverflow
        }
        try gas.pay(cost, sending: sending, executing: executing)
    }

    /// Does what every function that adds an action begins with.
    func begin(_ function: String) throws(HostCallError) {
        try gas.pay(.base)
        try refuseInView("promise_batch_action_\(function)")
    }

    func append(_ action: Action, to receipt: Int) {
        receipts[receipt].action.actions.append(action)
    }

    func spend(_ amount: UInt128) throws(HostCallError) {
        guard amount <= account.amount else { throw .balanceExceeded }
        account.amount -= amount
    }

    func methodName(_ slice: Slice) throws(HostCallError) -> [UInt8] {
        let name = try bytes(slice.pointer, slice.count)
        guard !name.isEmpty else { throw .emptyMethodName }
        return name
    }

    /// A public key in Borsh, of a kind that the protocol version knows.
    ///
    /// That it is none is said only where it is used, as nearcore does.
    private func publicKey(_ slice: Slice) throws(HostCallError) -> PublicKey? {
        publicKey(try bytes(slice.pointer, slice.count))
    }

    func publicKey(_ bytes: [UInt8]) -> PublicKey? {
        do {
            let key = try PublicKey(borsh: bytes)
            return key.keyType == .mldsa65 ? nil : key
        } catch {
            return nil
        }
    }

    func valid(_ key: PublicKey?) throws(HostCallError) -> PublicKey {
        guard let key else { throw .invalidPublicKey }
        return key
    }

    func appendCreateAccount(_ promise: UInt64) throws(HostCallError) {
        try begin("create_account")
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.createAccount, fees.createAccount, isOwn: isOwn)
        append(.createAccount, to: receipt)
    }

    private func code(_ slice: Slice) throws(HostCallError) -> [UInt8] {
        let code = try bytes(slice.pointer, slice.count)
        let limit = parameters.native.limits.maxContractSize
        guard UInt64(code.count) <= limit else { throw .contractSizeExceeded(code.count, limit: limit) }
        return code
    }

    func appendDeployContract(_ promise: UInt64, _ code: Slice) throws(HostCallError) {
        try begin("deploy_contract")
        let code = try self.code(code)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.deployContractBase, fees.deployContract, isOwn: isOwn)
        try pay(.deployContractByte, fees.deployContractPerByte, count: code.count, isOwn: isOwn)
        append(.deployContract(DeployContractAction(code: code)), to: receipt)
    }

    func appendDeployGlobalContract(
        _ promise: UInt64, _ code: Slice, by mode: GlobalContractDeployMode
    ) throws(HostCallError) {
        try begin("deploy_global_contract" + (mode == .accountId ? "_by_account_id" : ""))
        let code = try self.code(code)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.deployGlobalContractBase, fees.deployGlobalContract, isOwn: isOwn)
        try pay(.deployGlobalContractByte, fees.deployGlobalContractPerByte, count: code.count, isOwn: isOwn)
        append(.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: mode)), to: receipt)
    }

    private func contractIdentifier(
        _ slice: Slice, _ mode: GlobalContractDeployMode
    ) throws(HostCallError) -> GlobalContractIdentifier {
        if mode == .accountId { return .accountId(try accountId(slice.pointer, slice.count)) }
        let bytes = try bytes(slice.pointer, slice.count)
        do {
            return .codeHash(try CryptoHash(bytes: bytes))
        } catch {
            throw .contractCodeHashMalformed
        }
    }

    func appendUseGlobalContract(
        _ promise: UInt64, _ identifier: Slice, by mode: GlobalContractDeployMode
    ) throws(HostCallError) {
        try begin("use_global_contract" + (mode == .accountId ? "_by_account_id" : ""))
        let identifier = try contractIdentifier(identifier, mode)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.useGlobalContractBase, fees.useGlobalContract, isOwn: isOwn)
        try pay(.useGlobalContractByte, fees.useGlobalContractPerByte, count: identifier.storageByteCount, isOwn: isOwn)
        append(.useGlobalContract(UseGlobalContractAction(contractIdentifier: identifier)), to: receipt)
    }

    func appendFunctionCall(
        _ promise: UInt64, name: Slice, arguments: Slice, amountPointer: UInt64, gas attached: UInt64,
        weight: UInt64 = 0
    ) throws(HostCallError) {
        try begin("function_call")
        let amount = try u128(amountPointer)
        let name = try methodName(name)
        let arguments = try bytes(arguments.pointer, arguments.count)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.functionCallBase, fees.functionCall, isOwn: isOwn)
        try pay(.functionCallByte, fees.functionCallPerByte, count: name.count + arguments.count, isOwn: isOwn)
        try gas.prepay(attached)
        try spend(amount)
        try appendCall(receipt, name: name, arguments: arguments, deposit: amount, gas: attached, weight: weight)
    }

    func appendCall(
        _ receipt: Int, name: [UInt8], arguments: [UInt8], deposit: UInt128, gas attached: UInt64, weight: UInt64
    ) throws(HostCallError) {
        guard let name = String(validating: name, as: UTF8.self) else { throw .invalidMethodName }
        if weight > 0 { gasWeights.append((receipt, receipts[receipt].action.actions.count, weight)) }
        append(
            .functionCall(
                FunctionCallAction(
                    methodName: name, args: arguments, gas: Gas(gas: attached),
                    deposit: NEARToken(yoctoNEAR: deposit))),
            to: receipt)
    }

    func appendTransfer(_ promise: UInt64, amountPointer: UInt64) throws(HostCallError) {
        try begin("transfer")
        let amount = try u128(amountPointer)
        let (receipt, isOwn) = try receipt(of: promise)
        let action = Action.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: amount)))
        let receiver = receipts[receipt].receiverId
        do {
            let sending = try parameters.native.sendFees(of: [action], to: receiver, senderIsReceiver: isOwn)
            let executing = try parameters.native.executionFee(of: action, at: receiver)
            try gas.pay(.transfer, sending: sending, executing: executing)
        } catch let fault as HostCallError {
            throw fault
        } catch {
            throw .integerOverflow
        }
        try spend(amount)
        append(action, to: receipt)
    }

    func appendStake(_ promise: UInt64, amountPointer: UInt64, _ key: Slice) throws(HostCallError) {
        try begin("stake")
        let amount = try u128(amountPointer)
        let key = try publicKey(key)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.stake, fees.stake, isOwn: isOwn)
        append(.stake(StakeAction(stake: NEARToken(yoctoNEAR: amount), publicKey: try valid(key))), to: receipt)
    }

    func appendAddFullAccessKey(_ promise: UInt64, _ key: Slice, nonce: UInt64) throws(HostCallError) {
        try begin("add_key_with_full_access")
        let key = try publicKey(key)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.addFullAccessKey, fees.addFullAccessKey, isOwn: isOwn)
        let accessKey = AccessKey(nonce: nonce, permission: .fullAccess)
        append(.addKey(AddKeyAction(publicKey: try valid(key), accessKey: accessKey)), to: receipt)
    }

    func appendAddFunctionCallKey(
        _ promise: UInt64, _ key: Slice, nonce: UInt64, allowancePointer: UInt64, receiver: Slice, methods: Slice
    ) throws(HostCallError) {
        try begin("add_key_with_function_call")
        let key = try publicKey(key)
        let allowance = try u128(allowancePointer)
        let receiverId = try accountId(receiver.pointer, receiver.count)
        let methods = try methodNames(bytes(methods.pointer, methods.count))
        let (receipt, isOwn) = try receipt(of: promise)
        let count = methods.reduce(0) { $0 + $1.count + 1 }
        try pay(.addFunctionCallKeyBase, fees.addFunctionCallKey, isOwn: isOwn)
        try pay(.addFunctionCallKeyByte, fees.addFunctionCallKeyPerByte, count: count, isOwn: isOwn)
        let valid = try valid(key)
        let permission = try callPermission(allowance: allowance, receiverId, methods)
        let accessKey = AccessKey(nonce: nonce, permission: .functionCall(permission))
        append(.addKey(AddKeyAction(publicKey: valid, accessKey: accessKey)), to: receipt)
    }

    /// The permission of a function-call key; an allowance of zero stands for none.
    func callPermission(
        allowance: UInt128, _ receiverId: AccountId, _ methods: [[UInt8]]
    ) throws(HostCallError) -> FunctionCallPermission {
        var names: [String] = []
        for method in methods {
            guard let name = String(validating: method, as: UTF8.self) else { throw .invalidMethodName }
            names.append(name)
        }
        return FunctionCallPermission(
            allowance: allowance > 0 ? NEARToken(yoctoNEAR: allowance) : nil, receiverId: receiverId,
            methodNames: names)
    }

    /// Method names between commas: none, or none of them empty.
    func methodNames(_ bytes: [UInt8]) throws(HostCallError) -> [[UInt8]] {
        guard !bytes.isEmpty else { return [] }
        let names = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty }) else { throw .emptyMethodName }
        return names.map { Array($0) }
    }

    func appendDeleteKey(_ promise: UInt64, _ key: Slice) throws(HostCallError) {
        try begin("delete_key")
        let key = try publicKey(key)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.deleteKey, fees.deleteKey, isOwn: isOwn)
        append(.deleteKey(DeleteKeyAction(publicKey: try valid(key))), to: receipt)
    }

    func appendDeleteAccount(_ promise: UInt64, _ beneficiary: Slice) throws(HostCallError) {
        try begin("delete_account")
        let id = try accountId(beneficiary.pointer, beneficiary.count)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.deleteAccount, fees.deleteAccount, isOwn: isOwn)
        append(.deleteAccount(DeleteAccountAction(beneficiaryId: id)), to: receipt)
    }

    /// Adds the initialization of a deterministic account, without data so far, and gives its place in the receipt.
    func appendStateInit(
        _ promise: UInt64, _ identifier: Slice, by mode: GlobalContractDeployMode, amountPointer: UInt64
    ) throws(HostCallError) -> UInt64 {
        try begin("state_init" + (mode == .accountId ? "_by_account_id" : ""))
        let identifier = try contractIdentifier(identifier, mode)
        let amount = try u128(amountPointer)
        let (receipt, isOwn) = try receipt(of: promise)
        try pay(.deterministicStateInitBase, fees.deterministicStateInit, isOwn: isOwn)
        try spend(amount)
        let action = DeterministicStateInitAction(
            stateInit: .v1(DeterministicAccountStateInitV1(code: identifier)),
            deposit: NEARToken(yoctoNEAR: amount))
        append(.deterministicStateInit(action), to: receipt)
        return UInt64(receipts[receipt].action.actions.count - 1)
    }

    /// Adds an entry to the data that a deterministic account begins with.
    func setStateInitEntry(_ promise: UInt64, _ index: UInt64, key: Slice, value: Slice) throws(HostCallError) {
        try gas.pay(.base)
        try refuseInView("set_state_init_data_entry")
        let (receipt, isOwn) = try receipt(of: promise)
        let key = try bytes(key.pointer, key.count)
        let value = try bytes(value.pointer, value.count)
        try pay(.deterministicStateInitEntry, fees.deterministicStateInitPerEntry, isOwn: isOwn)
        try pay(
            .deterministicStateInitByte, fees.deterministicStateInitPerByte, count: key.count + value.count,
            isOwn: isOwn)
        let actions = receipts[receipt].action.actions
        guard index < UInt64(actions.count), case .deterministicStateInit(var action) = actions[Int(index)] else {
            throw .invalidActionIndex(receipt, index)
        }
        var data: [[UInt8]: [UInt8]] = [:]
        for entry in action.stateInit.data { data[entry.key] = entry.value }
        guard data.updateValue(value, forKey: key) == nil else { throw .dataEntryAlreadyExists }
        action.stateInit = .v1(DeterministicAccountStateInitV1(code: action.stateInit.code, data: data))
        receipts[receipt].action.actions[Int(index)] = .deterministicStateInit(action)
    }

    /// Gives the function calls that asked for it what gas is left, by their weights.
    func distributeGas() throws(HostCallError) {
        let total = gasWeights.reduce(UInt128(0)) { $0 + UInt128($1.weight) }
        guard total > 0, let last = gasWeights.last else { return }
        let unused = gas.prepaid.saturatingSubtracting(gas.used)
        var left = unused
        for entry in gasWeights {
            let share = UInt64(UInt128(unused) * UInt128(entry.weight) / total)
            attach(share, to: entry.receipt, action: entry.action)
            left -= share
        }
        attach(left, to: last.receipt, action: last.action)
        try gas.prepay(unused)
    }

    private func attach(_ more: UInt64, to receipt: Int, action index: Int) {
        guard case .functionCall(var call) = receipts[receipt].action.actions[index] else { return }
        call.gas = Gas(gas: call.gas.gas.saturatingAdding(more))
        receipts[receipt].action.actions[index] = .functionCall(call)
    }
}
