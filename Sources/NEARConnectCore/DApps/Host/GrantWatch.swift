// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Remembers which sites have a permission on a network, to see which of them have lost it, in whatever process.
struct GrantWatch {
    private let network: ExactText
    private var granted: Set<SiteOrigin> = []
    /// The permissions' state of the last look; `nil` before the first.
    private var seen: SitePermissions.Mark?

    init(network: ExactText) {
        self.network = network
    }

    /// Looks at the permissions.
    ///
    /// - Returns: The sites that have lost theirs since the last look; `nil` if nothing has changed.
    /// - Throws: ``NEARError/storage(reason:)``; the next look sees what this one would have seen.
    mutating func look(at permissions: SitePermissions) throws(NEARError) -> Set<SiteOrigin>? {
        let mark = permissions.mark
        guard mark != seen else { return nil }
        let now = Set(try permissions.sites().filter { $0.grants[network] != nil }.map(\.origin))
        let lost = granted.subtracting(now)
        (granted, seen) = (now, mark)
        return lost
    }
}
