// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// A wallet's icon from its server, checked before it is stored.
///
/// The page shows it in an `img` element only, where an SVG neither runs scripts nor loads anything. Refused are
/// answers that aren't pictures, and pictures that would cost the page's process too much memory.
struct WalletIcon: Sendable {
    /// The formats that are stored.
    enum Format: String, Sendable, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case gif = "image/gif"
        case webP = "image/webp"
        case svg = "image/svg+xml"
    }

    /// The longest picture, in bytes.
    static let sizeLimit = 256 << 10
    /// The most pixels along a side.
    ///
    /// An icon is shown with 40.
    static let sideLimit = 2048

    let format: Format
    let bytes: [UInt8]

    /// Checks a picture.
    ///
    /// - Parameters:
    ///   - bytes: The answer.
    ///   - contentType: The `Content-Type` field. The bytes decide; a type that no picture has is refused.
    /// - Throws: ``WalletIconError``.
    init(_ bytes: [UInt8], contentType: String?) throws(WalletIconError) {
        guard bytes.count <= Self.sizeLimit else {
            throw WalletIconError(localized("it is larger than %1$s bytes", "\(Self.sizeLimit)"))
        }
        if let name = contentType?.lowercased().split(separator: ";").first?.filter({ !$0.isWhitespace }) {
            let neutral = [
                "text/plain", "text/xml", "application/xml", "application/octet-stream", "binary/octet-stream",
            ]
            guard name.hasPrefix("image/") || neutral.contains(name) else {
                throw WalletIconError(
                    localized(
                        "the server sent “%1$s” in place of a picture", DisplayText.line(String(name.prefix(60))))
                )
            }
        }
        let known: [(Format, PictureSize?)] = [
            (.png, PictureSize(png: bytes)), (.jpeg, PictureSize(jpeg: bytes)), (.gif, PictureSize(gif: bytes)),
            (.webP, PictureSize(webP: bytes)),
        ]
        if let (format, size) = known.lazy.compactMap({ format, size in size.map { (format, $0) } }).first {
            guard (1...Self.sideLimit).contains(size.width), (1...Self.sideLimit).contains(size.height) else {
                throw WalletIconError(
                    localized(
                        "it has %1$s × %2$s pixels; at most %3$s a side are allowed", "\(size.width)", "\(size.height)",
                        "\(Self.sideLimit)"))
            }
            self.format = format
        } else {
            try Self.checkSVG(bytes)
            format = .svg
        }
        self.bytes = bytes
    }

    /// Checks a picture inside its address, `data:image/…`, percent-encoded or in base64.
    ///
    /// - Throws: ``WalletIconError``.
    init(address: String) throws(WalletIconError) {
        guard let data = DataAddress(address) else {
            throw WalletIconError(localized("its “data:” address can’t be decoded"))
        }
        try self.init(data.bytes, contentType: data.type)
    }

    /// The picture as an address of exactly the checked bytes, whatever decodes them.
    var address: String { "data:\(format.rawValue);base64,\(Data(bytes).base64EncodedString())" }

    /// Checks that a document is an SVG: `svg` has to be its first element.
    private static func checkSVG(_ bytes: [UInt8]) throws(WalletIconError) {
        let noPicture = WalletIconError(localized("it is not a PNG, JPEG, GIF, WebP or SVG picture"))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw noPicture }
        // Entities can make a small file a very long document.
        guard text.firstRange(of: /<!ENTITY/.ignoresCase()) == nil else {
            throw WalletIconError(localized("it is an SVG that declares entities"))
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
