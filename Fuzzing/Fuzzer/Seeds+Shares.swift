// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import NEARShares

extension Seeds {
    static func shareWords() throws -> [[UInt8]] {
        try ShareDealer.deal(to: [.login, .device, .recovery]).shares.map {
            Array(try ShareWords($0.share).exposedText().utf8)
        }
    }

    /// The first byte chooses the type, as `Targets.shareRecords` reads it.
    static func shareRecords() throws -> [[UInt8]] {
        let dealt = try ShareDealer.deal(to: [.login, .device])
        let digest = SubjectDigest(.zero)
        let nonces = [SigningNonces(by: dealt.shares[0], for: digest).commitment]
        let other = SigningNonces(by: dealt.shares[1], for: digest)
        let package = try SigningPackage(nonces + [other.commitment], for: digest, of: dealt.set)
        let share = try other.sign(package)
        let packed = dealt.shares[0].share.packed.withUnsafeBytes { Array($0) }
        return [[0] + dealt.set.bytes, [1] + nonces[0].bytes, [2] + share.bytes, [3] + packed]
    }
}
