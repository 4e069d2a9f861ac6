// SPDX-License-Identifier: MIT

internal import FoundationEssentials
private import NEARPrimitives

/// A hash that identifies code: SHA-256 for pinned code, any of the three for `integrity` attributes.
package struct ContentHash: Sendable, Hashable {
    /// The hash functions that Subresource Integrity knows.
    package enum Function: String, Sendable, CaseIterable {
        case sha256
        case sha384
        case sha512

        fileprivate var length: Int {
            switch self {
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }
    }

    package let function: Function
    let bytes: [UInt8]

    private init(_ function: Function, _ bytes: [UInt8]) {
        self.function = function
        self.bytes = bytes
    }

    /// Computes the hash of `content`.
    package init(_ function: Function, of content: [UInt8]) {
        let bytes =
            switch function {
            case .sha256: SHA2.sha256(content)
            case .sha384: SHA2.sha384(content)
            case .sha512: SHA2.sha512(content)
            }
        self.init(function, bytes)
    }

    /// Returns the SHA-256 of `content`.
    static func sha256(_ content: [UInt8]) -> ContentHash { ContentHash(.sha256, of: content) }

    /// Reads a hash as an `integrity` attribute writes it, `sha384-<base64>`.
    ///
    /// The result is `nil` for anything else, also for a list of several hashes.
    package init?(integrity: String) {
        let parts = integrity.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let function = Function(rawValue: String(parts[0])),
            let bytes = Data(base64Encoded: String(parts[1])), bytes.count == function.length
        else { return nil }
        self.init(function, [UInt8](bytes))
    }

    /// The hash as an `integrity` attribute writes it.
    package var integrity: String { "\(function.rawValue)-\(Data(bytes).base64EncodedString())" }

    /// The bytes as 64, 96 or 128 lower-case hexadecimal digits.
    package var hex: String {
        Hexadecimal.encode(bytes)
    }

    /// Returns true if a text has the form of a hexadecimal SHA-256, so that it can be a file name.
    static func isSHA256Hex(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns true if `content` has this hash.
    func matches(_ content: [UInt8]) -> Bool { ContentHash(function, of: content) == self }
}
