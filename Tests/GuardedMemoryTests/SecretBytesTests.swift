// SPDX-License-Identifier: MIT

import GuardedMemory
import Testing

@Suite struct SecretBytesTests {
    @Test func movedBytesLeaveNothingInTheArray() {
        var bytes = [UInt8](1...64)
        let secret = SecretBytes(moving: &bytes)
        #expect(bytes == [UInt8](repeating: 0, count: 64))
        #expect(secret.withUnsafeBytes { Array($0) } == [UInt8](1...64))
    }

    @Test func unwrittenBytesAreZero() {
        let secret = SecretBytes(count: 40) { $0[39] = 7 }
        #expect(secret.withUnsafeBytes { Array($0) } == [UInt8](repeating: 0, count: 39) + [7])
    }

    @Test func equalMeansEqualBytesAndLengths() {
        let one = SecretBytes(count: 32) { $0[31] = 1 }
        #expect(one == SecretBytes(count: 32) { $0[31] = 1 })
        #expect(one != SecretBytes(count: 32) { $0[31] = 2 })
        #expect(one != SecretBytes(count: 33) { $0[31] = 1 })
        #expect(SecretBytes(count: 0) { _ in } == SecretBytes(count: 0) { _ in })
    }

    @Test func randomBytesDiffer() {
        #expect(SecretBytes.random(count: 32) != SecretBytes.random(count: 32))
    }

    @Test func anErrorOfTheFillerComesOut() {
        struct FillError: Error, Equatable {}
        #expect(throws: FillError()) {
            try SecretBytes(count: 8) { _ throws(FillError) in throw FillError() }
        }
    }

    @Test func noTextShowsTheBytes() {
        let secret = SecretBytes(count: 4) { $0.copyBytes(from: "seed".utf8) }
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] {
            #expect(!text.contains("seed") && !text.contains("115") && !text.contains("73"), "\(text)")
        }
        #expect("\(secret)" == "SecretBytes(4 bytes)")
    }
}
