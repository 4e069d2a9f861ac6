// SPDX-License-Identifier: MIT

import Foundation
public import NEARPrimitives

/// An account that a devnet has from the beginning, with its key.
public struct DevnetAccount: Sendable {
    /// The account's id.
    public let id: AccountId
    /// Its full-access key.
    ///
    /// Made from the devnet's seed and worth nothing outside of it.
    public let secretKey: SecretKey

    /// The public half of the key.
    public var publicKey: PublicKey { secretKey.publicKey }

    /// The key that an account has on every devnet with this seed: ed25519, of the SHA-256 of both names.
    public static func secretKey(of id: AccountId, seed: String) throws(KeyError) -> SecretKey {
        var encoder = BorshEncoder(capacity: 128)
        encoder.encode("near-connect devnet key")
        encoder.encode(seed)
        encoder.encode(id)
        return try SecretKey(keyType: .ed25519, seed: CryptoHash.sha256(encoder.bytes).bytes)
    }

    /// Makes the account that a devnet with this seed has.
    package init(_ id: AccountId, seed: String) throws(DevnetError) {
        self.id = id
        do throws(KeyError) {
            secretKey = try Self.secretKey(of: id, seed: seed)
        } catch {
            throw .invalidConfiguration("no key can be made for \(id): \(error)")
        }
    }
}
