// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import SafeText

/// The https origin of the bridge page, which wallets show to users as the app that asks.
///
/// WebKit gets the page as text under this address; nothing is ever fetched from it.
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

    /// Checks an origin of the embedder's own.
    ///
    /// - Parameter url: `https://host` or `https://host:port`, without path, query or user.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(_ url: URL) throws(NEARError) {
        guard url.scheme?.lowercased() == "https", let host = url.host?.lowercased(), !host.isEmpty else {
            throw .invalidArgument(name: "origin", reason: localized("%1$s is not an https origin", "\(url)"))
        }
        guard ["", "/"].contains(url.path), url.query == nil, url.fragment == nil, url.user == nil else {
            throw .invalidArgument(
                name: "origin",
                reason: localized("%1$s names more than an origin; use https://%2$s", "\(url)", host))
        }
        let port = url.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
        self.init(checked: "https://\(host)\(port)")
    }

    /// Returns true if `uri` has this origin.
    package func contains(_ uri: String) -> Bool {
        Self.origin(of: uri) == origin
    }

    /// Returns the origin of an http(s) address in its normal form, `nil` for everything else.
    ///
    /// Names beyond ASCII come out in punycode, as browsers compare them, so that none can look like another.
    package static func origin(of uri: String) -> String? {
        guard let parts = URLComponents(string: uri), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.encodedHost?.lowercased(), !host.isEmpty
        else { return nil }
        let standard = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }
}
