// SPDX-License-Identifier: MIT

internal import SafeText

/// The reason why something couldn't be signed.
public enum SigningError: Error, Sendable, Hashable {
    /// The text to be signed names another public key than that of the secret key.
    case keyMismatch(expected: PublicKey, actual: PublicKey)
    /// The key can't sign.
    case key(KeyError)
    /// The task that asked was cancelled, and no signature exists outside of the signer.
    case cancelled
    /// The signer can't be reached now, or not all that it needs: a device, other holders of shares.
    case unavailable(reason: String)
    /// The signer, or its user, decided not to sign.
    case refused(reason: String)
    /// A signer returned a signature that isn't its key's over what was to be signed.
    case faultySignature(of: PublicKey)
}

extension SigningError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .keyMismatch(let expected, let actual):
            localized("to be signed by %1$s, not by %2$s", "\(expected)", "\(actual)")
        case .key(let error): error.description
        case .cancelled: localized("the signing was cancelled, and nothing was signed")
        case .unavailable(let reason): localized("the signer can’t be reached: %1$s", reason)
        case .refused(let reason): localized("the signer refused: %1$s", reason)
        case .faultySignature(let key):
            localized(
                "the signer of %1$s is faulty: what it returned is no signature of that key over what was to be signed. Nothing was sent; don’t use this signer any more",
                "\(key)")
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
