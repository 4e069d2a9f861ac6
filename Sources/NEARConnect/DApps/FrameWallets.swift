// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The sites whose frames have a wallet inside other sites, since the user has said so.
struct FrameWallets: Equatable {
    /// The origins of the outermost pages, by the frame's origin.
    let sites: [SiteOrigin: Set<SiteOrigin>]

    /// Makes a list.
    init(_ sites: [SiteOrigin: Set<SiteOrigin>] = [:]) {
        self.sites = sites.filter { !$0.value.isEmpty }
    }

    /// Takes what sites were given, on whatever network.
    init(of sites: [Site]) {
        self.init(
            Dictionary(
                sites.map { site in
                    (site.origin, site.grants.values.reduce(into: []) { $0.formUnion($1.framesInside) })
                }, uniquingKeysWith: { $0.union($1) }))
    }

    var isEmpty: Bool { sites.isEmpty }

    /// The addresses that may be of such frames, as WebKit's patterns.
    ///
    /// Patterns know no ports, so the script compares origins once more.
    var patterns: [String] { Self.patterns(of: Set(sites.keys)) }

    /// The addresses that may be of such frames, or of the pages around them.
    var allPatterns: [String] { Self.patterns(of: sites.reduce(into: []) { $0.formUnion([$1.key] + $1.value) }) }

    private static func patterns(of sites: Set<SiteOrigin>) -> [String] {
        Set(sites.compactMap { WebAddress($0.text.text) }.map { "\($0.scheme)://\($0.host)/*" }).sorted()
    }

    /// The list for the provider's script.
    var json: JSONValue {
        .object(
            sites.reduce(into: [:]) { members, site in
                members[ExactText(site.key.text.text)] = .array(
                    site.value.sorted().map { .string($0.text.text) })
            })
    }
}
