// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The origins of the wallets' own pages.
///
/// They decide which sites have cookies inside another site's page, and which wallet stored data belongs to.
package struct WalletSites: Equatable {
    /// Normalised https origins by wallet id.
    package let origins: [String: [String]]

    /// Takes origins by wallet id.
    ///
    /// Texts that aren't plain https origins are dropped.
    package init(_ origins: [String: [String]] = [:]) {
        self.origins = origins.mapValues { $0.filter(Self.isPlain) }.filter { !$0.value.isEmpty }
    }

    package init(_ catalog: WalletCatalog) {
        var origins: [String: [String]] = [:]
        for entry in catalog.entries { origins[entry.manifest.id] = entry.manifest.origins }
        self.init(origins)
    }

    /// All origins, each once.
    var all: [String] { Set(origins.values.joined()).sorted() }

    /// Returns true if a registrable domain, as WebKit names sites, is a wallet's.
    package func holds(site: String) -> Bool {
        all.contains { Self.belongs($0, to: site) }
    }

    /// Returns true if the stored data of `site` belong to that wallet alone.
    ///
    /// A site that several wallets name, such as a messenger's, belongs to none of them.
    package func isOnly(_ walletId: String, on site: String) -> Bool {
        let owners = origins.filter { $0.value.contains { Self.belongs($0, to: site) } }.keys
        return Array(owners) == [walletId]
    }

    /// WebKit's rules: requests to a site inside another site's page carry and set no cookies, except for wallets.
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

    /// Returns true for letters, digits, dots, hyphens and a port: no characters with a meaning in a rule's pattern.
    private static func isPlain(_ origin: String) -> Bool {
        guard origin.hasPrefix("https://") else { return false }
        let rest = origin.dropFirst("https://".count)
        return !rest.isEmpty
            && rest.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "." || $0 == "-" || $0 == ":"
            }
    }
}
