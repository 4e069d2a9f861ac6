// SPDX-License-Identifier: MIT

internal import SafeText

/// The reason why a text isn't a pairing link that can be used.
public enum PairingURIError: Error, Sendable, Hashable {
    /// The text doesn't begin with `wc:`, or has characters that no link has.
    case notALink
    /// The link is of version 1, whose servers were shut down in 2023.
    case versionOne
    /// The link is of another version.
    case unknownVersion(String)
    /// A field stands twice.
    case repeatedField(String)
    /// The topic isn't 64 lower-case hexadecimal digits.
    case invalidTopic
    /// The key is missing or isn't 64 hexadecimal digits, or the topic isn't that of the key.
    case invalidKey
    /// The relay's protocol is missing or another one than `irn`.
    case unknownProtocol
    /// The time at which the link ends isn't a number.
    case invalidExpiry
    /// The link has ended.
    case expired
}

extension PairingURIError: CustomStringConvertible {
    /// A sentence that says what to do, without any part of the key.
    public var description: String {
        switch self {
        case .notALink: localized("This isn’t a WalletConnect link, which begins with “wc:”. Copy the whole link.")
        case .versionOne:
            localized(
                "This link is of WalletConnect 1, which was shut down in 2023. Update the program that shows it.")
        case .unknownVersion(let version):
            localized("This link is of WalletConnect %1$s; this program knows version 2.", DisplayText.name(version))
        case .repeatedField(let name):
            localized("The link has “%1$s” twice. Copy the link again.", DisplayText.name(name))
        case .invalidTopic, .invalidKey: localized("The link is damaged. Copy the whole link again.")
        case .unknownProtocol: localized("The link names another relay protocol than “irn”. Copy the link again.")
        case .invalidExpiry: localized("The link doesn’t say until when it counts. Copy the link again.")
        case .expired: localized("The link has expired. Ask for a new one.")
        }
    }
}
