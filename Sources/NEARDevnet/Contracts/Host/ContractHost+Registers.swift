// SPDX-License-Identifier: MIT

extension ContractHost {
    /// The contents of a register, paid for.
    func register(_ id: UInt64) throws(HostCallError) -> [UInt8] {
        guard let bytes = registers[id] else { throw .invalidRegisterId(id) }
        try gas.pay(.readRegisterBase)
        try gas.pay(.readRegisterByte, per: bytes.count)
        return bytes
    }

    /// Sets a register.
    ///
    /// Its bytes are free where the receipt has paid for them already.
    func setRegister(_ id: UInt64, _ bytes: [UInt8], bytesAreFree: Bool = false) throws(HostCallError) {
        try gas.pay(.writeRegisterBase)
        if !bytesAreFree { try gas.pay(.writeRegisterByte, per: bytes.count) }
        let limits = parameters.limits
        // As in nearcore, with the greatest number of registers not even those that are there can be set.
        guard UInt64(bytes.count) <= limits.maxRegisterSize, registers.count < limits.maxRegisters else {
            throw .memoryAccessViolation
        }
        let old = registers[id].map { UInt64($0.count) + 8 } ?? 0
        let total = registersByteCount - old + UInt64(bytes.count) + 8
        guard total <= limits.registersMemoryLimit else { throw .memoryAccessViolation }
        registersByteCount = total
        registers[id] = bytes
    }

    func readRegister(_ id: UInt64, to pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try store(register(id), at: pointer)
    }

    func registerLength(_ id: UInt64) throws(HostCallError) -> UInt64 {
        try gas.pay(.base)
        return registers[id].map { UInt64($0.count) } ?? .max
    }

    func writeRegister(_ id: UInt64, count: UInt64, pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try setRegister(id, view(pointer, count))
    }
}
