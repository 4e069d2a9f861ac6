// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// Rules for WebKit's content filter: pages of the internet reach nothing on this computer or in its network.
///
/// WebKit asks nobody before a page fetches from a loopback address, and what listens there often trusts whoever
/// connects: devnets, WebDriver, printers. A name of the internet that its owner lets lead to such an address is not
/// seen here: the rules know addresses, not where names lead.
enum LocalNetworkRules {
    /// The hosts, each as a regular expression for the part between `//` and the port; WebKit knows no `|`.
    private static let hosts = [
        // This computer. WebKit writes each spelling of an address of IPv4 as four decimal numbers.
        #"localhost\.?"#, #"[^/]*\.localhost\.?"#, #"127\.[0-9.]+"#, #"0\.[0-9.]+"#, #"\[::1?\]"#,
        // Addresses of IPv6 that lead to one of IPv4.
        #"\[::[0-9a-f:.]+\]"#, #"\[64:ff9b:[0-9a-f:.]+\]"#, #"\[2002:[0-9a-f:.]+\]"#,
        // Networks that aren't part of the internet.
        #"10\.[0-9.]+"#, #"192\.168\.[0-9.]+"#, #"169\.254\.[0-9.]+"#, #"172\.1[6-9]\.[0-9.]+"#,
        #"172\.2[0-9]\.[0-9.]+"#, #"172\.3[01]\.[0-9.]+"#, #"100\.6[4-9]\.[0-9.]+"#, #"100\.[7-9][0-9]\.[0-9.]+"#,
        #"100\.1[01][0-9]\.[0-9.]+"#, #"100\.12[0-7]\.[0-9.]+"#, #"\[f[0-9a-f:.]+\]"#,
        // Names that no public name server answers.
        #"[^/.:@\[]+"#, #"[^/]*\.local\.?"#, #"[^/]*\.localdomain\.?"#, #"[^/]*\.internal\.?"#, #"[^/]*\.lan\.?"#,
        #"[^/]*\.home\.arpa\.?"#, #"[^/]*\.intranet\.?"#,
    ]

    /// The rules in the format of Safari's content blockers.
    static var json: JSONValue {
        let patterns = hosts.map { host in #"^[a-z]+://([^/]*@)?\#(host)[:/]"# }
        let exempt = JSONValue.array(patterns.map { .string($0) })
        return .array(
            patterns.map { pattern in
                [
                    "trigger": ["url-filter": .string(pattern), "unless-top-url": exempt],
                    "action": ["type": "block"],
                ]
            })
    }

    /// Returns whether a page may lead to an address: one of the internet leads to no local one.
    ///
    /// - Parameters:
    ///   - target: The address that a navigation leads to.
    ///   - page: The address of the page that is shown; `nil` before the first.
    static func allows(_ target: String, from page: String?) -> Bool {
        reach(of: target) == .publicNetwork || page.flatMap(reach) != .publicNetwork
    }

    /// Returns where an address of the web leads; addresses of no network lead nowhere else.
    private static func reach(of address: String) -> SiteHost.Reach {
        WebAddress(address).flatMap(SiteHost.init(of:))?.reach ?? .publicNetwork
    }
}
