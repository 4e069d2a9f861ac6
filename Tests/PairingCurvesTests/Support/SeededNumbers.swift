// SPDX-License-Identifier: MIT

@testable import PairingCurves

/// Random numbers that are the same each time (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

    mutating func words<Words: FixedWords>() -> Words { Words(littleEndian: bytes(Words.byteCount)) }

    mutating func fp<Curve: PairingCurve>() -> Fp<Curve> { Fp(modulo: words()) }
    mutating func fp2<Curve: PairingCurve>() -> Fp2<Curve> { Fp2(fp(), fp()) }
    mutating func fp6<Curve: PairingCurve>() -> Fp6<Curve> { Fp6(c0: fp2(), c1: fp2(), c2: fp2()) }
    mutating func fp12<Curve: PairingCurve>() -> Fp12<Curve> { Fp12(fp6(), fp6()) }

    /// A point of the curve over the prime field, in the subgroup or not.
    mutating func point<Group: CurveGroup, Curve: PairingCurve>(_ group: Group.Type) -> AffinePoint<Group>
    where Group.Element == Fp<Curve> {
        while true {
            let x: Fp<Curve> = fp()
            if let y = (x.squared * x + Group.b).squareRoot { return AffinePoint(x: x, y: y) }
        }
    }

    /// A point of the twist, which is in the subgroup by the rarest chance only.
    mutating func twistPoint<Group: CurveGroup, Curve: PairingCurve>(_ group: Group.Type) -> AffinePoint<Group>
    where Group.Element == Fp2<Curve> {
        while true {
            let x: Fp2<Curve> = fp2()
            if let y = (x.squared * x + Group.b).squareRoot { return AffinePoint(x: x, y: y) }
        }
    }
}
