// SPDX-License-Identifier: MIT

/// The number that a host function returns to a metered module.
///
/// From 0 on it is the gas that is left; the module then asks for the result, by one to three further calls. A
/// negative one has the function's cost and its result together, where both are small, and `fault` ends the contract.
/// Each call to the host takes a microsecond, and the cheapest functions pay for a third of one.
enum PackedResult {
    static let costBits = 29
    /// The first cost that isn't packed.
    static let costLimit: UInt64 = 1 << costBits
    /// Stands for the result with all bits set, which functions return for what isn't there.
    ///
    /// Every packed number is exact: it has 53 bits.
    static let allOnes: UInt64 = (1 << 24) - 1
    /// The contract has to end.
    static let fault = -1.0
    /// The number of a function without cost that returns 0.
    static let zero = -2.0

    /// Returns a cost and a result as one number; `nil` where they are too large.
    static func pack(cost: UInt64, result: UInt64) -> Double? {
        let small = result == .max ? allOnes : result
        guard cost < costLimit, small < allOnes || result == .max else { return nil }
        return zero - Double(cost | small << costBits)
    }
}
