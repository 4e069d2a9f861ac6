// SPDX-License-Identifier: MIT

/// A contract's result: nothing, a value, or a promise of another receipt's result.
enum ContractReturn: Sendable {
    case nothing
    case value([UInt8])
    /// The result of the receipt with this place among the new ones.
    case receipt(Int)
}
