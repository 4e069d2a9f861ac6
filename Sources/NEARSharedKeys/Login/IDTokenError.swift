// SPDX-License-Identifier: MIT

internal import SafeText

/// A reason for which an ID token doesn't count.
public enum IDTokenError: Error, Hashable, Sendable {
    /// The text isn't a signed token of three parts, or one of its parts isn't what it should be.
    case malformed
    /// The token is signed in a way that isn't RS256, ES256 or EdDSA.
    case algorithm
    /// None of the issuer's keys has the token's name and kind.
    case unknownKey
    /// The signature isn't the issuer's.
    case signature
    /// Another issuer made it.
    case issuer
    /// It is for another program.
    case audience
    /// It has ended, or begins later.
    case expired
    /// It isn't bound to this program's key.
    case nonce
    /// It is another person's, or names nobody.
    case subject
}

extension IDTokenError: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .malformed: localized("The login’s token can’t be read. Sign in again.")
        case .algorithm: localized("The login’s token is signed in a way that isn’t taken. Nothing was opened with it.")
        case .unknownKey, .signature:
            localized("The login’s token isn’t signed by its issuer. Nothing was opened with it.")
        case .issuer: localized("The login’s token is of another issuer. Nothing was opened with it.")
        case .audience: localized("The login’s token is for another program. Nothing was opened with it.")
        case .expired: localized("The login has ended, or this computer’s clock is wrong. Sign in again.")
        case .nonce: localized("The login’s token wasn’t made for this program’s key. Sign in again.")
        case .subject: localized("Somebody else has signed in. Sign in as the account’s owner.")
        }
    }
}
