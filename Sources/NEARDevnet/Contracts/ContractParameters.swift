// SPDX-License-Identifier: MIT

/// Everything that running contracts depends on, at one protocol version.
struct ContractParameters: Sendable {
    /// Gas of one WebAssembly operator.
    let regularOperatorCost: UInt64
    /// Gas of an operator of bulk memory, and of each byte or element that it moves.
    ///
    /// They are of version 84: the version before has no such operators.
    let linearOperatorBase: UInt64
    let linearOperatorUnit: UInt64
    let limits: ContractLimits
    /// The gas prices of host functions' work.
    let hostCosts: HostCostTable
    /// The fees of receipts and actions, and their limits.
    let native: ProtocolParameters

    /// The parameters of protocol version 83, with the native ones as configured.
    static func version83(_ native: ProtocolParameters) -> ContractParameters {
        ContractParameters(
            regularOperatorCost: 822_756, linearOperatorBase: 26_328_192, linearOperatorUnit: 822_756,
            limits: .version83, hostCosts: .version83, native: native)
    }
}
