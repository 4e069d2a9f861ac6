// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// Frames of sites inside others, and the networks that sites have added.
extension BrowserSession {
    /// Returns the sites whose frames may ask inside a site's pages.
    func framesInside(_ site: SiteOrigin) -> [SiteOrigin] {
        reading { () throws(NEARError) in
            try host.permissions.sites().filter { other in
                other.grants.values.contains { $0.framesInside.contains(site) }
            }.map(\.origin)
        } ?? []
    }

    /// Lets frames of a site ask inside another one's pages, or not any more.
    ///
    /// - Returns: The reason why that failed; `nil` if it didn't.
    func allowFrames(of site: SiteOrigin, inside top: SiteOrigin, _ areAllowed: Bool) -> String? {
        do throws(NEARError) {
            let network = areAllowed ? host.signer.network : nil
            try host.permissions.setFrames(of: site, inside: top, areAllowed: areAllowed, on: network)
            if areAllowed { host.noteChange() } else { host.endFrames(of: site, inside: top) }
            return nil
        } catch {
            return error.errorDescription
        }
    }

    /// Returns the networks that sites have added.
    var networks: [SiteNetwork] {
        reading { () throws(NEARError) in try host.networks.all() } ?? []
    }

    /// Removes a network that a site has added.
    ///
    /// - Returns: The reason why that failed; `nil` if it didn't.
    func removeNetwork(_ id: ExactText) -> String? {
        do throws(NEARError) {
            try host.removeNetwork(id)
            return nil
        } catch {
            return error.errorDescription
        }
    }
}
