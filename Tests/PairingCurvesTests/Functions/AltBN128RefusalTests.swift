// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import PairingCurves

/// Inputs that alt_bn128's functions refuse, in nearcore's words.
@Suite(.ownThread) struct AltBN128RefusalTests {
    private let generator = number(1) + number(2)

    /// A number of 32 bytes, the least significant first.
    private static func number(_ value: Words4) -> [UInt8] { value.littleEndianBytes }

    private static func list(_ bytes: [UInt8]) -> String {
        "[" + bytes.map { String($0, radix: 16).uppercased() }.joined(separator: ", ") + "]"
    }

    private func problem(_ function: String, _ input: [UInt8]) -> String? {
        do {
            _ = try VectorCase.call(function, input)
            return nil
        } catch {
            return (error as? AltBN128.InputError)?.message
        }
    }

    @Test func aCoordinateThatIsNoElement() {
        let point = Self.number(BN254.modulus) + Self.number(2)
        let expected = "invalid fq: \(Self.list(Self.number(BN254.modulus)))"
        #expect(problem("alt_bn128_g1_sum", [0] + point) == expected)
        #expect(problem("alt_bn128_g1_multiexp", point + Self.number(1)) == expected)
        #expect(
            problem("alt_bn128_pairing_check", point + Self.number(0) + [UInt8](repeating: 0, count: 96)) == expected)
    }

    @Test func aPointThatIsNotOnTheCurve() {
        let point = Self.number(0x111) + Self.number(0x222)
        #expect(problem("alt_bn128_g1_sum", [0] + point) == "invalid g1: \(Self.list(point))")
        #expect(
            problem("alt_bn128_g1_sum", [0] + point)?.hasPrefix("invalid g1: [11, 1, 0, 0, 0, 0,") == true)
    }

    @Test func aSignThatIsNone() {
        #expect(problem("alt_bn128_g1_sum", [0x5C] + generator) == "invalid bool: [5C]")
        // The sign is looked at first.
        #expect(problem("alt_bn128_g1_sum", [2] + Self.number(5) + Self.number(5)) == "invalid bool: [2]")
    }

    @Test func aNumberThatIsNotBelowTheOrder() {
        let order = Self.number(BN254.groupOrder)
        #expect(problem("alt_bn128_g1_multiexp", generator + order) == "invalid fr: \(Self.list(order))")
        let less = Self.number(BN254.groupOrder.subtracting(1).difference)
        #expect(problem("alt_bn128_g1_multiexp", generator + less) == nil)
    }

    @Test func aPointOfTheTwistOutsideOfTheSubgroup() {
        var numbers = SeededNumbers(seed: 31)
        let point = numbers.twistPoint(BN254.G2.self)
        #expect(point.isOnCurve)
        let bytes = [point.x, point.y].flatMap { $0.c0.number.littleEndianBytes + $0.c1.number.littleEndianBytes }
        #expect(problem("alt_bn128_pairing_check", generator + bytes) == "invalid g2: \(Self.list(bytes))")
        // Even where the other point would make the pairing one.
        let infinity = [UInt8](repeating: 0, count: 64)
        #expect(problem("alt_bn128_pairing_check", infinity + bytes) == "invalid g2: \(Self.list(bytes))")
        let beside = [UInt8](repeating: 0, count: 96) + Self.number(0x111)
        #expect(problem("alt_bn128_pairing_check", infinity + beside) == "invalid g2: \(Self.list(beside))")
    }

    @Test func theFirstProblemCounts() {
        let bad = Self.number(5) + Self.number(5)
        #expect(
            problem("alt_bn128_g1_sum", [0] + generator + [0] + bad + [7] + generator)?.hasPrefix("invalid g1") == true)
    }
}
