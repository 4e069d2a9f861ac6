// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import NEARShares

/// Bytes that readers refuse and neighbours that they take, by an implementation in plain integers
/// (`Vectors/README.md`).
@Suite struct RefusedInputTests {
    struct Case: Decodable {
        let bytes: HexBytes
        let valid: Bool
        let why: String?
    }

    struct Held: Decodable {
        let `public`: HexBytes
        let slope: HexBytes
        let holder: UInt8
        let share: HexBytes
        let valid: Bool
        let why: String?
    }

    struct File: Decodable {
        let points: [Case]
        let numbers: [Case]
        let packed: [Case]
        let held: [Held]
    }

    let file: File

    init() throws {
        file = try Vectors.load("refused")
    }

    /// Compares verdicts; both kinds have to be there.
    private func compare(_ cases: [Case], _ reads: ([UInt8]) -> Bool) {
        #expect(Set(cases.map(\.valid)) == [true, false])
        for each in cases {
            let bytes = each.bytes.bytes
            #expect(reads(bytes) == each.valid, "\(Hexadecimal.encode(bytes)): \(each.why ?? "")")
        }
    }

    @Test func pointsOutsideOfTheGroupAreRefused() {
        compare(file.points) { GroupElement($0) != nil }
    }

    @Test func numbersOfTwoFormsAreRefused() {
        compare(file.numbers) { Scalar($0) != nil }
    }

    @Test func wordsThatAreNoShareAreRefused() {
        compare(file.packed) { bytes in
            // Words carry 33 bytes and no other number of them.
            guard bytes.count == WordBits.byteCount else { return false }
            let words = bytes.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { start in
                    (0..<WordBits.wordCount).map { BIP39EnglishWords.list[WordBits.read(at: $0, from: start)] }
                } ?? []
            }
            do throws(ShareWordsError) {
                _ = try ShareWords(words.joined(separator: " "))
                return true
            } catch {
                return false
            }
        }
    }

    @Test func sharesOfOtherLinesAreRefused() throws {
        #expect(Set(file.held.map(\.valid)) == [true, false])
        for (number, held) in file.held.enumerated() {
            let set = try ShareSet(
                key: try #require(GroupElement(held.public.bytes)), slope: try #require(GroupElement(held.slope.bytes)),
                holders: Set(ShareHolder.allCases))
            let scalar = held.share.bytes.withUnsafeBufferPointer {
                $0.baseAddress.flatMap(SecretScalar.init(copying:))
            }
            var isValid = false
            if let holder = ShareHolder(rawValue: held.holder), let scalar {
                do throws(KeyShareError) {
                    _ = try ProvenShare(KeyShare(holder: holder, scalar: scalar), of: set)
                    isValid = true
                } catch {
                    #expect(error == .foreign(holder))
                }
            }
            #expect(isValid == held.valid, "case \(number): \(held.why ?? "")")
        }
    }
}
