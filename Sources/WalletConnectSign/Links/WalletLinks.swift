// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The links by which a wallet is opened: of its own scheme, and of the web.
///
/// They come from lists and from peers, so a link that could run or read something is never returned.
public struct WalletLinks: Sendable, Hashable {
    /// A link of the wallet's own scheme, for example `wallet://`.
    public let native: String?
    /// A link of the web that opens the wallet where it is installed, for example `https://wallet.example`.
    public let universal: String?

    /// Creates links.
    ///
    /// - Parameters:
    ///   - native: A link of the wallet's own scheme; left out where it isn't one.
    ///   - universal: An `https` link; left out where it isn't one.
    public init(native: String? = nil, universal: String? = nil) {
        self.native = native.flatMap(AppLink.native)
        self.universal = universal.flatMap(AppLink.picture)
    }

    /// Creates the links that a peer's description names.
    public init(_ metadata: AppMetadata) {
        self.init(native: metadata.redirect?.native, universal: metadata.redirect?.universal)
    }

    /// The link that only brings the wallet to the front.
    public var openOnly: String? {
        guard let native else { return universal }
        return native.contains("://") ? native : native.hasSuffix(":") ? native + "//" : native
    }

    /// Returns the link that brings the wallet to the front for a request that the relay has stored.
    ///
    /// - Parameters:
    ///   - request: The request's id.
    ///   - session: The session.
    public func link(request: String, session: Topic) -> String? {
        link(["requestId": request, "sessionTopic": session.text])
    }

    /// Returns the link that opens the wallet with a pairing; `nil` where it has none that is safe to open.
    ///
    /// - Parameter uri: The pairing's link, `wc:…`.
    package func link(pairing uri: String) -> String? { link(["uri": uri]) }

    /// Appends `wc?…` with every byte escaped that isn't unreserved by RFC 3986: else wallets open and show nothing.
    private func link(_ fields: KeyValuePairs<String, String>) -> String? {
        guard let base = openOnly, !base.contains("?"), !base.contains("#") else { return nil }
        let query = fields.map { "\($0)=\(PercentEncoding.encode($1, keepsDots: true))" }.joined(separator: "&")
        return "\(base)\(base.hasSuffix("/") ? "" : "/")wc?\(query)"
    }
}
