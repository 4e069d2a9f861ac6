// SPDX-License-Identifier: MIT

/// The ways to sign an ID token that are taken.
///
/// It is a fixed list, which a token can choose from and not add to. There is no `none`, and
/// nothing with a shared secret: with those, whoever has the issuer's public keys could sign.
package enum TokenAlgorithm: String, CaseIterable, Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, 3.3).
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256 (RFC 7518, 3.4).
    case es256 = "ES256"
    /// Ed25519 (RFC 8037).
    case edDSA = "EdDSA"
}
