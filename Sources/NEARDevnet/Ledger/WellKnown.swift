// SPDX-License-Identifier: MIT

import NEARPrimitives

extension AccountId {
    /// The account id that refunds come from.
    ///
    /// Nobody owns it.
    static let system: AccountId = wellKnown("system")

    /// An id that is part of the program text.
    ///
    /// Stops the program where that text is not an account id.
    static func wellKnown(_ text: StaticString) -> AccountId {
        do {
            return try AccountId("\(text)")
        } catch {
            preconditionFailure("\(text) isn't an account id: \(error)")
        }
    }
}

extension PublicKey {
    /// The ed25519 key of 32 zero bytes, which stands for "no key" in balance refunds.
    static let none: PublicKey = {
        do {
            return try PublicKey("ed25519:11111111111111111111111111111111")
        } catch {
            preconditionFailure("The empty key can't be read: \(error)")
        }
    }()
}
