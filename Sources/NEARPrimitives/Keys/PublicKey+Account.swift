// SPDX-License-Identifier: MIT

extension PublicKey {
    /// The account that this key owns without anyone having created it.
    ///
    /// Its id is the key in hexadecimal for ed25519, and `0x` with the last 20 bytes of its Keccak-256 for secp256k1.
    ///
    /// ML-DSA-65 keys have none yet.
    public var implicitAccountId: AccountId? {
        switch keyType {
        case .ed25519: AccountId(unchecked: Hexadecimal.encode(bytes))
        case .secp256k1: AccountId(unchecked: "0x" + Hexadecimal.encode(Keccak.keccak256(bytes).suffix(20)))
        case .mldsa65: nil
        }
    }

    /// The chain's name for the key in an account's list of keys.
    public var handle: PublicKeyHandle {
        switch keyType {
        case .ed25519, .secp256k1: .key(self)
        case .mldsa65: .mldsa65Hash(Keccak.sha3(PublicKeyHandle.domain + bytes))
        }
    }
}

extension Signature {
    /// The key that made this secp256k1 signature over `hash`; `nil` where there's none, or for another scheme.
    public func recoverPublicKey(hash: CryptoHash) -> PublicKey? {
        guard keyType == .secp256k1 else { return nil }
        return hash.withUnsafeBytes { Secp256k1.recover(signature: bytes, message: $0) }
            .map { PublicKey(unchecked: .secp256k1, $0) }
    }
}

/// The chain's name for an access key (nearcore's `PublicKeyHandle`).
///
/// It is the key itself, or a hash of it for ML-DSA-65, whose keys are too long to be stored.
public enum PublicKeyHandle: Sendable, Hashable {
    /// An ed25519 or secp256k1 key.
    case key(PublicKey)
    /// The 32 bytes of the SHA3-256 of an ML-DSA-65 key.
    ///
    /// They verify nothing and don't lead to the key.
    case mldsa65Hash([UInt8])

    /// The bytes that nearcore puts before a key when it hashes it (`HashDomainTag::MlDsa65PubkeyV1`).
    fileprivate static let domain = Array("near:ml-dsa-65-pubkey-hash:v1".utf8)
    private static let hashPrefix = "ml-dsa-65-hash:"

    /// The handle with this printed form: a public key's, or `ml-dsa-65-hash:` and Base58.
    ///
    /// A full ML-DSA-65 key, which some nodes' answers name a key by, becomes its hash.
    ///
    /// - Throws: `KeyError`.
    public init(_ text: String) throws(KeyError) {
        guard text.hasPrefix(Self.hashPrefix) else {
            self = try PublicKey(text).handle
            return
        }
        let base58 = text.dropFirst(Self.hashPrefix.count)
        self = .mldsa65Hash(try KeyText.decode(base58, .mldsa65, expected: CryptoHash.byteCount))
    }
}

extension PublicKeyHandle: CustomStringConvertible, Codable {
    /// The printed form.
    public var description: String {
        switch self {
        case .key(let key): key.description
        case .mldsa65Hash(let hash): Self.hashPrefix + Base58.encode(hash)
        }
    }

    /// Reads the printed form.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText { try PublicKeyHandle($0) }
    }

    /// Writes the printed form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
