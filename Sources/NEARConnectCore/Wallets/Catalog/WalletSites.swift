// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The origins on which wallets of the manifests have their pages, and what follows from them: who has cookies while it is embedded in
/// somebody else's page, and whose data a wallet's is.
package struct WalletSites: Equatable {
    /// Normalised https origins by wallet id.
    package let origins: [String: [String]]

    /// - Parameter origins: By wallet id. What isn't a plain https origin is left out.
    package init(_ origins: [String: [String]] = [:]) {
        self.origins = origins.mapValues { $0.filter(Self.isPlain) }.filter { !$0.value.isEmpty }
    }

    package init(_ catalog: WalletCatalog) {
        var origins: [String: [String]] = [:]
        for entry in catalog.entries { origins[entry.manifest.id] = entry.manifest.origins }
        self.init(origins)
    }

    /// Every origin once.
    var all: [String] { Set(origins.values.joined()).sorted() }

    /// Whether a registrable domain, as WebKit names sites, is that of a wallet's page.
    package func holds(site: String) -> Bool {
        all.contains { Self.belongs($0, to: site) }
    }

    /// Whether the data that `site` has stored is that wallet's alone. A site that several wallets name, such as a messenger's, is
    /// nobody's.
    package func isOnly(_ walletId: String, on site: String) -> Bool {
        let owners = origins.filter { $0.value.contains { Self.belongs($0, to: site) } }.keys
        return Array(owners) == [walletId]
    }

    /// WebKit's rules: requests to a site that is embedded in another one's page carry no cookies and set none, but for wallets.
    package var cookieRules: JSONValue {
        let refuse: JSONValue = [
            "trigger": ["url-filter": "^https?://", "load-type": ["third-party"]], "action": ["type": "block-cookies"],
        ]
        let exceptions: [JSONValue] = all.map { origin in
            [
                "trigger": ["url-filter": .string("^\(origin.replacing(".", with: "\\."))/")],
                "action": ["type": "ignore-previous-rules"],
            ]
        }
        return .array([refuse] + exceptions)
    }

    private static func host(of origin: String) -> Substring {
        origin.dropFirst("https://".count).prefix { $0 != ":" }
    }

    private static func belongs(_ origin: String, to site: String) -> Bool {
        let host = host(of: origin)
        return host == site || host.hasSuffix(".\(site)")
    }

    /// Letters, digits, dots, hyphens and a port: nothing that means something in a rule's pattern.
    private static func isPlain(_ origin: String) -> Bool {
        guard origin.hasPrefix("https://") else { return false }
        let rest = origin.dropFirst("https://".count)
        return !rest.isEmpty
            && rest.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "." || $0 == "-" || $0 == ":"
            }
    }
}
