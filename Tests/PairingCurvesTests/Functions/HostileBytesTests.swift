// SPDX-License-Identifier: MIT

import NEARPrimitives
import PairingCurves
import Testing
import ThreadTesting

/// Bytes that mean nothing, or nearly something: every function gives a result of its size, or refuses.
@Suite(.ownThread) struct HostileBytesTests {
    @Test(arguments: VectorCase.elementSizes.keys.sorted())
    func randomBytes(_ function: String) throws {
        var numbers = SeededNumbers(seed: 51)
        let size = try #require(VectorCase.elementSizes[function])
        for count in [0, 1, size - 1, size, 2 * size] {
            for byte in [nil, 0x00, 0x1F, 0x40, 0x80, 0xC0, 0xFF] as [UInt8?] {
                let input = byte.map { [UInt8](repeating: $0, count: count) } ?? numbers.bytes(count)
                let answer = answer(function, input)
                #expect(answer.hasPrefix("refused") || answer.count == digits(function, elements: count / size))
            }
        }
    }

    /// Hexadecimal digits of a function's result.
    private func digits(_ function: String, elements: Int) -> Int {
        switch function {
        case "alt_bn128_g1_multiexp", "alt_bn128_g1_sum": 128
        case "bls12381_p1_sum", "bls12381_g1_multiexp": 192
        case "bls12381_p2_sum", "bls12381_g2_multiexp": 384
        case "bls12381_map_fp_to_g1", "bls12381_p1_decompress": elements * 192
        case "bls12381_map_fp2_to_g2", "bls12381_p2_decompress": elements * 384
        default: 1
        }
    }

    /// A vector with one bit turned over.
    @Test(arguments: VectorCase.elementSizes.keys.sorted())
    func nearlyRight(_ function: String) throws {
        var numbers = SeededNumbers(seed: 52)
        let vectors = try VectorCase.load("py-ecc").filter { $0.function == function && !$0.input.isEmpty }
        for vector in vectors.prefix(3) {
            for _ in 0..<8 {
                var input = try #require(Hexadecimal.decode(vector.input))
                let place = Int(numbers.next() % UInt64(input.count))
                input[place] ^= 1 << UInt8(numbers.next() % 8)
                // A point stays on its curve when a bit of it turns over by the rarest chance only; signs and numbers
                // don't stay the same.
                #expect(answer(function, input) != vector.result ?? "refused")
            }
        }
    }

    private func answer(_ function: String, _ input: [UInt8]) -> String {
        do {
            return try VectorCase.call(function, input) ?? "refused"
        } catch {
            return "refused: \(error)"
        }
    }
}
