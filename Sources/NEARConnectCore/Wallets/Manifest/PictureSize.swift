// SPDX-License-Identifier: MIT

/// The size that a picture declares in its first bytes.
///
/// Nothing is decoded.
struct PictureSize: Sendable, Hashable {
    let width: Int
    let height: Int

    /// Reads the size of a PNG (ISO/IEC 15948): its header chunk comes first.
    init?(png bytes: [UInt8]) {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24,
            bytes[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        width = Self.bigEndian(bytes[16..<20])
        height = Self.bigEndian(bytes[20..<24])
    }

    /// Reads the size of a GIF: the size of its screen.
    init?(gif bytes: [UInt8]) {
        guard bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8), bytes.count >= 10 else {
            return nil
        }
        width = Self.littleEndian(bytes[6..<8])
        height = Self.littleEndian(bytes[8..<10])
    }

    /// Reads the size of a JPEG (ISO/IEC 10918-1): the size of its frame, which follows segments with lengths.
    init?(jpeg bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1  // Any number of these may precede a marker.
                continue
            }
            // Frames of all coding processes; the three excluded markers are tables.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                height = Self.bigEndian(bytes[(place + 5)..<(place + 7)])
                width = Self.bigEndian(bytes[(place + 7)..<(place + 9)])
                return
            }
            place += 2 + max(2, Self.bigEndian(bytes[(place + 2)..<(place + 4)]))
        }
        return nil
    }

    /// Reads the size of a WebP: lossy, lossless, or extended (RFC 9649).
    init?(webP bytes: [UInt8]) {
        guard bytes.starts(with: "RIFF".utf8), bytes.count >= 30, bytes[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            width = Self.littleEndian(bytes[26..<28]) & 0x3FFF
            height = Self.littleEndian(bytes[28..<30]) & 0x3FFF
        case "VP8L":
            let bits = Self.littleEndian(bytes[21..<25])
            width = (bits & 0x3FFF) + 1
            height = (bits >> 14 & 0x3FFF) + 1
        case "VP8X":
            width = Self.littleEndian(bytes[24..<27]) + 1
            height = Self.littleEndian(bytes[27..<30]) + 1
        default: return nil
        }
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int { bigEndian(ArraySlice(bytes.reversed())) }
}
