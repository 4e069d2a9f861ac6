// SPDX-License-Identifier: MIT

/// The reason why a text or bytes are no key or signature, or why a key can't sign.
///
/// Never holds any part of a secret key.
public enum KeyError: Error, Sendable, Hashable {
    /// The name before the colon is no scheme of NEAR's.
    case unknownKeyType(String)
    /// A character that is not of Base58's alphabet, at this place after the colon.
    case invalidCharacter(position: Int)
    /// The scheme's keys or signatures have another number of bytes.
    ///
    /// `actual` is `nil` where the text is far too long.
    case wrongLength(KeyType, expected: Int, actual: Int?)
    /// The bytes are no valid key of the scheme.
    ///
    /// A secp256k1 scalar is out of range, or a point is not on the curve.
    case invalidKey(KeyType)
    /// The public half that a secret key carries is not that of its secret half.
    case mismatchedKeyPair(KeyType)
    /// The expanded form of a secret key, of which only the seed can be used (`ml-dsa-65`, 4032 bytes).
    case expandedSecretKeyUnsupported(KeyType)
    /// A secp256k1 key signs 32 bytes, a hash, and nothing else.
    case messageNotAHash(byteCount: Int)
    /// This build can't sign or verify with the scheme: ML-DSA-65 without the package trait `MLDSA65`.
    case unavailable(KeyType)
    /// The cryptographic library failed.
    case signingFailed(KeyType)
    /// The operating system gave no random bytes, or the library made no key of them.
    case generationFailed(KeyType)
}

extension KeyError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .unknownKeyType(let name): "\(name.debugDescription) is no key type: ed25519, secp256k1 and ml-dsa-65 are"
        case .invalidCharacter(let position): "not Base58 at position \(position) after the key type"
        case .wrongLength(let type, let expected, let actual?): "\(type): \(expected) bytes expected, not \(actual)"
        case .wrongLength(let type, let expected, nil): "\(type): \(expected) bytes expected, not that many"
        case .invalidKey(let type): "these bytes are no \(type) key"
        case .mismatchedKeyPair(let type): "the \(type) key's public half doesn't belong to its secret half"
        case .expandedSecretKeyUnsupported(let type):
            "an expanded \(type) secret key can't be used, only its 32-byte seed"
        case .messageNotAHash(let count): "a secp256k1 key signs 32 bytes, not \(count)"
        case .unavailable(let type):
            "\(type) keys need a build with the package trait MLDSA65: swift build --traits MLDSA65, or where a "
                + "package depends on near-connect, .package(…, traits: [\"MLDSA65\"])"
        case .signingFailed(let type): "signing with the \(type) key failed"
        case .generationFailed(let type): "no \(type) key could be made"
        }
    }
}

/// The printed form that keys and signatures share: `<key type>:<Base58>`.
enum KeyText {
    /// Splits at the first colon.
    ///
    /// Without one, nearcore takes the whole text as ed25519.
    static func split(_ text: String) throws(KeyError) -> (KeyType, Substring) {
        guard let colon = text.firstIndex(of: ":") else { return (.ed25519, text[...]) }
        let name = text[..<colon]
        guard let type = KeyType(name: name) else { throw .unknownKeyType(String(name.prefix(32))) }
        return (type, text[text.index(after: colon)...])
    }

    /// The bytes of the part after the colon, which must be `expected` in number.
    static func decode(_ text: Substring, _ type: KeyType, expected: Int) throws(KeyError) -> [UInt8] {
        let bytes = try decode(text, type, atMost: expected)
        guard bytes.count == expected else { throw .wrongLength(type, expected: expected, actual: bytes.count) }
        return bytes
    }

    static func decode(_ text: Substring, _ type: KeyType, atMost maximum: Int) throws(KeyError) -> [UInt8] {
        do throws(Base58.DecodingError) {
            return try Base58.decode(text, maximumByteCount: maximum)
        } catch {
            switch error {
            case .invalidCharacter(let position): throw .invalidCharacter(position: position)
            case .tooLong: throw .wrongLength(type, expected: maximum, actual: nil)
            }
        }
    }

    static func encode(_ type: KeyType, _ bytes: [UInt8]) -> String {
        "\(type.name):\(Base58.encode(bytes))"
    }
}
