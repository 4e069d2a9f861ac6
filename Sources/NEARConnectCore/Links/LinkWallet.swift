// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The parts of a wallet's manifest entry that links need.
///
/// All of them come from outside.
package struct LinkWallet: Sendable {
    /// A place where the wallet can be installed from.
    package struct InstallLink: Sendable {
        /// The manifest's name for the place: `android`, `chrome`, …; `website` for the wallet's own.
        package let platform: String
        /// An https address.
        package let link: ExternalLink
    }

    package let id: String
    package let name: String
    package let allowsOpen: OpenPermissions
    package let installLinks: [InstallLink]

    /// The largest number of places that are offered.
    private static let linkLimit = 4
    /// Platforms that a user of this computer looks at first, the best first.
    private static let preferred = [
        "linux", "desktop", "web", "website", "chrome", "firefox", "edge", "android", "ios",
    ]

    /// Names of platforms that users read as the same word.
    private static let kinds = ["web": website, "desktop": "linux"]
    private static let website = "website"
    private static let nameLimit = 20

    /// Takes from a checked manifest entry what links need.
    package init(_ manifest: WalletManifest) {
        self.init(
            id: manifest.id, name: manifest.name, allowsOpen: manifest.permissions.allowsOpen,
            platform: manifest.platform,
            website: manifest.website)
    }

    /// - Parameters:
    ///   - platform: Addresses to install the wallet from, by the manifest's names. Those that are not https are left
    ///     out.
    ///   - website: The wallet's own site.
    package init(
        id: String, name: String, allowsOpen: [String], platform: [ExactText: String] = [:], website: String? = nil
    ) {
        self.id = id
        self.name = name
        self.allowsOpen = OpenPermissions(allowsOpen)
        var places = platform.map { (platform: Self.isNumber($0.key.text) ? "web" : $0.key.text, uri: $0.value) }
        if let website { places.append(("website", website)) }
        installLinks = Self.installLinks(places)
    }

    /// Returns true for the name of a place in a list, which is a number.
    private static func isNumber(_ name: String) -> Bool { !name.isEmpty && name.allSatisfy(\.isNumber) }

    /// Returns an address in one spelling: with and without a last slash is the same place.
    private static func written(_ address: WebAddress) -> ExactText {
        let end = address.text.firstIndex { $0 == "?" || $0 == "#" } ?? address.text.endIndex
        let path = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
        return ExactText("\(address.place)\(path)\(address.text[end...])")
    }

    private static func installLinks(_ places: [(platform: String, uri: String)]) -> [InstallLink] {
        func rank(_ platform: String) -> Int {
            preferred.firstIndex(of: platform.lowercased()) ?? preferred.count
        }
        var (seen, names): (Set<ExactText>, Set<String>) = ([], [])
        /// Returns the place's name, or its site's if users have read that one already, or nothing.
        func name(of platform: String, _ address: WebAddress) -> String? {
            let kind = kinds[platform.lowercased()] ?? platform.lowercased()
            let isNew = names.insert(kind).inserted
            if isNew && kind != website { return String(platform.prefix(nameLimit)) }
            guard names.insert(address.place).inserted else { return nil }
            return String((isNew ? platform : address.place).prefix(nameLimit))
        }
        let sorted = places.sorted {
            (rank($0.platform), $0.platform, $0.uri) < (rank($1.platform), $1.platform, $1.uri)
        }
        return Array(
            sorted.compactMap { place -> InstallLink? in
                guard let address = WebAddress(place.uri), address.kind == .web(isSecure: true),
                    seen.insert(written(address)).inserted, let name = name(of: place.platform, address)
                else { return nil }
                do {
                    return InstallLink(platform: name, link: try ExternalLink(address))
                } catch {
                    return nil  // A broken address is no place to get anything.
                }
            }.prefix(linkLimit))
    }
}

/// A link that is shown to the user, who decides whether it is opened.
package struct LinkOffer: Sendable {
    /// The address that was asked for.
    package let address: WebAddress
    /// The wallet that asks, when it is known.
    package let wallet: LinkWallet?
    /// True if an earlier answer counts and this one may be stored; see `NavigationPolicy.Verdict.external`.
    package var mayRemember: Bool
    /// The origin of the dApp's page that asks; `nil` where a wallet does.
    package let site: String?

    package init(address: WebAddress, wallet: LinkWallet?, mayRemember: Bool) {
        self.address = address
        self.wallet = wallet
        self.mayRemember = mayRemember
        site = nil
    }

    /// Describes the wish of a dApp's page.
    package init(address: WebAddress, site: String) {
        self.address = address
        wallet = nil
        mayRemember = false
        self.site = site
    }
}
