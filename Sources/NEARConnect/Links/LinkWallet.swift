// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// What the host knows of a wallet that asks for a link to be opened, by its manifest entry. All of it came from outside.
struct LinkWallet: Hashable, Sendable {
    /// Where the wallet can be had.
    struct InstallLink: Hashable, Sendable {
        /// What the manifest calls the place: `android`, `chrome`, …; `website` for the wallet's own.
        let platform: String
        /// An https address.
        let link: ExternalLink
    }

    let id: String
    let name: String
    let allowsOpen: AllowsOpen
    let installLinks: [InstallLink]

    /// The most places that are offered.
    private static let linkLimit = 4
    /// Where a person at this computer would look first.
    private static let preferred = [
        "linux", "desktop", "web", "website", "chrome", "firefox", "edge", "android", "ios",
    ]

    /// Reads a manifest entry.
    ///
    /// - Throws: When it has no id.
    init(_ entry: JSONValue) throws(JSONFields.Fault) {
        id = try JSONFields(entry, "wallet").string("id")
        name = String((entry["name"]?.stringValue ?? id).prefix(64))
        allowsOpen = AllowsOpen((entry["permissions"]?["allowsOpen"]?.arrayValue ?? []).compactMap(\.stringValue))
        var places: [(platform: String, uri: String)] = []
        // In practice an object of links by platform; upstream types it as a list.
        for (platform, uri) in entry["platform"]?.objectValue ?? [:] {
            if let uri = uri.stringValue { places.append((platform, uri)) }
        }
        for uri in entry["platform"]?.arrayValue ?? [] {
            if let uri = uri.stringValue { places.append(("web", uri)) }
        }
        if let website = entry["website"]?.stringValue { places.append(("website", website)) }
        installLinks = Self.installLinks(places)
    }

    private static func installLinks(_ places: [(platform: String, uri: String)]) -> [InstallLink] {
        func rank(_ platform: String) -> Int {
            preferred.firstIndex(of: platform.lowercased()) ?? preferred.count
        }
        var seen: Set<String> = []
        let sorted = places.sorted {
            (rank($0.platform), $0.platform, $0.uri) < (rank($1.platform), $1.platform, $1.uri)
        }
        return Array(
            sorted.compactMap { place -> InstallLink? in
                guard BridgeOrigin.origin(of: place.uri)?.hasPrefix("https://") == true, seen.insert(place.uri).inserted
                else { return nil }
                do {
                    return InstallLink(platform: String(place.platform.prefix(20)), link: try ExternalLink(place.uri))
                } catch {
                    return nil  // A broken address is no place to get anything.
                }
            }.prefix(linkLimit))
    }
}

/// A link that is put before a person.
struct LinkOffer: Sendable {
    /// The address exactly as it was asked for.
    let uri: String
    /// The wallet that asks, when it is known.
    let wallet: LinkWallet?
    /// Whether an earlier answer counts, and this one may be kept; see ``NavigationPolicy/Verdict/external(mayRemember:)``.
    let mayRemember: Bool
}
