// SPDX-License-Identifier: MIT

/// The reason why something couldn't be signed.
public enum SigningError: Error, Sendable, Hashable {
    /// The text to be signed names another public key than that of the secret key.
    case keyMismatch(expected: PublicKey, actual: PublicKey)
    /// The key can't sign.
    case key(KeyError)
}

extension SigningError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .keyMismatch(let expected, let actual): "to be signed by \(expected), not by \(actual)"
        case .key(let error): error.description
        }
    }
}

extension SecretKey {
    /// Signs a hash with this package's error for signing.
    func signed(_ hash: CryptoHash) throws(SigningError) -> Signature {
        do throws(KeyError) {
            return try sign(hash)
        } catch {
            throw .key(error)
        }
    }
}
