// SPDX-License-Identifier: MIT

internal import CSodium

/// A point of Ed25519's prime-order group, and not its identity.
///
/// Every value was either checked when it was read (canonical, on the curve, in the prime-order group, not of small
/// order), or computed from such values; a computation that ends in the identity gives `nil`.
struct GroupElement: Hashable, Sendable {
    let bytes: Bytes32

    /// Reads a point as RFC 8032 encodes it.
    ///
    /// - Returns: `nil` for anything else than 32 bytes of a point of the group that isn't the identity.
    init?(_ bytes: some Collection<UInt8>) {
        guard let bytes = Bytes32(bytes), bytes.withBytes({ crypto_core_ed25519_is_valid_point($0) }) == 1 else {
            return nil
        }
        self.bytes = bytes
    }

    /// Multiplies the base point by a secret that is canonical and not zero.
    ///
    /// The caller wipes the stack: libsodium leaves digits of the secret there.
    init(baseTimes secret: UnsafePointer<UInt8>) {
        bytes = Bytes32 { product in
            let status = crypto_scalarmult_ed25519_base_noclamp(product, secret)
            precondition(status == 0, "libsodium refused a scalar that is not zero")
        }
    }

    /// Multiplies the base point.
    ///
    /// - Returns: `nil` for a factor of zero, for which libsodium has no result.
    init?(baseTimes scalar: Scalar) {
        guard !scalar.isZero else { return nil }
        self = scalar.bytes.withBytes { GroupElement(baseTimes: $0) }
    }

    /// Returns the point times a number; `nil` if that is zero.
    func times(_ scalar: Scalar) -> GroupElement? {
        guard !scalar.isZero else { return nil }
        return GroupElement { product in
            bytes.withBytes { point in
                scalar.bytes.withBytes { crypto_scalarmult_ed25519_noclamp(product, $0, point) }
            }
        }
    }

    /// Returns the sum; `nil` if it is the identity.
    static func + (one: GroupElement, other: GroupElement) -> GroupElement? {
        GroupElement { sum in
            one.bytes.withBytes { one in other.bytes.withBytes { crypto_core_ed25519_add(sum, one, $0) } }
        }
    }

    /// Takes what libsodium has computed from points of the group.
    private init?(computedBy compute: (UnsafeMutablePointer<UInt8>) -> Int32) {
        var status: Int32 = 0
        let result = Bytes32 { status = compute($0) }
        guard status == 0, result != Self.identity else { return nil }
        bytes = result
    }

    private static let identity = Bytes32 { $0[0] = 1 }
}
