// SPDX-License-Identifier: MIT

/// Everything that running contracts depends on, at one protocol version.
struct ContractParameters: Sendable {
    /// Gas of one WebAssembly operator.
    let regularOperatorCost: UInt64
    let limits: ContractLimits
    /// Gas of what host functions do.
    let hostCosts: HostCostTable
    /// Fees of what promises are made of, and the limits of receipts.
    let native: ProtocolParameters

    /// The parameters of protocol version 83, with the native ones as configured.
    static func version83(_ native: ProtocolParameters) -> ContractParameters {
        ContractParameters(
            regularOperatorCost: 822_756, limits: .version83, hostCosts: .version83, native: native)
    }
}
