// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The sites that see this wallet as another one, since they list fixed wallets.
package struct ProviderPersonas: Sendable, Equatable {
    /// The wallets that every site sees which isn't in ``sites``.
    package var everywhere: Set<SitePersona>
    /// The wallets that single sites see.
    package var sites: [SiteOrigin: SitePersona]

    /// Makes a list.
    package init(everywhere: Set<SitePersona> = [], sites: [SiteOrigin: SitePersona] = [:]) {
        self.everywhere = everywhere
        self.sites = sites
    }

    var isEmpty: Bool { everywhere.isEmpty && sites.isEmpty }

    /// The addresses that may be of such sites, as WebKit's patterns; empty for all addresses.
    ///
    /// Patterns know no ports, so the script compares origins once more.
    var patterns: [String] {
        guard everywhere.isEmpty else { return [] }
        return Set(sites.keys.compactMap { WebAddress($0.text.text) }.map { "\($0.scheme)://\($0.host)/*" }).sorted()
    }

    /// The list for the provider's script.
    var json: JSONValue {
        var members: JSONValue.Members = [:]
        func json(_ personas: Set<SitePersona>) -> JSONValue {
            .array(personas.map(\.rawValue).sorted().map { .string($0) })
        }
        if !everywhere.isEmpty { members["*"] = json(everywhere) }
        for (origin, persona) in sites { members[ExactText(origin.text.text)] = json([persona]) }
        return .object(members)
    }
}
