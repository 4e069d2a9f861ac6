// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import NEARShares

/// Bytes of hexadecimal text.
func hex(_ text: String) throws -> [UInt8] { try #require(Hexadecimal.decode(text)) }

/// A number of 32 bytes, little-endian, out of a small one.
func number(_ value: UInt8) -> [UInt8] { [value] + [UInt8](repeating: 0, count: 31) }

/// Guarded bytes of an array.
func guarded(_ bytes: [UInt8]) -> SecretBytes { bytes.withUnsafeBytes { SecretBytes(copying: $0) } }

extension SecretScalar {
    /// The bytes, in the open.
    var exposed: [UInt8] { withBytes { Array(UnsafeBufferPointer(start: $0, count: Self.count)) } }
}

extension ShareDealer {
    /// Deals a known line; `nil` where a random one would be dealt again.
    static func deal(secret: [UInt8], slope: [UInt8], to holders: Set<ShareHolder>) -> DealtShares? {
        (secret + slope).withUnsafeBufferPointer { line in
            line.baseAddress.flatMap { deal($0, to: holders) }
        }
    }
}

extension DealtShares {
    func share(of holder: ShareHolder) throws -> ProvenShare {
        try #require(shares.first { $0.holder == holder })
    }

    func pair(_ one: ShareHolder, _ other: ShareHolder) throws -> SharePair {
        try SharePair(try share(of: one), try share(of: other))
    }
}

/// Random bytes that a test has chosen, in their order.
final class ScriptedRandom {
    private var pieces: [[UInt8]]

    init(_ pieces: [[UInt8]]) { self.pieces = pieces }

    func fill(_ memory: UnsafeMutableRawBufferPointer) {
        guard !pieces.isEmpty else { preconditionFailure("more random bytes were asked for than the test has") }
        memory.copyBytes(from: pieces.removeFirst())
    }
}

/// The digest of a subject with a number.
func digest(_ number: UInt64) -> SubjectDigest { SubjectDigest(.sha256(Array("subject \(number)".utf8))) }
