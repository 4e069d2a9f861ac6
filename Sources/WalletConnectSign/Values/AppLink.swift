// SPDX-License-Identifier: MIT

/// Links of wallets, which are untrusted text.
enum AppLink {
    /// Schemes that run code, read files or name documents inside a program that opens them.
    private static let refused: Set<String> = [
        "about", "blob", "chrome", "data", "file", "filesystem", "ftp", "http", "https", "jar", "javascript", "mailto",
        "resource", "smb", "ssh", "vbscript", "view-source", "wc", "ws", "wss",
    ]

    /// Returns a picture's or a universal link's address: `https` with a host.
    static func picture(_ text: String) -> String? {
        guard isPlain(text), scheme(of: text) == "https", hasHost(text, after: "https") else { return nil }
        return text
    }

    /// Returns a page's address: `https` or `http` with a host.
    static func page(_ text: String) -> String? {
        guard isPlain(text), let scheme = scheme(of: text), scheme == "https" || scheme == "http",
            hasHost(text, after: scheme)
        else { return nil }
        return text
    }

    /// Returns a link of a program's own scheme.
    static func native(_ text: String) -> String? {
        guard isPlain(text), let scheme = scheme(of: text), !refused.contains(scheme) else { return nil }
        return text
    }

    /// Returns the scheme in lower case by RFC 3986.
    static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = text.utf8[..<colon].map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        guard let first = name.first, (0x61...0x7A).contains(first) else { return nil }
        let isScheme = name.allSatisfy { ChainID.isWordByte($0) || "+-.".utf8.contains($0) }
        return isScheme ? String(decoding: name, as: UTF8.self) : nil
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...SignLimits.link).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
    }

    private static func hasHost(_ text: String, after scheme: String) -> Bool {
        let rest = text.utf8.dropFirst(scheme.utf8.count + 1)
        guard rest.starts(with: "//".utf8) else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        return !authority.isEmpty && !authority.contains(UInt8(ascii: "@")) && authority.first != UInt8(ascii: ":")
    }
}
