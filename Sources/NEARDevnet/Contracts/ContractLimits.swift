// SPDX-License-Identifier: MIT

/// The limits of a contract while it runs, at one protocol version (nearcore: `LimitConfig`).
struct ContractLimits: Sendable, Hashable {
    /// Gas that one call may burn.
    let maxGasBurnt: UInt64
    /// Gas that a view call may burn.
    let maxGasBurntInView: UInt64
    /// Bytes of stack, as metered.
    let maxStackHeight: Int
    /// Pages of 64 KiB that every contract's memory has at first.
    let initialMemoryPages: Int
    /// Pages that it may grow to.
    let maxMemoryPages: Int
    /// Bytes of all registers together.
    let registersMemoryLimit: UInt64
    /// Bytes of one register.
    let maxRegisterSize: UInt64
    /// Number of registers.
    let maxRegisters: Int
    /// Number of logs of one call.
    let maxLogs: Int
    /// Bytes of all logs of one call.
    let maxTotalLogLength: UInt64
    /// Number of promises of one call.
    let maxPromises: Int
    /// Functions of a module, imported ones included.
    let maxFunctions: Int
    /// Local variables of a module.
    let maxLocals: Int
    /// First size of a module's table.
    let maxTableElements: UInt32
    /// Blocks after which a yielded promise goes on without data.
    let yieldTimeoutInBlocks: UInt64
    /// Bytes that a yielded promise can be resumed with.
    let maxYieldPayload: UInt64
    /// Bytes of the state that a call may make part of its proof.
    let maxRecordedStorage: Int

    /// Blocks, loops and conditions within one another.
    ///
    /// nearcore has no such limit. JavaScriptCore's time and memory grow faster than the depth does, and nobody pays
    /// for them: 460,000 blocks took 11 s and 1.1 GB. No compiler writes a hundredth of this.
    static let maxNesting = 10_000

    /// The limits of protocol version 83.
    static let version83 = ContractLimits(
        maxGasBurnt: 1_000_000_000_000_000, maxGasBurntInView: 1_000_000_000_000_000, maxStackHeight: 262_144,
        initialMemoryPages: 1_024, maxMemoryPages: 2_048, registersMemoryLimit: 1_073_741_824,
        maxRegisterSize: 104_857_600, maxRegisters: 100, maxLogs: 100, maxTotalLogLength: 16_384, maxPromises: 1_024,
        maxFunctions: 10_000, maxLocals: 1_000_000, maxTableElements: 10_000, yieldTimeoutInBlocks: 200,
        maxYieldPayload: 1_024, maxRecordedStorage: 4_000_000)
}
