// SPDX-License-Identifier: MIT

internal import CSodium

/// A public number modulo the group's order, in its one form: 32 bytes, little-endian, below the order.
///
/// Zero is among them. Secret numbers are ``SecretScalar``.
struct Scalar: Hashable, Sendable {
    let bytes: Bytes32

    /// Takes bytes that stand for a number below the order.
    ///
    /// - Returns: `nil` for any others: a number has one form only.
    init?(_ bytes: some Collection<UInt8>) {
        guard let bytes = Bytes32(bytes), bytes.withBytes(GroupOrder.isAbove) else { return nil }
        self.bytes = bytes
    }

    /// Takes a number that is small enough whatever it is.
    init(_ small: UInt8) {
        bytes = Bytes32 { $0[0] = small }
    }

    /// Reduces a hash of 64 bytes, little-endian.
    init(reducing hash: SHA512.Digest) {
        bytes = Bytes32 { output in hash.withBytes { crypto_core_ed25519_scalar_reduce(output, $0) } }
    }

    var isZero: Bool { bytes.isZero }

    /// The inverse; `nil` of zero.
    var inverse: Scalar? {
        guard !isZero else { return nil }
        return Scalar { output in bytes.withBytes { _ = crypto_core_ed25519_scalar_invert(output, $0) } }
    }

    static prefix func - (scalar: Scalar) -> Scalar {
        Scalar { output in scalar.bytes.withBytes { crypto_core_ed25519_scalar_negate(output, $0) } }
    }

    static func + (one: Scalar, other: Scalar) -> Scalar {
        Scalar { output in
            one.bytes.withBytes { one in
                other.bytes.withBytes { other in crypto_core_ed25519_scalar_add(output, one, other) }
            }
        }
    }

    static func * (one: Scalar, other: Scalar) -> Scalar {
        Scalar { output in
            one.bytes.withBytes { one in
                other.bytes.withBytes { other in crypto_core_ed25519_scalar_mul(output, one, other) }
            }
        }
    }

    /// Takes the result of one of libsodium's functions, which is reduced.
    init(computedBy compute: (UnsafeMutablePointer<UInt8>) -> Void) {
        bytes = Bytes32(filledBy: compute)
    }
}
