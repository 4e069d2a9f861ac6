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

    /// Items of all element segments together.
    ///
    /// nearcore has no such limit. Segments may fill the same places again and again, for which nobody pays, and which
    /// takes JavaScriptCore 0.7 µs an item. No compiler writes a tenth of this.
    static let maxElements = 100_000

    /// Limits of what a module costs to compile.
    let compilation: CompilationLimits

    /// The limits of protocol version 83.
    static let version83 = ContractLimits(
        maxGasBurnt: 1_000_000_000_000_000, maxGasBurntInView: 1_000_000_000_000_000, maxStackHeight: 262_144,
        initialMemoryPages: 1_024, maxMemoryPages: 2_048, registersMemoryLimit: 1_073_741_824,
        maxRegisterSize: 104_857_600, maxRegisters: 100, maxLogs: 100, maxTotalLogLength: 16_384, maxPromises: 1_024,
        maxFunctions: 10_000, maxLocals: 1_000_000, maxTableElements: 10_000, yieldTimeoutInBlocks: 200,
        maxYieldPayload: 1_024, maxRecordedStorage: 4_000_000,
        compilation: .version84)
}

/// The limits that bound what a module costs to compile, at one protocol version (nearcore: `LimitConfig`).
///
/// Version 83 has none of them; the networks have them since version 84, which brought another compiler.
struct CompilationLimits: Sendable, Hashable {
    /// Signatures that a module declares.
    let maxTypes: Int
    /// Bytes of a function's body.
    let maxFunctionBodySize: Int
    /// Parameters of a function that has a body.
    let maxParametersPerFunction: Int
    /// Parameters of all those functions together.
    let maxParametersPerContract: Int
    /// Bytes of operands that a function has at once.
    let maxOperandStackBytesPerFunction: Int
    /// Blocks, loops and conditions of a function.
    let maxBlocksPerFunction: Int
    /// Blocks, loops and conditions of a module.
    let maxBlocksPerContract: Int
    /// Bytes of the metered module.
    let maxInstrumentedCodeSize: Int

    /// The limits of protocol version 84.
    static let version84 = CompilationLimits(
        maxTypes: 1_024, maxFunctionBodySize: 196_608, maxParametersPerFunction: 64, maxParametersPerContract: 50_000,
        maxOperandStackBytesPerFunction: 8_192, maxBlocksPerFunction: 5_000, maxBlocksPerContract: 50_000,
        maxInstrumentedCodeSize: 16_777_216)
}
