// SPDX-License-Identifier: MIT

internal import CZstd

/// Zstandard frames (RFC 8878).
enum Zstandard {
    /// Returns what a frame holds; `nil` where it is damaged, or longer than `limit` bytes.
    ///
    /// The frame is read in one piece: the window that its header asks for, of up to gigabytes, isn't made.
    static func decompress(_ frame: [UInt8], limit: Int) -> [UInt8]? {
        var isRead = false
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = frame.withUnsafeBytes {
                ZSTD_decompress(buffer.baseAddress, buffer.count, $0.baseAddress, $0.count)
            }
            isRead = ZSTD_isError(result) == 0
            count = isRead ? result : 0
        }
        return isRead ? bytes : nil
    }
}
