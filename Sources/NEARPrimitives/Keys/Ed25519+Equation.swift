// SPDX-License-Identifier: MIT

import CSodium

/// Ed25519's equation in libsodium's group operations, for the few points that its own verification refuses.
extension Ed25519 {
    private typealias Point = [UInt8]
    private static let identity: Point = [1] + Array(repeating: 0, count: 31)

    /// The y coordinates of the eight points whose order divides 8.
    ///
    /// Their orders are 1, 2, 4 (two points) and 8 (twice two).
    private static let smallOrderCoordinates: Set<[UInt8]> = [
        identity,
        [0xEC] + Array(repeating: 0xFF, count: 30) + [0x7F],
        Array(repeating: 0, count: 32),
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]

    /// Detects a point that libsodium refuses at once.
    ///
    /// Its order divides 8, or its y is not below 2²⁵⁵ - 19.
    static func isUnusual(_ point: ArraySlice<UInt8>) -> Bool {
        var coordinate = Array(point)
        coordinate[31] &= 0x7F
        let isReduced = coordinate[0] < 0xED || coordinate[31] != 0x7F || coordinate[1..<31].contains { $0 != 0xFF }
        return !isReduced || smallOrderCoordinates.contains(coordinate)
    }

    /// Checks that S is below the group's order L, and that S·B - k·A is R.
    ///
    /// R is compared as bytes; k is the hash modulo L.
    ///
    /// Costs 2.3 verifications. Nothing here is secret, so it needn't take the same time for all values.
    static func equationHolds(signature: [UInt8], message: UnsafeRawBufferPointer, publicKey: [UInt8]) -> Bool {
        let r = Array(signature[..<32])
        let s = Array(signature[32...])
        guard reduce(s + Array(repeating: 0, count: 32)) == s else { return false }
        let k = reduce(SHA2.sha512(r + publicKey + message))
        guard let left = multiplyBase(by: s), let right = multiply(publicKey, by: k) else { return false }
        return subtract(left, right) == r
    }

    /// Reduces 64 bytes modulo the group's order.
    private static func reduce(_ number: [UInt8]) -> [UInt8] {
        var scalar = [UInt8](repeating: 0, count: 32)
        crypto_core_ed25519_scalar_reduce(&scalar, number)
        return scalar
    }

    /// Multiplies the base point.
    ///
    /// libsodium has no encoding for a factor of zero.
    private static func multiplyBase(by scalar: [UInt8]) -> Point? {
        guard scalar.contains(where: { $0 != 0 }) else { return identity }
        var product = identity
        return crypto_scalarmult_ed25519_base_noclamp(&product, scalar) == 0 ? product : nil
    }

    /// Multiplies any point of the curve; `nil` where the bytes are none.
    ///
    /// libsodium multiplies points of the large subgroup only. Eight times a point is in it, so q·(8·P) + r·P is taken,
    /// where the factor is 8q + r.
    private static func multiply(_ point: Point, by scalar: [UInt8]) -> Point? {
        guard let two = add(point, point), let four = add(two, two), let eight = add(four, four) else { return nil }
        var quotient = scalar
        for index in 0..<32 {
            quotient[index] = scalar[index] >> 3 | (index < 31 ? scalar[index + 1] << 5 : 0)
        }
        var product = identity
        if eight != identity, quotient.contains(where: { $0 != 0 }) {
            guard crypto_scalarmult_ed25519_noclamp(&product, quotient, eight) == 0 else { return nil }
        }
        for _ in 0..<(scalar[0] & 7) {
            guard let sum = add(product, point) else { return nil }
            product = sum
        }
        return product
    }

    private static func add(_ left: Point, _ right: Point) -> Point? {
        var sum = identity
        return crypto_core_ed25519_add(&sum, left, right) == 0 ? sum : nil
    }

    private static func subtract(_ left: Point, _ right: Point) -> Point? {
        var difference = identity
        return crypto_core_ed25519_sub(&difference, left, right) == 0 ? difference : nil
    }
}
