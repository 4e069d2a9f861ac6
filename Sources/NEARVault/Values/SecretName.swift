// SPDX-License-Identifier: MIT

internal import SafeText

/// The harm that a secret does in other hands.
public enum SecretSensitivity: Hashable, Sendable {
    /// It can move money or sign in the user's name: such a secret is never stored in plain.
    case spends
    /// It can only read or disturb a conversation.
    ///
    /// Such a secret may be stored in plain, and the user is told.
    case talks
}

/// The uses of secrets that this program stores.
///
/// The use decides how sensitive a secret is, so no caller can store a key as something harmless.
public enum SecretPurpose: String, CaseIterable, Hashable, Sendable {
    /// A full-access or function-call key that the user imported.
    case importedKey = "imported-key"
    /// This device's share of a shared key.
    case keyShare = "key-share"
    /// A function-call key of an account whose own key is shared.
    case dailyKey = "daily-key"
    /// The key and the refresh token of a login, which gives the login's share of a shared key.
    case login
    /// The key of a WalletConnect client or session: it encrypts messages, and the phone still approves each request.
    case walletConnect = "wallet-connect"

    /// The harm that a secret of this use does in other hands.
    public var sensitivity: SecretSensitivity {
        switch self {
        case .importedKey, .keyShare, .dailyKey, .login: .spends
        case .walletConnect: .talks
        }
    }
}

/// The name under which a vault stores one secret.
///
/// Names are not secret. The Secret Service shows them to every program of the session, locked or not, so `id` must be
/// something public, such as a network and a public key.
public struct SecretName: Hashable, Sendable, CustomStringConvertible {
    /// The longest `id`, in bytes.
    public static let longestId = 256

    /// The secret's use.
    public let purpose: SecretPurpose
    /// The public text that tells this secret from others of the same use.
    public let id: String

    /// Makes a name.
    ///
    /// - Parameters:
    ///   - purpose: The secret's use.
    ///   - id: 1 to 256 printable ASCII characters without blanks.
    /// - Throws: ``VaultError/invalidName(_:)``.
    public init(_ purpose: SecretPurpose, id: String) throws(VaultError) {
        let isPrintable = id.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        guard isPrintable, (1...Self.longestId).contains(id.utf8.count) else {
            throw .invalidName(DisplayText.line(id))
        }
        self.purpose = purpose
        self.id = id
    }

    /// The use and the id, as in "imported-key mainnet/ed25519:…".
    public var description: String { "\(purpose.rawValue) \(id)" }
}

extension SecretName: Comparable {
    /// Orders by use, then by id, both by their bytes.
    public static func < (one: SecretName, other: SecretName) -> Bool {
        (one.purpose.rawValue, one.id) < (other.purpose.rawValue, other.id)
    }
}
