// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// The address of a token's picture, on a web server or within the token itself.
struct NFTPicture: Sendable, Equatable {
    /// The longest address, in bytes; a picture within the token is one.
    private static let limit = 256 * 1024

    /// The address: `https:` or `data:image/`.
    let address: String
    /// The server that sends the picture; `nil` for one within the token.
    let host: String?

    /// Reads an address.
    ///
    /// Other kinds aren't taken: plain http would show what somebody on the way has put there, and a content id of IPFS
    /// names no server.
    ///
    /// - Parameters:
    ///   - media: The token's `media`, which may be relative.
    ///   - base: The contract's `base_uri`.
    init?(_ media: String, base: String?) {
        guard !media.isEmpty, media.utf8.count <= Self.limit else { return nil }
        if media.utf8.starts(with: "data:image/".utf8) {
            (address, host) = (media, nil)
            return
        }
        let isWhole = media.contains("://") || media.utf8.starts(with: "data:".utf8)
        let text = isWhole ? media : base.map { $0.hasSuffix("/") ? $0 + media : "\($0)/\(media)" } ?? media
        guard let url = URL(string: text), url.scheme?.lowercased() == "https", let host = url.host(), !host.isEmpty,
            url.user() == nil, url.password() == nil
        else { return nil }
        (address, self.host) = (url.absoluteString, DisplayText.name(host))
    }

    /// Returns a page that shows the picture, and asks for nothing else.
    var page: String {
        var escaped = address
        for (sign, entity) in [("&", "&amp;"), ("\"", "&quot;"), ("<", "&lt;"), (">", "&gt;")] {
            escaped = escaped.replacing(sign, with: entity)
        }
        return """
            <!doctype html><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: data:; style-src 'unsafe-inline'">
            <meta name="referrer" content="no-referrer">
            <style>
                html, body { height: 100%; margin: 0; overflow: hidden }
                img { display: block; width: 100%; height: 100%; object-fit: contain }
            </style>
            <img alt="" src="\(escaped)">
            """
    }
}
