// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import SafeText

/// The https origin of the bridge page, which wallets show to the user as the app that asks.
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

    /// Makes an origin of the embedder's own.
    ///
    /// - Parameter url: `https://host` or `https://host:port`, without path, query or user.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(_ url: URL) throws(NEARError) {
        guard url.scheme?.lowercased() == "https", let host = url.host?.lowercased(), !host.isEmpty else {
            throw .invalidArgument(name: "origin", reason: localized("%1$s is not an https origin", "\(url)"))
        }
        guard ["", "/"].contains(url.path), url.query == nil, url.fragment == nil, url.user == nil else {
            throw .invalidArgument(
                name: "origin", reason: localized("%1$s names more than an origin: use https://%2$s", "\(url)", host))
        }
        let port = url.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
        self.init(checked: "https://\(host)\(port)")
    }

    /// Returns whether an address lies on this origin.
    package func contains(_ address: WebAddress) -> Bool { address.origin == origin }
}
