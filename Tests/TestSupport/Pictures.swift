// SPDX-License-Identifier: MIT

/// Pictures that tests serve.
package enum Pictures {
    /// A PNG of one opaque pixel.
    package static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
        8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE, 0, 0, 0, 0x0C, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0xA8, 8,
        0, 0, 1, 0x44, 0, 0xC9, 0xBA, 0x94, 0xC6, 0x72, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    /// The head of a PNG that says it has this many pixels.
    package static func png(width: UInt32, height: UInt32) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        return Array(png[..<16]) + bytes(width) + bytes(height) + Array(png[24...])
    }

    package static let svg =
        ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#0a7"/></svg>"##
}
