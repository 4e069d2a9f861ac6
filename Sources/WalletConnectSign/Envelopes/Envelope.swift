// SPDX-License-Identifier: MIT

package import GuardedMemory
internal import NEARPrimitives

/// The reason why a message from the relay isn't read.
///
/// Such a message is acknowledged and dropped: it is never an error for the program, nor the end of a session.
public enum EnvelopeError: Error, Sendable, Hashable {
    /// The text isn't Base64.
    case notBase64
    /// The message has more than ``SignLimits/message`` bytes.
    case tooLarge
    /// The message is too short for its kind.
    case tooShort
    /// The message's kind is unknown.
    case unknownType(UInt8)
    /// The message is plain text (type 2), which no relay brings.
    case notEncrypted
    /// The message is of the type with a sender's key, where the key is agreed on already.
    case unexpectedSender
    /// The message was changed, or is encrypted with another key.
    case notAuthentic
    /// The content isn't an object of JSON-RPC.
    case notJSON
}

extension EnvelopeError: CustomStringConvertible {
    /// The kind of the fault, for the log.
    public var description: String {
        switch self {
        case .notBase64: "not Base64"
        case .tooLarge: "too large"
        case .tooShort: "too short"
        case .unknownType(let type): "of the unknown type \(type)"
        case .notEncrypted: "not encrypted"
        case .unexpectedSender: "with a sender's key"
        case .notAuthentic: "not authentic"
        case .notJSON: "no JSON-RPC"
        }
    }
}

/// Encrypted messages of type 0 and 1 (WalletConnect specifications, "Crypto envelopes").
///
/// Type 0 is `00 ‖ iv ‖ ciphertext ‖ tag`; type 1 has the sender's public key in front of the iv.
package enum Envelope {
    /// An envelope that was opened.
    package struct Opened: Hashable {
        package let content: [UInt8]
        /// The sender's public key, of type 1.
        package let sender: [UInt8]?
    }

    /// Encrypts `content` in type 0 under a fresh iv; `nil` where the key isn't 32 bytes.
    package static func seal(_ content: [UInt8], key: SecretBytes) -> String? {
        seal(content, key: key, nonce: Sodium.random(count: ChaCha20Poly1305.nonceCount))
    }

    /// Encrypts `content` with a given iv, which must never have been used with this key.
    package static func seal(_ content: [UInt8], key: SecretBytes, nonce: [UInt8], sender: [UInt8]? = nil) -> String? {
        guard let sealed = ChaCha20Poly1305.seal(content, key: key, nonce: nonce) else { return nil }
        return Base64.encode((sender.map { [1] + $0 } ?? [0]) + nonce + sealed)
    }

    /// Decrypts a message.
    ///
    /// - Throws: ``EnvelopeError``.
    package static func open(_ text: String, key: SecretBytes) throws(EnvelopeError) -> Opened {
        guard text.utf8.count <= SignLimits.message else { throw .tooLarge }
        guard let bytes = Base64.decodeUnpadded(text) else { throw .notBase64 }
        guard let type = bytes.first else { throw .tooShort }
        let start: Int
        switch type {
        case 0: start = 1
        case 1: start = 1 + X25519KeyPair.keyCount
        case 2: throw .notEncrypted
        default: throw .unknownType(type)
        }
        let end = start + ChaCha20Poly1305.nonceCount
        guard bytes.count >= end + ChaCha20Poly1305.tagCount else { throw .tooShort }
        guard let content = ChaCha20Poly1305.open(bytes[end...], key: key, nonce: Array(bytes[start..<end])) else {
            throw .notAuthentic
        }
        return Opened(content: content, sender: type == 1 ? Array(bytes[1..<start]) : nil)
    }
}
