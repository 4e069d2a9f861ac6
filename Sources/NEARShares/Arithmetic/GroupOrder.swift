// SPDX-License-Identifier: MIT

/// The order of Ed25519's group, L = 2²⁵² + 27742317777372353535851937790883648493 (RFC 8032, 5.1).
enum GroupOrder {
    /// The order in 32 bytes, little-endian.
    static let bytes: [UInt8] = [
        0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ]

    /// Returns whether a number of 32 bytes, little-endian, is below the order.
    ///
    /// Debian 12's libsodium has no function for it, and gives wrong sums of numbers that aren't. The time doesn't
    /// depend on the number.
    static func isAbove(_ number: UnsafePointer<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { order in
            var borrow: UInt16 = 0
            for index in 0..<Bytes32.count {
                borrow = (UInt16(number[index]) &- UInt16(order[index]) &- borrow) >> 15
            }
            return borrow == 1
        }
    }
}
