// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Remembers which sites have a permission on which network, to see which of them have lost it, in whatever process.
struct GrantWatch {
    /// The permission of a site on a network.
    struct Grant: Hashable, Comparable {
        let site: SiteOrigin
        let network: ExactText

        static func < (lhs: Grant, rhs: Grant) -> Bool {
            lhs.site == rhs.site ? lhs.network < rhs.network : lhs.site < rhs.site
        }
    }

    private var granted: Set<Grant> = []
    /// The permissions' state of the last look; `nil` before the first.
    private var seen: SitePermissions.Mark?

    /// Looks at the permissions.
    ///
    /// - Returns: Those that were lost since the last look; `nil` if nothing has changed.
    /// - Throws: ``NEARError/storage(reason:)``; the next look sees what this one would have seen.
    mutating func look(at permissions: SitePermissions) throws(NEARError) -> Set<Grant>? {
        let mark = permissions.mark
        guard mark != seen else { return nil }
        let now = Set(
            try permissions.sites().flatMap { site in
                site.grants.keys.map { Grant(site: site.origin, network: $0) }
            })
        let lost = granted.subtracting(now)
        (granted, seen) = (now, mark)
        return lost
    }
}
