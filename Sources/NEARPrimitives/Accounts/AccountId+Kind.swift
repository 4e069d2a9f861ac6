// SPDX-License-Identifier: MIT

extension AccountId {
    /// The sort of account that an id names (nearcore's `AccountType`).
    public enum Kind: Sendable, Hashable {
        /// An account with a name, created by a `CreateAccount` action.
        case named
        /// 64 hexadecimal digits: the account of the ed25519 key with these bytes.
        case nearImplicit
        /// `0x` and 40 hexadecimal digits: the account of an Ethereum address.
        case ethImplicit
        /// `0s` and 40 hexadecimal digits: an account whose id is derived from its code and first state (NEP-616).
        case nearDeterministic
        /// `0u` and 52 symbols of lower-case Crockford Base32: a hash of the account's first state (nearcore 2.14).
        case universal
    }

    /// The sort of account that the id names.
    public var kind: Kind {
        let bytes = text.utf8
        if bytes.count == 64, bytes.allSatisfy(Self.isHexadecimal) {
            return .nearImplicit
        }
        if bytes.count == 42, bytes.dropFirst(2).allSatisfy(Self.isHexadecimal) {
            if text.hasPrefix("0x") {
                return .ethImplicit
            }
            if text.hasPrefix("0s") {
                return .nearDeterministic
            }
        }
        return isUniversal ? .universal : .named
    }

    /// True if the id alone says who owns the account: every kind but `.named`.
    public var isImplicit: Bool { kind != .named }

    /// True if the account has no parent: `near`, but not `alice.near`.
    ///
    /// Implicit accounts don't count, nor does `system`, which is the protocol's own.
    public var isTopLevel: Bool {
        !isImplicit && text != "system" && !text.utf8.contains(UInt8(ascii: "."))
    }

    /// The account that may create this one: `near` for `alice.near`.
    ///
    /// `nil` where there is none.
    public var parent: AccountId? {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let rest = text[text.utf8.index(after: dot)...]
        // A parent of one character ("a" of "near.a") is no account id.
        guard rest.utf8.count >= Self.minimumByteCount else { return nil }
        return AccountId(unchecked: String(rest))
    }

    /// Returns whether this is a direct sub-account: `alice.near` of `near`, but not `b.alice.near` of `near`.
    public func isSubAccount(of parent: AccountId) -> Bool {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
        return text.utf8[text.utf8.index(after: dot)...].elementsEqual(parent.text.utf8)
    }

    /// 256 bits in 52 symbols of 5: the last symbol carries one bit, so it is `0` or `g`.
    private var isUniversal: Bool {
        text.utf8.count == 54 && text.hasPrefix("0u") && (text.utf8.last == UInt8(ascii: "0") || text.hasSuffix("g"))
            && text.utf8.dropFirst(2).allSatisfy(Self.isCrockfordDigit)
    }

    private static func isCrockfordDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "o"), UInt8(ascii: "u"): false
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: false
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
