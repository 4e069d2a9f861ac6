// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The functions that a contract can call while it runs (nearcore: `VMLogic`).
///
/// There is one value a call, on the engine's thread.
///
/// The host functions themselves are in extensions, by subject. Each charges in nearcore's order, so that a call that
/// runs out of gas ends where it would end there.
final class ContractHost {
    let call: ContractCall
    let parameters: ContractParameters
    var gas: GasCounter
    var memory: ContractMemory
    /// The state, with what the contract has changed.
    var update: StateUpdate
    /// The contract's account: its balance falls with what promises carry.
    var account: AccountRecord

    /// The keys whose values the call has read from what was there before it, and the bytes of those.
    private var recordedKeys: Set<[UInt8]> = []
    private var recordedByteCount = 0
    private let stateBefore: LedgerState

    var registers: [UInt64: [UInt8]] = [:]
    var registersByteCount: UInt64 = 0
    var logs: [String] = []
    var totalLogLength: UInt64 = 0
    var returned = ContractReturn.nothing

    /// Promises by their index.
    var promises: [ContractPromise] = []
    /// The receipts that the promises have become.
    var receipts: [NewReceipt] = []
    /// Function calls that share what gas is left: where they are, and with what weight.
    var gasWeights: [(receipt: Int, action: Int, weight: UInt64)] = []
    var dataCount: UInt64 = 0
    var resumed: [DataReceiptContent] = []

    init(_ call: ContractCall, in update: StateUpdate, _ parameters: ContractParameters, memory: ContractMemory) {
        self.call = call
        self.parameters = parameters
        self.update = update
        stateBefore = update.state
        self.memory = memory
        account = call.account
        gas = GasCounter(prepaid: call.action.gas.gas, isView: call.isView, parameters)
    }

    /// Refuses a function that a view call may not use.
    func refuseInView(_ function: String) throws(HostCallError) {
        if call.isView { throw .prohibitedInView(function) }
    }

    /// Notes that a value was read, for the limit of what a call may record.
    ///
    /// nearcore counts the trie's nodes as well; here are none. What the call itself has written isn't recorded, and
    /// queries record nothing.
    func record(_ key: [UInt8]) throws(HostCallError) {
        guard !call.isView, !recordedKeys.contains(key), let value = stateBefore.value(call.accountId, key: key) else {
            return
        }
        recordedKeys.insert(key)
        recordedByteCount += key.count + value.count
        guard recordedByteCount <= parameters.limits.maxRecordedStorage else { throw .recordedStorageExceeded }
    }

    /// Bytes of memory, paid for.
    func view(_ pointer: UInt64, _ count: UInt64) throws(HostCallError) -> [UInt8] {
        try gas.pay(.readMemoryBase)
        try gas.pay(.readMemoryByte, per: count)
        return try memory.read(pointer, count)
    }

    /// Bytes of memory; or, where the length is the greatest there is, of the register that the pointer then names.
    func bytes(_ pointer: UInt64, _ count: UInt64) throws(HostCallError) -> [UInt8] {
        count == .max ? try register(pointer) : try view(pointer, count)
    }

    /// Puts bytes into memory, paid for.
    func store(_ bytes: [UInt8], at pointer: UInt64) throws(HostCallError) {
        try gas.pay(.writeMemoryBase)
        try gas.pay(.writeMemoryByte, per: bytes.count)
        try memory.write(bytes, to: pointer)
    }

    func store(_ value: UInt128, at pointer: UInt64) throws(HostCallError) {
        try store(withUnsafeBytes(of: value.littleEndian) { Array($0) }, at: pointer)
    }

    func u128(_ pointer: UInt64) throws(HostCallError) -> UInt128 {
        let bytes = try view(pointer, 16)
        return bytes.reversed().reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// An account id in memory or in a register.
    func accountId(_ pointer: UInt64, _ count: UInt64) throws(HostCallError) -> AccountId {
        let bytes = try bytes(pointer, count)
        try gas.pay(.utf8DecodingBase)
        try gas.pay(.utf8DecodingByte, per: bytes.count)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .badUTF8 }
        do {
            return try AccountId(text)
        } catch {
            throw .invalidAccountId
        }
    }
}

/// The receipts that a promise stands for.
enum ContractPromise {
    case receipt(Int)
    /// Several receipts that are waited for together.
    case joint([Int])
}
