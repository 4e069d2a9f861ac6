// SPDX-License-Identifier: MIT

/// An amount of tokens or gas went over what its type can hold.
struct ArithmeticOverflowError: Error {}

extension FixedWidthInteger {
    /// The sum, or an error instead of a trap.
    func adding(_ other: Self) throws(ArithmeticOverflowError) -> Self {
        let (value, overflow) = addingReportingOverflow(other)
        guard !overflow else { throw ArithmeticOverflowError() }
        return value
    }

    /// The difference, or an error instead of a trap.
    func subtracting(_ other: Self) throws(ArithmeticOverflowError) -> Self {
        let (value, overflow) = subtractingReportingOverflow(other)
        guard !overflow else { throw ArithmeticOverflowError() }
        return value
    }

    /// The product, or an error instead of a trap.
    func multiplying(by other: Self) throws(ArithmeticOverflowError) -> Self {
        let (value, overflow) = multipliedReportingOverflow(by: other)
        guard !overflow else { throw ArithmeticOverflowError() }
        return value
    }

    /// The sum, or the largest value.
    func saturatingAdding(_ other: Self) -> Self {
        let (value, overflow) = addingReportingOverflow(other)
        return overflow ? .max : value
    }

    /// The difference, or zero.
    func saturatingSubtracting(_ other: Self) -> Self {
        other > self ? 0 : self - other
    }
}
