// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// An address, parsed once and carried as a value until it is decided about or opened.
///
/// Web addresses are read as browsers read them. One that a browser would change before it reads it, other than by the
/// case of its scheme and host or the form of its host, is not read at all: WebKit names pages by addresses that it has
/// written itself, and those have one reading. Links of other programs stay as they are written; the program that opens
/// them gets them byte for byte.
package struct WebAddress: Sendable, Equatable {
    /// The kinds of addresses that decisions are about.
    package enum Kind: Sendable, Equatable {
        /// A page of the web.
        case web(isSecure: Bool)
        /// An empty document, `about:blank` or `about:srcdoc`.
        case blank
        /// An address that only this program answers; see ``InternalScheme``.
        case ours
        /// A link of another program that pages and wallets may name; see ``LinkSchemes``.
        case link
        /// Any other address.
        case refused
    }

    /// The most bytes of an address.
    ///
    /// Web wallets take what is to be signed in their page's address.
    package static let limit = 2 * 1024 * 1024

    /// The address exactly as it came.
    package let text: String
    /// The scheme in lower case.
    package let scheme: String
    /// The kind of address, by its scheme.
    package let kind: Kind
    /// The host, empty if there is none.
    ///
    /// A web address's is as browsers write it, others' are as written.
    package let host: String
    /// The port, `nil` where none is written or where it is the scheme's own.
    package let port: UInt16?
    /// The path: of a web address with the escapes that browsers put in, of others as it is written.
    package let path: String
    /// True if a user's name or password stands before the host.
    package let hasUser: Bool
    /// True if scheme, host and port are understood.
    ///
    /// Links of other programs may have anything behind their scheme.
    let hasAuthority: Bool

    /// Parses an address.
    ///
    /// - Returns: `nil` where there is no scheme by RFC 3986, for addresses longer than ``limit``, and for web
    ///   addresses that name no host or that can be read in two ways.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.limit, let scheme = Self.scheme(of: text) else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count + 1)
        let isWeb = scheme == "https" || scheme == "http"
        guard !isWeb || rest.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        let body = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard !isWeb || !body.contains(UInt8(ascii: "\\")) else { return nil }
        var (authority, path) = (body.prefix(0), body)
        if body.starts(with: "//".utf8) {
            authority = body.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            path = body[authority.endIndex...]
        }
        let written = AddressAuthority(Substring(authority), ofWeb: isWeb)
        guard !isWeb || written?.host.isEmpty == false else { return nil }
        self.text = text
        self.scheme = scheme
        self.path = isWeb ? Self.escaped(path) : String(Substring(path))
        kind = Self.kind(of: scheme, text)
        hasAuthority = written != nil
        host = written?.host ?? ""
        hasUser = written?.hasUser ?? false
        let standard: UInt16? = isWeb ? (scheme == "https" ? 443 : 80) : nil
        port = written?.port.flatMap { $0 == standard ? nil : $0 }
    }

    /// Returns the scheme of `text` in lower case, `nil` if it has none by RFC 3986.
    package static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = text.utf8[..<colon].map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        guard let first = name.first, (0x61...0x7A).contains(first) else { return nil }
        let isScheme = name.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
        }
        return isScheme ? String(decoding: name, as: UTF8.self) : nil
    }

    /// Escapes what browsers escape in a path of the web.
    private static func escaped(_ path: Substring.UTF8View) -> String {
        func isEscaped(_ byte: UInt8) -> Bool { byte >= 0x80 || "\"<>`{}".utf8.contains(byte) }
        guard path.contains(where: isEscaped) else { return String(Substring(path)) }
        return path.reduce(into: "") { text, byte in
            text += isEscaped(byte) ? "%\(String(byte, radix: 16, uppercase: true))" : String(UnicodeScalar(byte))
        }
    }

    private static func kind(of scheme: String, _ text: String) -> Kind {
        switch scheme {
        case "https": .web(isSecure: true)
        case "http": .web(isSecure: false)
        case "about": ["about:blank", "about:srcdoc"].contains { text.hasSameBytes(as: $0) } ? .blank : .refused
        case InternalScheme.name: .ours
        default: LinkSchemes.allows(scheme) ? .link : .refused
        }
    }

    /// Returns whether two addresses are the same bytes.
    package static func == (lhs: WebAddress, rhs: WebAddress) -> Bool { lhs.text.hasSameBytes(as: rhs.text) }

    /// True for addresses of the web.
    package var isWeb: Bool { if case .web = kind { true } else { false } }

    /// The origin of a web address, `https://host` or `https://host:port`; `nil` for others.
    ///
    /// Names beyond ASCII are in punycode, so that none can look like another.
    package var origin: String? { isWeb ? "\(scheme)://\(place)" : nil }

    /// The host, and the port where it isn't the scheme's own.
    package var place: String { port.map { "\(host):\($0)" } ?? host }

    /// True if the address has neither blanks nor control characters of ASCII.
    package var isUnbroken: Bool { text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }

    /// True if the address is in printable ASCII, which every program reads alike.
    package var isPlain: Bool { text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }

    /// True if browsers and this program read the address alike as an entry of `allowsOpen`.
    package var isEntry: Bool {
        // Some browsers escape `^` in a path, others don't.
        hasAuthority && !hasUser && !hasDotSegments && (isWeb || isPlain) && !path.utf8.contains(UInt8(ascii: "^"))
    }

    /// True if a segment of the path leads up or stays, in any spelling: browsers take such segments out.
    package var hasDotSegments: Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).contains { segment in
            var rest = segment
            var count = 0
            while !rest.isEmpty {
                if rest.first == UInt8(ascii: ".") {
                    rest = rest.dropFirst()
                } else if rest.starts(with: "%2e".utf8) || rest.starts(with: "%2E".utf8) {
                    rest = rest.dropFirst(3)
                } else {
                    return false
                }
                count += 1
            }
            return count <= 2
        }
    }
}
