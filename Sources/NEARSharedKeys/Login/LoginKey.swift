// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives

/// The key that a login is bound to.
///
/// Its hash is the nonce of the ID token, and it signs each request to a service: a stolen token is of no use. It never
/// leaves this computer. For a session that goes on after a restart it stands in the vault beside the refresh token.
public struct LoginKey: Sendable {
    private let key: SecretKey

    /// The public half (ed25519), 32 bytes.
    public var publicBytes: [UInt8] { key.publicKey.bytes }

    /// The nonce that an ID token bound to this key has: base64url(SHA-256(public half)).
    public var nonce: String { Self.nonce(of: publicBytes) }

    /// Makes a new key.
    public init() {
        self.init(seed: .random(count: SecretKey.seedByteCount))
    }

    /// Makes the key of a seed of 32 bytes.
    init(seed: SecretBytes) {
        var bytes = seed.withUnsafeBytes { Array($0) }
        defer { bytes.wipe() }
        do throws(KeyError) {
            key = try SecretKey(keyType: .ed25519, seed: bytes)
        } catch {
            preconditionFailure("32 bytes are a seed")
        }
    }

    /// Returns the nonce of a public half.
    package static func nonce(of publicBytes: [UInt8]) -> String {
        Base64.encodeForAddress(SHA2.sha256(publicBytes))
    }

    /// Signs a request.
    package func sign(_ message: [UInt8]) -> [UInt8] {
        do throws(KeyError) {
            return try key.sign(message).bytes
        } catch {
            preconditionFailure("an ed25519 key signs every message")
        }
    }
}

extension LoginKey: CustomStringConvertible, CustomReflectable {
    /// The public half and no more.
    public var description: String { "LoginKey(of: \(key.publicKey))" }

    /// The public half and no more.
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": key.publicKey]) }
}
