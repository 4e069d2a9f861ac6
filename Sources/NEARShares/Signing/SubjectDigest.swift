// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The bytes that are signed: the hash of a transaction, a delegate action or a message.
///
/// A pair of nonces is made for one digest and signs no other.
public struct SubjectDigest: Hashable, Sendable {
    let bytes: [UInt8]

    /// Takes what NEAR's keys sign, a hash.
    public init(_ hash: CryptoHash) {
        bytes = hash.bytes
    }

    /// Takes a message of any length: RFC 9591 signs such ones, NEAR doesn't.
    init(message: [UInt8]) {
        bytes = message
    }
}

extension SubjectDigest: CustomStringConvertible {
    /// The bytes in Base58, as hashes are printed.
    public var description: String { Base58.encode(bytes) }
}
