// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The contract's storage.
///
/// There is no trie here: what nearcore charges for each node on the way to a key that is written or removed isn't
/// charged, as it depends on every other key of a shard. Reading is free of that charge there too, by flat storage.
extension ContractHost {
    private var nativeLimits: ProtocolLimits { parameters.native.limits }

    /// Bytes above which nearcore keeps a value apart, and reading it costs more.
    private static let largeValue = 4_000

    private func key(_ pointer: UInt64, _ count: UInt64) throws(HostCallError) -> [UInt8] {
        let key = try bytes(pointer, count)
        guard UInt64(key.count) <= nativeLimits.maxLengthStorageKey else {
            throw .keyLengthExceeded(key.count, limit: nativeLimits.maxLengthStorageKey)
        }
        return key
    }

    private func changeUsage(adding added: Int, removing removed: Int) throws(HostCallError) {
        do {
            account.storageUsage = try account.storageUsage.adding(UInt64(added)).subtracting(UInt64(removed))
        } catch {
            throw .integerOverflow
        }
    }

    func storageWrite(
        keyCount: UInt64, keyPointer: UInt64, valueCount: UInt64, valuePointer: UInt64, to register: UInt64
    ) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("storage_write")
        try gas.pay(.storageWriteBase)
        let key = try key(keyPointer, keyCount)
        let value = try bytes(valuePointer, valueCount)
        guard UInt64(value.count) <= nativeLimits.maxLengthStorageValue else {
            throw .valueLengthExceeded(value.count, limit: nativeLimits.maxLengthStorageValue)
        }
        try gas.pay(.storageWriteKeyByte, per: key.count)
        try gas.pay(.storageWriteValueByte, per: value.count)
        let old = update.state.value(call.accountId, key: key)
        if let old { try gas.pay(.storageWriteEvictedByte, per: old.count) }
        try record(key)
        update.setValue(call.accountId, key: key, value)
        guard let old else {
            let record = value.count + key.count + Int(parameters.native.extraBytesPerRecord)
            try changeUsage(adding: record, removing: 0)
            return 0
        }
        try changeUsage(adding: value.count, removing: old.count)
        try setRegister(register, old)
        return 1
    }

    func storageRead(_ count: UInt64, _ pointer: UInt64, to register: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try gas.pay(.storageReadBase)
        let key = try key(pointer, count)
        try gas.pay(.storageReadKeyByte, per: key.count)
        guard let value = update.state.value(call.accountId, key: key) else { return 0 }
        try gas.pay(.storageReadValueByte, per: value.count)
        if value.count > Self.largeValue {
            try gas.pay(.storageLargeReadOverheadBase)
            try gas.pay(.storageLargeReadOverheadByte, per: value.count)
        }
        try record(key)
        try setRegister(register, value)
        return 1
    }

    func storageRemove(_ count: UInt64, _ pointer: UInt64, to register: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try refuseInView("storage_remove")
        try gas.pay(.storageRemoveBase)
        let key = try key(pointer, count)
        try gas.pay(.storageRemoveKeyByte, per: key.count)
        guard let value = update.state.value(call.accountId, key: key) else { return 0 }
        try gas.pay(.storageRemoveRetValueByte, per: value.count)
        try record(key)
        update.removeValue(call.accountId, key: key)
        let record = value.count + key.count + Int(parameters.native.extraBytesPerRecord)
        try changeUsage(adding: 0, removing: record)
        try setRegister(register, value)
        return 1
    }

    func storageHasKey(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        try gas.pay(.storageHasKeyBase)
        let key = try key(pointer, count)
        try gas.pay(.storageHasKeyByte, per: key.count)
        return update.state.value(call.accountId, key: key) == nil ? 0 : 1
    }

    /// Fails as nearcore does for functions that were given up.
    func deprecated(_ function: String) throws(HostCallError) -> UInt64 {
        throw .deprecated(function)
    }
}
