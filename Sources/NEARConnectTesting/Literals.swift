// SPDX-License-Identifier: MIT

public import NEARPrimitives

// In a test a text that is no account id or amount is a mistake in its source, so it ends the process, as an index out
// of bounds does. `AccountId("…")` with a literal is this initializer too, wherever this module is imported: a test of
// texts that are refused hands them over in a variable.

extension AccountId: ExpressibleByStringLiteral {
    /// The account id of a test's source, such as `"alice.test.near"`.
    ///
    /// - Precondition: The text is an account id.
    public init(stringLiteral text: String) {
        do {
            self = try AccountId(text)
        } catch {
            preconditionFailure("\"\(text)\" in a test is no account id: \(error)")
        }
    }
}

extension NEARToken: ExpressibleByStringLiteral {
    /// The amount of a test's source with its unit, such as `"1.5 NEAR"` or `"1 yoctoNEAR"`.
    ///
    /// - Precondition: The text is an amount.
    public init(stringLiteral text: String) {
        do {
            self = try NEARToken(text)
        } catch {
            preconditionFailure("\"\(text)\" in a test is no amount of NEAR: \(error)")
        }
    }
}

extension Gas: ExpressibleByStringLiteral {
    /// The gas of a test's source with its unit, such as `"30 Tgas"`.
    ///
    /// - Precondition: The text is an amount of gas.
    public init(stringLiteral text: String) {
        do {
            self = try Gas(text)
        } catch {
            preconditionFailure("\"\(text)\" in a test is no amount of gas: \(error)")
        }
    }
}
