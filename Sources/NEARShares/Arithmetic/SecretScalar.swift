// SPDX-License-Identifier: MIT

internal import CSodium
internal import GuardedMemory

/// A secret number modulo the group's order, in guarded memory: canonical and not zero.
///
/// It doesn't print itself: ``SecretBytes`` doesn't.
struct SecretScalar: Sendable {
    static let count = Bytes32.count

    private let memory: SecretBytes

    /// Copies 32 bytes, little-endian.
    ///
    /// - Returns: `nil` for zero and for numbers that are not below the order.
    init?(copying bytes: UnsafePointer<UInt8>) {
        guard GroupOrder.isAbove(bytes), sodium_is_zero(bytes, Self.count) == 0 else { return nil }
        memory = SecretBytes(copying: UnsafeRawBufferPointer(start: bytes, count: Self.count))
    }

    /// Lends the bytes as libsodium takes them.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        memory.withBytes(body)
    }
}
