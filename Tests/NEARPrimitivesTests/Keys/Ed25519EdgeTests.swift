// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// Signatures about which libraries differ: points of small order, y that isn't reduced, S beyond the group's order.
@Suite struct Ed25519EdgeTests {
    struct Case: Decodable, CustomTestStringConvertible {
        let name: String
        let publicKey: HexBytes
        let signature: HexBytes
        let message: HexBytes
        let valid: Bool

        var testDescription: String { name }
    }

    struct File: Decodable {
        let cases: [Case]
    }

    private let cases: [Case]

    init() throws {
        cases = try Vectors.load("ed25519-edges", as: File.self).cases
    }

    @Test func signaturesHoldExactlyWhereNearcoreTakesThem() throws {
        #expect(cases.count { $0.valid } > 50 && cases.count { !$0.valid } > 50)
        for item in cases {
            let key = try PublicKey(keyType: .ed25519, bytes: item.publicKey.bytes)
            let signature = try Signature(keyType: .ed25519, bytes: item.signature.bytes)
            #expect(key.verify(signature, message: item.message.bytes) == item.valid, "\(item)")
        }
    }

    @Test func noOtherMessageHasAnOrdinarySignature() throws {
        let key = try SecretKey(keyType: .ed25519, seed: Array(0..<32))
        for length in [0, 1, 31, 32, 127, 128, 129, 100_000] {
            let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let signature = try key.sign(message)
            #expect(key.publicKey.verify(signature, message: message))
            #expect(!key.publicKey.verify(signature, message: message + [0]))
            for bit in stride(from: 0, to: 512, by: 37) {
                var bytes = signature.bytes
                bytes[bit / 8] ^= 1 << (bit % 8)
                let changed = try Signature(keyType: .ed25519, bytes: bytes)
                #expect(!key.publicKey.verify(changed, message: message), "bit \(bit), \(length) bytes")
            }
        }
    }
}
