// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ContractHost {
    private var fees: FeeTable { parameters.native.fees }

    /// Adds a promise, where there aren't too many.
    func push(_ promise: ContractPromise) throws(HostCallError) -> UInt64 {
        promises.append(promise)
        guard promises.count <= parameters.limits.maxPromises else {
            throw .numberPromisesExceeded(promises.count, limit: parameters.limits.maxPromises)
        }
        return UInt64(promises.count - 1)
    }

    private func promise(_ index: UInt64) throws(HostCallError) -> ContractPromise {
        guard index < UInt64(promises.count) else { throw .invalidPromiseIndex(index) }
        return promises[Int(index)]
    }

    /// The receipt that a promise is, if it is one, and whether it stays at this account.
    func receipt(of index: UInt64) throws(HostCallError) -> (receipt: Int, isOwn: Bool) {
        guard case .receipt(let receipt) = try promise(index) else { throw .cannotAppendActionToJointPromise }
        return (receipt, receipts[receipt].receiverId == call.accountId)
    }

    /// Pays for a new receipt and for what it waits for.
    func payReceipt(isOwn: Bool, dependencies: [Bool]) throws(HostCallError) {
        do {
            var sending = fees.actionReceipt.send(senderIsReceiver: isOwn)
            for isOwnDependency in dependencies {
                // Both the sending and the receiving of data is burnt here.
                sending = try sending.adding(fees.dataReceipt.send(senderIsReceiver: isOwnDependency))
                    .adding(fees.dataReceipt.execution)
            }
            try gas.pay(.newActionReceipt, sending: sending, executing: fees.actionReceipt.execution)
        } catch let fault as HostCallError {
            throw fault
        } catch {
            throw .integerOverflow
        }
    }

    /// An id for data that a receipt waits for.
    func makeDataId() -> CryptoHash {
        defer { dataCount += 1 }
        return HashDerivation.dataId(of: call.actionHash, height: call.block.height, index: dataCount)
    }

    /// Adds a receipt that waits for others.
    func addReceipt(to receiver: AccountId, after dependencies: [Int] = [], isYield: Bool = false) -> Int {
        var action = ActionReceipt(
            signerId: call.signerId, signerPublicKey: call.signerPublicKey, gasPrice: call.gasPrice, actions: [])
        for dependency in dependencies {
            let dataId = makeDataId()
            receipts[dependency].action.outputDataReceivers.append(
                DataReceiver(dataId: dataId, receiverId: receiver))
            action.inputDataIds.append(dataId)
        }
        if isYield {
            action.isPromiseYield = true
            action.inputDataIds = [makeDataId()]
        }
        receipts.append(NewReceipt(predecessorId: call.accountId, receiverId: receiver, action: action))
        return receipts.count - 1
    }

    func promiseBatchCreate(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("promise_batch_create")
        let id = try accountId(pointer, count)
        try payReceipt(isOwn: id == call.accountId, dependencies: [])
        return try push(.receipt(addReceipt(to: id)))
    }

    func promiseBatchThen(_ index: UInt64, count: UInt64, pointer: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("promise_batch_then")
        let id = try accountId(pointer, count)
        let dependencies =
            switch try promise(index) {
            case .receipt(let receipt): [receipt]
            case .joint(let receipts): receipts
            }
        try payReceipt(
            isOwn: id == call.accountId, dependencies: dependencies.map { receipts[$0].receiverId == id })
        return try push(.receipt(addReceipt(to: id, after: dependencies)))
    }

    /// `promise_batch_create` with one function call.
    func promiseCreate(_ a: HostArguments) throws(HostCallError) -> UInt64 {
        let index = try promiseBatchCreate(a[0], a[1])
        try appendFunctionCall(index, name: a.slice(2), arguments: a.slice(4), amountPointer: a[6], gas: a[7])
        return index
    }

    /// `promise_batch_then` with one function call.
    func promiseThen(_ a: HostArguments) throws(HostCallError) -> UInt64 {
        let index = try promiseBatchThen(a[0], count: a[1], pointer: a[2])
        try appendFunctionCall(index, name: a.slice(3), arguments: a.slice(5), amountPointer: a[7], gas: a[8])
        return index
    }

    func promiseAnd(_ pointer: UInt64, _ count: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("promise_and")
        try gas.pay(.promiseAndBase)
        let (byteCount, overflow) = count.multipliedReportingOverflow(by: 8)
        guard !overflow else { throw .integerOverflow }
        try gas.pay(.promiseAndPerPromise, per: byteCount)
        let bytes = try view(pointer, byteCount)
        var joined: [Int] = []
        for start in stride(from: 0, to: bytes.count, by: 8) {
            let index = bytes[start..<(start + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            switch try promise(index) {
            case .receipt(let receipt): joined.append(receipt)
            case .joint(let receipts): joined.append(contentsOf: receipts)
            }
            let limit = parameters.native.limits.maxNumberInputDataDependencies
            guard UInt64(joined.count) <= limit else {
                throw .numberInputDataDependenciesExceeded(joined.count, limit: limit)
            }
        }
        return try push(.joint(joined))
    }

    func promiseSetRefundTo(_ index: UInt64, count: UInt64, pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try refuseInView("promise_set_refund_to")
        let id = try accountId(pointer, count)
        guard case .receipt(let receipt) = try promise(index) else { throw .cannotSetRefundToOnJointPromise }
        receipts[receipt].action.refundTo = id
    }

    func promiseResultsCount() throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("promise_results_count")
        return UInt64(call.promiseResults.count)
    }

    /// The result of something that the receipt waited for.
    ///
    /// It is 1, with the value in the register, or 2 where it failed.
    func promiseResult(_ index: UInt64, _ register: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("promise_result")
        guard index < UInt64(call.promiseResults.count) else { throw .invalidPromiseResultIndex(index) }
        guard let value = call.promiseResults[Int(index)] else { return 2 }
        try setRegister(register, value, bytesAreFree: true)
        return 1
    }

    func promiseReturn(_ index: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try gas.pay(.promiseReturn)
        try refuseInView("promise_return")
        guard case .receipt(let receipt) = try promise(index) else { throw .cannotReturnJointPromise }
        returned = .receipt(receipt)
    }

    /// Makes a promise that waits until someone resumes it with the id that is put into the register.
    func promiseYieldCreate(
        _ name: Slice, _ arguments: Slice, gas attached: UInt64, weight: UInt64, to register: UInt64
    ) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("promise_yield_create")
        try gas.pay(.yieldCreateBase)
        let name = try methodName(name)
        let arguments = try bytes(arguments.pointer, arguments.count)
        let count = name.count + arguments.count
        try gas.pay(.yieldCreateByte, per: count)
        try gas.prepay(attached)
        try payReceipt(isOwn: true, dependencies: [true])
        let receipt = addReceipt(to: call.accountId, isYield: true)
        let index = try push(.receipt(receipt))
        try pay(.functionCallBase, fees.functionCall, isOwn: true)
        try pay(.functionCallByte, fees.functionCallPerByte, count: count, isOwn: true)
        try appendCall(receipt, name: name, arguments: arguments, deposit: 0, gas: attached, weight: weight)
        try setRegister(register, receipts[receipt].action.inputDataIds[0].bytes)
        return index
    }

    func promiseYieldResume(_ id: Slice, _ payload: Slice) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("promise_submit_data")
        try gas.pay(.yieldResumeBase)
        try gas.pay(.yieldResumeByte, per: payload.count)
        let id = try bytes(id.pointer, id.count)
        let payload = try bytes(payload.pointer, payload.count)
        guard UInt64(payload.count) <= parameters.limits.maxYieldPayload else {
            throw .yieldPayloadLength(payload.count, limit: parameters.limits.maxYieldPayload)
        }
        let dataId: CryptoHash
        do {
            dataId = try CryptoHash(bytes: id)
        } catch {
            throw .dataIdMalformed
        }
        let key = DataKey(accountId: call.accountId, dataId: dataId)
        let isOwn = receipts.contains { $0.action.isPromiseYield && $0.action.inputDataIds == [dataId] }
        guard isOwn || update.state.inbox.isYielded(key), !resumed.contains(where: { $0.dataId == dataId }) else {
            return 0
        }
        resumed.append(DataReceiptContent(dataId: dataId, data: payload, isPromiseResume: true))
        return 1
    }
}
