// SPDX-License-Identifier: MIT

/// The signature scheme of a key or a signature (nearcore's `KeyType`).
///
/// The raw value is the Borsh tag.
public enum KeyType: UInt8, Sendable, Hashable, CaseIterable {
    /// Ed25519 (RFC 8032), NEAR's usual scheme.
    case ed25519 = 0
    /// ECDSA over secp256k1 with a recoverable signature.
    case secp256k1 = 1
    /// ML-DSA-65 (FIPS 204), nearcore's post-quantum scheme since protocol version 85 (NEP-645).
    case mldsa65 = 2

    /// The scheme's name before the colon of a printed key: `ed25519`, `secp256k1`, `ml-dsa-65`.
    public var name: String {
        switch self {
        case .ed25519: "ed25519"
        case .secp256k1: "secp256k1"
        case .mldsa65: "ml-dsa-65"
        }
    }

    /// The scheme with this name in any case, as nearcore reads it.
    init?(name: some StringProtocol) {
        switch name.lowercased() {
        case "ed25519": self = .ed25519
        case "secp256k1": self = .secp256k1
        case "ml-dsa-65": self = .mldsa65
        default: return nil
        }
    }

    /// True where this build can sign and verify with the scheme.
    ///
    /// Every build reads and writes keys of every scheme.
    ///
    /// ML-DSA-65 needs the package trait `MLDSA65`, since it alone needs swift-crypto, which takes long to build.
    public var isAvailable: Bool {
        switch self {
        case .ed25519, .secp256k1: true
        case .mldsa65: MLDSAScheme.isAvailable
        }
    }

    /// Throws the error that says how to make the scheme available, where it isn't.
    ///
    /// - Throws: `KeyError.unavailable`.
    public func requireAvailable() throws(KeyError) {
        guard isAvailable else { throw .unavailable(self) }
    }

    /// The length of a public key in bytes.
    ///
    /// A secp256k1 key is its two coordinates, without the leading 4.
    public var publicKeyByteCount: Int {
        switch self {
        case .ed25519: 32
        case .secp256k1: 64
        case .mldsa65: 1952
        }
    }

    /// The length of a signature in bytes.
    ///
    /// A secp256k1 signature is r, s and the recovery id.
    public var signatureByteCount: Int {
        switch self {
        case .ed25519: 64
        case .secp256k1: 65
        case .mldsa65: 3309
        }
    }
}

extension KeyType: CustomStringConvertible {
    /// The scheme's name.
    public var description: String { name }
}
