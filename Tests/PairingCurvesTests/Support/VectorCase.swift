// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import PairingCurves
import Testing

/// A call of a host function, and what it has to give.
struct VectorCase: Decodable, Sendable, CustomTestStringConvertible {
    let source: String
    let function: String
    let input: String
    let result: String?

    var testDescription: String { "\(function) of \(input.count / 2) bytes (\(source))" }

    static func load(_ name: String) throws -> [VectorCase] {
        let url = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "json"))
        return try JSONDecoder().decode([VectorCase].self, from: try Data(contentsOf: url))
    }

    /// The function's answer, in the form of a vector.
    func answer() throws -> String? {
        let input = try #require(Hexadecimal.decode(input))
        return try Self.call(function, input)
    }

    /// Calls a function by its name; `nil` where it has no result.
    static func call(_ function: String, _ input: [UInt8]) throws -> String? {
        let bytes: [UInt8]?
        switch function {
        case "alt_bn128_g1_multiexp": bytes = try AltBN128.g1Multiexp(input)
        case "alt_bn128_g1_sum": bytes = try AltBN128.g1Sum(input)
        case "alt_bn128_pairing_check": return try AltBN128.pairingCheck(input) ? "1" : "0"
        case "bls12381_p1_sum": bytes = BLS12381Functions.p1Sum(input)
        case "bls12381_p2_sum": bytes = BLS12381Functions.p2Sum(input)
        case "bls12381_g1_multiexp": bytes = BLS12381Functions.g1Multiexp(input)
        case "bls12381_g2_multiexp": bytes = BLS12381Functions.g2Multiexp(input)
        case "bls12381_map_fp_to_g1": bytes = BLS12381Functions.mapFpToG1(input)
        case "bls12381_map_fp2_to_g2": bytes = BLS12381Functions.mapFp2ToG2(input)
        case "bls12381_p1_decompress": bytes = BLS12381Functions.p1Decompress(input)
        case "bls12381_p2_decompress": bytes = BLS12381Functions.p2Decompress(input)
        case "bls12381_pairing_check": return BLS12381Functions.pairingCheck(input).map { $0 ? "0" : "2" } ?? "1"
        default: throw UnknownFunctionError(name: function)
        }
        return bytes.map { Hexadecimal.encode($0) }
    }

    /// Every function, and the bytes that an element of it has.
    static let elementSizes = [
        "alt_bn128_g1_multiexp": 96, "alt_bn128_g1_sum": 65, "alt_bn128_pairing_check": 192, "bls12381_p1_sum": 97,
        "bls12381_p2_sum": 193, "bls12381_g1_multiexp": 128, "bls12381_g2_multiexp": 224, "bls12381_map_fp_to_g1": 48,
        "bls12381_map_fp2_to_g2": 96, "bls12381_p1_decompress": 48, "bls12381_p2_decompress": 96,
        "bls12381_pairing_check": 288,
    ]

    private struct UnknownFunctionError: Error {
        let name: String
    }
}
