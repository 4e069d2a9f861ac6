// SPDX-License-Identifier: MIT

import PairingCurves

extension HostFunction {
    /// Curves with pairings.
    static let curves: [HostFunction] = [
        .action("alt_bn128_g1_multiexp", .u64(3)) { (host, a) throws(HostCallError) in
            try host.altBn128G1Multiexp(a.slice(0), a[2])
        },
        .action("alt_bn128_g1_sum", .u64(3)) { (host, a) throws(HostCallError) in
            try host.altBn128G1Sum(a.slice(0), a[2])
        },
        .function("alt_bn128_pairing_check", .u64(2)) { (host, a) throws(HostCallError) in
            try host.altBn128PairingCheck(a.slice(0))
        },
        .function("bls12381_p1_sum", .u64(3)) { (host, a) throws(HostCallError) in
            try host.bls12381(.p1Sum, a.slice(0), to: a[2])
        },
        .function("bls12381_p2_sum", .u64(3)) { (host, a) throws(HostCallError) in
            try host.bls12381(.p2Sum, a.slice(0), to: a[2])
        },
        .function("bls12381_g1_multiexp", .u64(3)) { (host, a) throws(HostCallError) in
            try host.bls12381(.g1Multiexp, a.slice(0), to: a[2])
        },
        .function("bls12381_g2_multiexp", .u64(3)) { (host, a) throws(HostCallError) in
            try host.bls12381(.g2Multiexp, a.slice(0), to: a[2])
        },
        .function("bls12381_map_fp_to_g1", .u64(3)) { (host, a) throws(HostCallError) in
            try host.bls12381(.mapFpToG1, a.slice(0), to: a[2])
        },
        .function("bls12381_map_fp2_to_g2", .u64(3)) { (host, a) throws(HostCallError) in
            try host.bls12381(.mapFp2ToG2, a.slice(0), to: a[2])
        },
        .function("bls12381_pairing_check", .u64(2)) { (host, a) throws(HostCallError) in
            try host.bls12381PairingCheck(a.slice(0))
        },
        .function("bls12381_p1_decompress", .u64(3)) { (host, a) throws(HostCallError) in
            try host.bls12381(.p1Decompress, a.slice(0), to: a[2])
        },
        .function("bls12381_p2_decompress", .u64(3)) { (host, a) throws(HostCallError) in
            try host.bls12381(.p2Decompress, a.slice(0), to: a[2])
        },
    ]
}

/// A function that makes points of BLS12-381 out of points or numbers.
struct BLS12381Function: Sendable {
    /// The name by which nearcore calls the function where it refuses an input's length: not quite its name.
    let name: String
    let elementSize: Int
    let base: HostCost
    let element: HostCost
    /// The result, or `nil` where an element isn't valid.
    let body: @Sendable ([UInt8]) -> [UInt8]?

    private typealias Size = BLS12381Functions.ElementSize

    static let p1Sum = BLS12381Function(
        name: "bls12381_p1_sum", elementSize: Size.p1Sum, base: .bls12381P1SumBase, element: .bls12381P1SumElement
    ) { BLS12381Functions.p1Sum($0) }

    static let p2Sum = BLS12381Function(
        name: "bls12381_p2_sum", elementSize: Size.p2Sum, base: .bls12381P2SumBase, element: .bls12381P2SumElement
    ) { BLS12381Functions.p2Sum($0) }

    static let g1Multiexp = BLS12381Function(
        name: "bls12381_p1_multiexp", elementSize: Size.g1Multiexp, base: .bls12381G1MultiexpBase,
        element: .bls12381G1MultiexpElement
    ) { BLS12381Functions.g1Multiexp($0) }

    static let g2Multiexp = BLS12381Function(
        name: "bls12381_p2_multiexp", elementSize: Size.g2Multiexp, base: .bls12381G2MultiexpBase,
        element: .bls12381G2MultiexpElement
    ) { BLS12381Functions.g2Multiexp($0) }

    static let mapFpToG1 = BLS12381Function(
        name: "bls12381_map_fp_to_g1", elementSize: Size.mapFpToG1, base: .bls12381MapFpToG1Base,
        element: .bls12381MapFpToG1Element
    ) { BLS12381Functions.mapFpToG1($0) }

    static let mapFp2ToG2 = BLS12381Function(
        name: "bls12381_map_fp2_to_g2", elementSize: Size.mapFp2ToG2, base: .bls12381MapFp2ToG2Base,
        element: .bls12381MapFp2ToG2Element
    ) { BLS12381Functions.mapFp2ToG2($0) }

    static let p1Decompress = BLS12381Function(
        name: "bls12381_p1_decompress", elementSize: Size.p1Decompress, base: .bls12381P1DecompressBase,
        element: .bls12381P1DecompressElement
    ) { BLS12381Functions.p1Decompress($0) }

    static let p2Decompress = BLS12381Function(
        name: "bls12381_p2_decompress", elementSize: Size.p2Decompress, base: .bls12381P2DecompressBase,
        element: .bls12381P2DecompressElement
    ) { BLS12381Functions.p2Decompress($0) }
}
