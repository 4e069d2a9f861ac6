// SPDX-License-Identifier: MIT

/// Changes that others have made.
extension DAppRequestHandler {
    /// Looks whether somebody has changed permissions, also in another process.
    ///
    /// The sites that have lost theirs lose all that they have open, and pages that wait for changes hear of them.
    package func lookForChanges() {
        let now = networks.mark
        let isOther = seenNetworks != nil && seenNetworks != now
        seenNetworks = now
        if dropLost() || isOther { noteChange() }
    }

    /// Drops the sites that have lost a permission since the last look.
    ///
    /// - Returns: True if permissions have changed.
    @discardableResult
    func dropLost() -> Bool {
        do throws(NEARError) {
            guard let lost = try grants.look(at: permissions) else { return false }
            for grant in lost.sorted() { drop(grant.site, on: grant.network) }
            return true
        } catch {
            // No page has a permission that nobody can read, and the next look finds out which have lost theirs.
            onProblem(error)
            return false
        }
    }
}
