// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// The https origin that the bridge page has and that wallets show to people as the app that asks.
///
/// The page is given to WebKit as text under this address; nothing is ever fetched from it.
public struct BridgeOrigin: Hashable, Sendable {
    /// The origin without a trailing slash, for example `https://near-connect-bridge.local`.
    public let origin: String

    /// The base address of the page: the origin and `/`.
    public var baseURI: String { origin + "/" }

    /// `https://near-connect-bridge.local`, as on iOS.
    public static let standard = BridgeOrigin(checked: "https://near-connect-bridge.local")

    private init(checked origin: String) {
        self.origin = origin
    }

    /// The embedder's own origin.
    ///
    /// - Parameter url: `https://host` or `https://host:port`, without path, query or user.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(_ url: URL) throws(NEARError) {
        guard url.scheme?.lowercased() == "https", let host = url.host?.lowercased(), !host.isEmpty else {
            throw .invalidArgument(name: "origin", reason: "\(url) is not an https origin")
        }
        guard ["", "/"].contains(url.path), url.query == nil, url.fragment == nil, url.user == nil else {
            throw .invalidArgument(name: "origin", reason: "\(url) names more than an origin: use https://\(host)")
        }
        let port = url.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
        self.init(checked: "https://\(host)\(port)")
    }

    /// Whether `uri` lies on this origin.
    package func contains(_ uri: String) -> Bool {
        Self.origin(of: uri) == origin
    }

    /// The origin of an http(s) address in its normal form, `nil` for everything else. Names beyond ASCII come out in punycode, as
    /// browsers compare them, and so that none can look like another.
    package static func origin(of uri: String) -> String? {
        guard let parts = URLComponents(string: uri), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.encodedHost?.lowercased(), !host.isEmpty
        else { return nil }
        let standard = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }
}
