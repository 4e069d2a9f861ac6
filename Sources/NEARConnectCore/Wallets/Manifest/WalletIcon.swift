// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// A wallet's picture from its server, looked at before it is kept.
///
/// The page shows it in an `img` element only, where an SVG neither runs scripts nor loads anything. What is refused here is what
/// isn't a picture, and what would cost the page's process more memory than a picture of this size is worth.
struct WalletIcon: Sendable {
    /// The formats that are kept.
    enum Format: String, Sendable, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case gif = "image/gif"
        case webP = "image/webp"
        case svg = "image/svg+xml"
    }

    /// Why an answer is not kept, in words that go on after "is not used: ".
    struct Problem: Error, Hashable {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// Longest picture, in bytes.
    static let sizeLimit = 256 << 10
    /// Most pixels along a side. It is shown with 40.
    static let sideLimit = 2048

    let format: Format
    let bytes: [UInt8]

    /// - Parameters:
    ///   - bytes: The answer.
    ///   - contentType: The `Content-Type` field. The bytes decide; a type that no picture has is refused.
    /// - Throws: ``Problem``.
    init(_ bytes: [UInt8], contentType: String?) throws(Problem) {
        guard bytes.count <= Self.sizeLimit else { throw Problem("it is larger than \(Self.sizeLimit) bytes") }
        if let name = contentType?.lowercased().split(separator: ";").first?.filter({ !$0.isWhitespace }) {
            let neutral = [
                "text/plain", "text/xml", "application/xml", "application/octet-stream", "binary/octet-stream",
            ]
            guard name.hasPrefix("image/") || neutral.contains(name) else {
                throw Problem(
                    "the server sent \u{201C}\(DisplayText.line(String(name.prefix(60))))\u{201D} in place of a picture"
                )
            }
        }
        let known: [(Format, PictureSize?)] = [
            (.png, PictureSize(png: bytes)), (.jpeg, PictureSize(jpeg: bytes)), (.gif, PictureSize(gif: bytes)),
            (.webP, PictureSize(webP: bytes)),
        ]
        if let (format, size) = known.lazy.compactMap({ format, size in size.map { (format, $0) } }).first {
            guard (1...Self.sideLimit).contains(size.width), (1...Self.sideLimit).contains(size.height) else {
                throw Problem("it has \(size.width) × \(size.height) pixels; \(Self.sideLimit) a side are taken")
            }
            self.format = format
        } else {
            try Self.checkSVG(bytes)
            format = .svg
        }
        self.bytes = bytes
    }

    /// A picture that stands in its address, `data:image/…`, percent-encoded or in base64.
    ///
    /// - Throws: ``Problem``.
    init(address: String) throws(Problem) {
        guard let data = DataAddress(address) else {
            throw Problem("its \u{201C}data:\u{201D} address can't be decoded")
        }
        try self.init(data.bytes, contentType: data.type)
    }

    /// The picture as an address: exactly the bytes that were looked at, whoever decodes them.
    var address: String { "data:\(format.rawValue);base64,\(Data(bytes).base64EncodedString())" }

    /// Whether a document is an SVG: `svg` has to be its first element.
    private static func checkSVG(_ bytes: [UInt8]) throws(Problem) {
        let noPicture = Problem("it is no PNG, JPEG, GIF, WebP or SVG picture")
        guard let text = String(validating: bytes, as: UTF8.self) else { throw noPicture }
        // Entities can make a small file a very long document.
        guard text.firstRange(of: /<!ENTITY/.ignoresCase()) == nil else {
            throw Problem("it is an SVG that declares entities")
        }
        var rest = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        for (start, end) in [("<?", "?>"), ("<!--", "-->"), ("<!DOCTYPE svg", ">"), ("<!--", "-->")] {
            while rest.hasPrefix(start) {
                guard let close = rest.firstRange(of: end) else { throw noPicture }
                rest = rest[close.upperBound...].drop { $0.isWhitespace }
            }
        }
        guard rest.hasPrefix("<svg"), let next = rest.dropFirst(4).first, next.isWhitespace || next == ">" else {
            throw noPicture
        }
    }
}
