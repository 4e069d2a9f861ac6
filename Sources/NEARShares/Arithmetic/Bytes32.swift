// SPDX-License-Identifier: MIT

/// 32 public bytes, without an allocation.
struct Bytes32: Hashable, Sendable {
    static let count = 32

    private var lanes: SIMD32<UInt8>

    /// Copies 32 bytes of memory.
    init(_ memory: UnsafePointer<UInt8>) {
        lanes = UnsafeRawPointer(memory).loadUnaligned(as: SIMD32<UInt8>.self)
    }

    /// Copies exactly 32 bytes.
    ///
    /// - Returns: `nil` for another number of bytes.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        lanes = SIMD32(bytes)
    }

    /// Takes the bytes that `fill` writes; the others are zero.
    init(filledBy fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        lanes = SIMD32(repeating: 0)
        withUnsafeMutableBytes(of: &lanes) { buffer in
            _ = buffer.withMemoryRebound(to: UInt8.self) { bytes in bytes.baseAddress.map(fill) }
        }
    }

    /// The bytes in an array.
    var array: [UInt8] { withBytes { Array(UnsafeBufferPointer(start: $0, count: Self.count)) } }

    /// True if all bytes are zero.
    var isZero: Bool { lanes == SIMD32(repeating: 0) }

    /// Lends the bytes as libsodium takes them.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        withUnsafePointer(to: lanes) { lanes in
            body(UnsafeRawPointer(lanes).assumingMemoryBound(to: UInt8.self))
        }
    }
}
