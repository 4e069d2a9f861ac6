// SPDX-License-Identifier: MIT

/// The reason why a text is no amount, or why a sum is none.
public enum AmountError: Error, Sendable, Hashable {
    /// There is no number.
    case empty
    /// A character that a decimal number can't have here: a sign, a second point, a comma, a letter between digits.
    ///
    /// `position` counts bytes from the text's start.
    case invalidCharacter(position: Int)
    /// The unit is unknown.
    case unknownUnit(String)
    /// More digits after the point than the unit can be divided into: money is never rounded.
    case tooManyFractionDigits(maximum: Int)
    /// The amount doesn't fit: more than 2¹²⁸-1 yoctoNEAR, or 2⁶⁴-1 gas.
    case overflow
    /// A subtraction went below nothing.
    case underflow
}

extension AmountError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .empty: "no number"
        case .invalidCharacter(let position): "not a decimal number at position \(position)"
        case .unknownUnit(let unit): "\(unit.debugDescription) is no unit"
        case .tooManyFractionDigits(let maximum): "more than \(maximum) digits after the point"
        case .overflow: "the amount is too large"
        case .underflow: "the amount is less than nothing"
        }
    }
}
