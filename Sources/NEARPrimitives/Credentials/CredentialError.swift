// SPDX-License-Identifier: MIT

/// The reason why a credential file can't be used.
///
/// Holds nothing of the file that could be secret.
public enum CredentialError: Error, Sendable, Hashable {
    /// The file is no JSON text.
    case notJSON(JSONParsingError)
    /// The file holds JSON, but no object.
    case notAnObject
    /// A member that must be a string is none.
    case notAString(member: String)
    /// There is neither a secret key nor a seed phrase.
    case noSecret
    /// The secret key can't be read.
    case secretKey(KeyError)
    /// The public key can't be read.
    case publicKey(KeyError)
    /// The seed phrase or its path can't be used.
    case seedPhrase(SeedPhraseError)
    /// The account id breaks a rule.
    case accountId(AccountIdError)
    /// The file names a public key that isn't the secret key's: signatures would be refused.
    case publicKeyMismatch(named: PublicKey, actual: PublicKey)
    /// The file is not a regular file or larger than any credential is.
    case unreadable(reason: String)
}

extension CredentialError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .notJSON(let error): "not JSON: \(error)"
        case .notAnObject: "no JSON object"
        case .notAString(let member): "\"\(member)\" is no string"
        case .noSecret: "neither a secret key nor a seed phrase"
        case .secretKey(let error): "the secret key: \(error)"
        case .publicKey(let error): "the public key: \(error)"
        case .seedPhrase(let error): "the seed phrase: \(error)"
        case .accountId(let error): "the account id: \(error)"
        case .publicKeyMismatch(let named, let actual):
            "the file names the public key \(named), but its secret key is that of \(actual)"
        case .unreadable(let reason): reason
        }
    }
}
