// SPDX-License-Identifier: MIT

internal import SafeText

/// One of the four kinds of places that secrets are stored in.
public enum VaultPlace: Hashable, Sendable, CustomStringConvertible {
    /// The desktop's keyring, by the Secret Service interface.
    case secretService
    /// A file that is encrypted with a key made from a passphrase.
    case sealedFile(path: String)
    /// A file that only its owner may read, without encryption.
    case plainFile(path: String)
    /// This process's memory: the secrets are gone when the program ends.
    case memory

    /// The place's kind, without its path.
    public var kind: VaultKind {
        switch self {
        case .secretService: .secretService
        case .sealedFile: .sealedFile
        case .plainFile: .plainFile
        case .memory: .memory
        }
    }

    /// Words for the place within a sentence.
    public var description: String {
        switch self {
        case .secretService: localized("the desktop’s keyring")
        case .sealedFile(let path): localized("the sealed file %1$s", DisplayText.line(path))
        case .plainFile(let path): localized("the unencrypted file %1$s", DisplayText.line(path))
        case .memory: localized("this program’s memory")
        }
    }

    /// Returns whether secrets that are this sensitive may be stored here.
    public func takes(_ sensitivity: SecretSensitivity) -> Bool {
        sensitivity == .talks || kind != .plainFile
    }
}

/// The four kinds of places, by the names that options and records use.
public enum VaultKind: String, CaseIterable, Hashable, Sendable {
    case secretService = "secret-service"
    case sealedFile = "sealed-file"
    case plainFile = "plain-file"
    case memory
}
