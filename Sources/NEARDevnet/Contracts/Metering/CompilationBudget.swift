// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A module's share of what may be compiled that its functions haven't used yet.
struct CompilationBudget {
    /// Local variables.
    var locals: Int
    private var parameters: Int
    private var blocks: Int
    private let limits: CompilationLimits

    init(_ limits: ContractLimits) {
        locals = limits.maxLocals
        parameters = limits.compilation.maxParametersPerContract
        blocks = limits.compilation.maxBlocksPerContract
        self.limits = limits.compilation
    }

    /// Counts a function that has been checked.
    ///
    /// - Parameter writtenByteCount: Bytes of all functions so far, with their metering.
    /// - Throws: The first limit that it passes, in nearcore's order.
    mutating func take(_ body: WasmFunctionBody, writtenByteCount: Int) throws(PrepareError) {
        let parameterCount = body.type.parameters.count
        guard parameterCount <= limits.maxParametersPerFunction else { throw .tooManyParamsPerFunction }
        parameters -= parameterCount
        guard parameters >= 0 else { throw .tooManyParamsPerContract }
        guard body.maximumOperandBytes <= limits.maxOperandStackBytesPerFunction else { throw .operandStackTooLarge }
        guard body.blockCount <= limits.maxBlocksPerFunction else { throw .tooManyBlocksPerFunction }
        blocks -= body.blockCount
        guard blocks >= 0 else { throw .tooManyBlocksPerContract }
        guard writtenByteCount <= limits.maxInstrumentedCodeSize else { throw .instrumentedCodeTooLarge }
    }
}
