// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import NEARRPC
internal import SafeText

/// The near-connect compatible connector that the bridge page runs.
///
/// It is trusted code: it sees every request and could make others. All of these work with the same page and manager.
public enum ConnectorSource: Sendable, Hashable {
    /// The connector that ships with the package.
    case embedded
    /// A file on this computer: an ES module, alone or with others that it imports from its folder.
    case file(URL)
    /// A file on the web with this hash, `sha384-…` as HTML writes it.
    ///
    /// The host fetches it once and compares.
    case url(URL, integrity: String)
    /// A file on the web, whatever its content is at each start.
    ///
    /// For developers of connectors.
    case insecureURL(URL)

    /// Reads a connector's name: `embedded`, `https://…#sha384-…`, or a file by its path or its `file:` address.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - allowsInsecure: True to accept an address without a hash, also an http address of this computer.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(_ text: String, allowsInsecure: Bool = false) throws(NEARError) {
        func wrong(_ reason: String) -> NEARError { .invalidArgument(name: "connector", reason: reason) }
        guard !text.isEmpty else {
            throw wrong(localized("name “embedded”, an https address with its hash, or a file"))
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
            else { throw wrong(localized("“%1$s” names no file of this computer", text)) }
            self = .file(URL(fileURLWithPath: url.path))
            return
        }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if allowsInsecure, parts.count == 1, let url = URL(string: text), Downloader.isPlainLoopback(url) {
            self = .insecureURL(url)
            return
        }
        guard WalletManifest.isPlainHTTPS(parts[0]), let url = URL(string: parts[0]) else {
            throw wrong(localized("“%1$s” is not an https address", parts[0]))
        }
        if parts.count == 2 {
            guard let hash = ContentHash(integrity: parts[1]) else {
                throw wrong(
                    localized("“%1$s” is not a hash: sha256, sha384 or sha512, a hyphen, and base64", parts[1]))
            }
            self = .url(url, integrity: hash.integrity)
        } else if allowsInsecure {
            self = .insecureURL(url)
        } else {
            throw wrong(
                localized(
                    "an address needs its file’s hash, such as %1$s#sha384-…; otherwise its server could change the file",
                    text))
        }
    }
}
