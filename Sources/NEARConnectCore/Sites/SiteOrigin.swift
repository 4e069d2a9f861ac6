// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The origin of a website: scheme, host and port, as one comparable value.
public struct SiteOrigin: Sendable, Hashable {
    /// True for https, false for http.
    public let isSecure: Bool
    /// The host.
    public let host: SiteHost
    /// The port; `nil` where it is the scheme's own.
    public let port: UInt16?

    /// Reads an origin as browsers write it, for example `https://app.example:8443`.
    ///
    /// - Returns: `nil` for the opaque origin `null`, other schemes, texts with more than an origin, and http hosts
    ///   that end in a dot, which browsers don't take for this computer.
    public init?(_ text: String) {
        guard text.utf8.count <= DAppFrame.originLimit, let address = WebAddress(text),
            address.origin.map({ text.hasSameBytes(as: $0) }) ?? false
        else { return nil }
        self.init(of: address)
    }

    /// Takes the origin of a page's address.
    ///
    /// - Parameter address: An address of the web, or of a `blob:` that a page of the web has made, which has that
    ///   page's origin.
    /// - Returns: `nil` for all others: files, data, empty documents.
    public init?(ofPage address: String) {
        let isBlob = address.utf8.starts(with: "blob:".utf8)
        guard let parsed = WebAddress(isBlob ? String(address.dropFirst(5)) : address) else { return nil }
        self.init(of: parsed)
    }

    /// Takes the origin of an address of the web.
    package init?(of address: WebAddress) {
        guard case .web(let isSecure) = address.kind, let host = SiteHost(of: address) else { return nil }
        // Not a secure context even where it is `localhost.`, and another origin than the host without the dot.
        guard isSecure || address.host.utf8.last != UInt8(ascii: ".") else { return nil }
        self.isSecure = isSecure
        self.host = host
        port = address.port
    }

    /// The origin as browsers write it.
    public var text: ExactText {
        ExactText("\(isSecure ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")")
    }

    /// True if pages of this origin may have a wallet: over https, or over http from this computer.
    public var mayHaveWallet: Bool { isSecure || host.isTrustedLoopback }

    /// True if the pages come from this computer, where tomorrow another program may serve the same origin.
    public var isLoopback: Bool { host.reach == .loopback }
}

extension SiteOrigin: CustomStringConvertible {
    /// The origin as browsers write it.
    public var description: String { text.text }
}

extension SiteOrigin: Comparable {
    /// Orders origins by host, then by port and scheme.
    public static func < (lhs: SiteOrigin, rhs: SiteOrigin) -> Bool {
        guard lhs.host == rhs.host else { return lhs.host < rhs.host }
        return lhs.text < rhs.text
    }
}
