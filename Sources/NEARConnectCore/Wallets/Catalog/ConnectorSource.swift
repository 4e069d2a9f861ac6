// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import NEARRPC

/// Which near-connect compatible connector the bridge page runs.
///
/// It is trusted code: it sees every request and could ask wallets for others. All of these work with the same page and manager.
public enum ConnectorSource: Sendable, Hashable {
    /// The one that ships with the package.
    case embedded
    /// A file on this computer: an ES module, alone or with others that it imports from its folder.
    case file(URL)
    /// A file on the web that is exactly the one whose hash is named, `sha384-…` as HTML writes it. The host fetches it once and compares.
    case url(URL, integrity: String)
    /// A file on the web, whatever it is at each start. For those who work on connectors.
    case insecureURL(URL)

    /// Reads what people write: `embedded`, `https://…#sha384-…`, or a file by its path or its `file:` address.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - allowsInsecure: Whether an address without a hash will do, also an http address of this computer.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(_ text: String, allowsInsecure: Bool = false) throws(NEARError) {
        func wrong(_ reason: String) -> NEARError { .invalidArgument(name: "connector", reason: reason) }
        guard !text.isEmpty else {
            throw wrong("name \u{201C}embedded\u{201D}, an https address with its hash, or a file")
        }
        if text == "embedded" {
            self = .embedded
            return
        }
        guard text.contains("://") else {
            self = .file(URL(fileURLWithPath: text))
            return
        }
        if text.lowercased().hasPrefix("file://") {
            guard let url = URL(string: text), url.isFileURL, ["", "localhost"].contains(url.host() ?? ""),
                url.path.hasPrefix("/"),
                url.fragment == nil, url.query == nil
            else { throw wrong("\u{201C}\(text)\u{201D} names no file of this computer") }
            self = .file(URL(fileURLWithPath: url.path))
            return
        }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if allowsInsecure, parts.count == 1, let url = URL(string: text), Downloader.isPlainLoopback(url) {
            self = .insecureURL(url)
            return
        }
        guard WalletManifest.isPlainHTTPS(parts[0]), let url = URL(string: parts[0]) else {
            throw wrong("\u{201C}\(parts[0])\u{201D} is not an https address")
        }
        if parts.count == 2 {
            guard let hash = ContentHash(integrity: parts[1]) else {
                throw wrong("\u{201C}\(parts[1])\u{201D} is not a hash: sha256, sha384 or sha512, a hyphen, and base64")
            }
            self = .url(url, integrity: hash.integrity)
        } else if allowsInsecure {
            self = .insecureURL(url)
        } else {
            throw wrong(
                "an address needs the hash of what is there, such as \(text)#sha384-\u{2026}; "
                    + "whoever runs the server could change it otherwise")
        }
    }
}
