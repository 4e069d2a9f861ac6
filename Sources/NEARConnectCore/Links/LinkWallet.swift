// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// What the host knows of a wallet that asks for a link to be opened, by its manifest entry. All of it came from outside.
package struct LinkWallet: Sendable {
    /// Where the wallet can be had.
    package struct InstallLink: Sendable {
        /// What the manifest calls the place: `android`, `chrome`, …; `website` for the wallet's own.
        package let platform: String
        /// An https address.
        package let link: ExternalLink
    }

    package let id: String
    package let name: String
    package let allowsOpen: OpenPermissions
    package let installLinks: [InstallLink]

    /// The most places that are offered.
    private static let linkLimit = 4
    /// Where a person at this computer would look first.
    private static let preferred = [
        "linux", "desktop", "web", "website", "chrome", "firefox", "edge", "android", "ios",
    ]

    /// What links need of a checked manifest entry.
    package init(_ manifest: WalletManifest) {
        self.init(
            id: manifest.id, name: manifest.name, allowsOpen: manifest.permissions.allowsOpen,
            platform: manifest.platform,
            website: manifest.website)
    }

    /// - Parameters:
    ///   - platform: Where the wallet can be had, by what the manifest calls the place. What is no https address is left out.
    ///   - website: The wallet's own site.
    init(id: String, name: String, allowsOpen: [String], platform: [ExactText: String] = [:], website: String? = nil) {
        self.id = id
        self.name = name
        self.allowsOpen = OpenPermissions(allowsOpen)
        var places = platform.map { (platform: Self.isNumber($0.key.text) ? "web" : $0.key.text, uri: $0.value) }
        if let website { places.append(("website", website)) }
        installLinks = Self.installLinks(places)
    }

    /// Places of a list have numbers for names.
    private static func isNumber(_ name: String) -> Bool { !name.isEmpty && name.allSatisfy(\.isNumber) }

    private static func installLinks(_ places: [(platform: String, uri: String)]) -> [InstallLink] {
        func rank(_ platform: String) -> Int {
            preferred.firstIndex(of: platform.lowercased()) ?? preferred.count
        }
        var seen: Set<ExactText> = []
        let sorted = places.sorted {
            (rank($0.platform), $0.platform, $0.uri) < (rank($1.platform), $1.platform, $1.uri)
        }
        return Array(
            sorted.compactMap { place -> InstallLink? in
                guard let address = WebAddress(place.uri), address.kind == .web(isSecure: true),
                    seen.insert(ExactText(place.uri)).inserted
                else { return nil }
                do {
                    return InstallLink(platform: String(place.platform.prefix(20)), link: try ExternalLink(address))
                } catch {
                    return nil  // A broken address is no place to get anything.
                }
            }.prefix(linkLimit))
    }
}

/// A link that is put before a person.
package struct LinkOffer: Sendable {
    /// The address that was asked for.
    package let address: WebAddress
    /// The wallet that asks, when it is known.
    package let wallet: LinkWallet?
    /// Whether an earlier answer counts, and this one may be kept; see ``NavigationPolicy/Verdict/external(mayRemember:)``.
    package let mayRemember: Bool

    package init(address: WebAddress, wallet: LinkWallet?, mayRemember: Bool) {
        self.address = address
        self.wallet = wallet
        self.mayRemember = mayRemember
    }
}
