// SPDX-License-Identifier: MIT

package import GuardedMemory
internal import NEARPrimitives

/// The key by which the relay knows this client.
///
/// Mailboxes and subscriptions hang on it, so it is kept for life.
package struct ClientIdentity: Sendable {
    /// The seed of the Ed25519 key, 32 bytes.
    package let seed: SecretBytes
    /// The client's id: `did:key` of the public key (multicodec 0xED01, Base58).
    package let id: String
    private let pair: WipedBytes

    /// Makes a new identity.
    package static func make() -> ClientIdentity? { ClientIdentity(seed: .random(count: 32)) }

    /// Makes the identity of a seed; `nil` where that hasn't 32 bytes.
    package init?(seed: SecretBytes) {
        var bytes = seed.withUnsafeBytes { Array($0) }
        defer { bytes.wipe() }
        guard let made = Ed25519.keyPair(seed: bytes) else { return nil }
        self.seed = seed
        pair = made.pair
        id = "did:key:z" + Base58.encode([0xED, 0x01] + made.publicKey)
    }

    /// Signs `message` with Ed25519.
    package func sign(_ message: [UInt8]) -> [UInt8]? {
        message.withUnsafeBytes { Ed25519.sign($0, pair: pair) }
    }
}
