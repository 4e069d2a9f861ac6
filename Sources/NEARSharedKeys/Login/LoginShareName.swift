// SPDX-License-Identifier: MIT

public import NEARPrimitives
public import NEARShares

/// The name under which a service keeps a login's share.
///
/// A subject is unique at its issuer only, and one person has one subject in all programs of an issuer. So the name is
/// a hash of all four: two issuers, or two programs, that a service accepts never reach each other's shares.
public struct LoginShareName: Hashable, Sendable, CustomStringConvertible {
    /// SHA-256 of "near-connect login share 1" and the four parts, each after its length (four bytes, little-endian).
    public let hash: CryptoHash

    /// Makes the name of a share.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, as its tokens name it.
    ///   - group: The group of programs that may share keys; a program alone is a group by its client id.
    ///   - subject: The person's name at the issuer.
    ///   - set: The set.
    public init(issuer: ExactText, group: ExactText, subject: ExactText, set: ShareSetID) {
        var bytes = Array("near-connect login share 1".utf8)
        for part in [Array(issuer.text.utf8), Array(group.text.utf8), Array(subject.text.utf8), set.hash.bytes] {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) }
            bytes += part
        }
        hash = .sha256(bytes)
    }

    /// Makes a name of a hash that was read.
    public init(hash: CryptoHash) {
        self.hash = hash
    }

    /// The hash in Base58.
    public var description: String { hash.description }
}
