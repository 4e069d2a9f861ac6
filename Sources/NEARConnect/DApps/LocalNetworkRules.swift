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
    static var json: JSONValue { .array(rules) }

    private static var rules: [JSONValue] {
        let patterns = hosts.map { host in #"^[a-z]+://([^/]*@)?\#(host)[:/]"# }
        let exempt = JSONValue.array(patterns.map { .string($0) })
        return patterns.map { pattern in
            [
                "trigger": ["url-filter": .string(pattern), "unless-top-url": exempt],
                "action": ["type": "block"],
            ]
        }
    }

    /// Returns the rules for a browser that is driven: no page reaches this computer but at some ports.
    ///
    /// Behind the others may be a WebDriver, which starts programs for whoever reaches it.
    ///
    /// - Parameter ports: The ports of this computer that its own pages reach.
    static func json(openPorts ports: Set<UInt16>) -> JSONValue {
        let local = Self.hosts.prefix(Self.loopbackCount)
        let blocked = local.map { rule(#"^[a-z]+://([^/]*@)?\#($0)[:/]"#, "block") }
        let open = ports.sorted().flatMap { port in
            local.flatMap { host in
                [rule(#"^[a-z]+://([^/]*@)?\#(host):\#(port)/"#, "ignore-previous-rules")]
                    + schemes(of: port).map { rule(#"^\#($0)://([^/]*@)?\#(host)/"#, "ignore-previous-rules") }
            }
        }
        return .array(blocked + open + rules)
    }

    /// The number of hosts, from the first, that may be this computer.
    private static let loopbackCount = 8

    /// Returns the schemes whose addresses don't name a port, since it is their own.
    private static func schemes(of port: UInt16) -> [String] {
        switch port {
        case 80: ["http", "ws"]
        case 443: ["https", "wss"]
        default: []
        }
    }

    private static func rule(_ pattern: String, _ action: JSONValue) -> JSONValue {
        ["trigger": ["url-filter": .string(pattern)], "action": ["type": action]]
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
