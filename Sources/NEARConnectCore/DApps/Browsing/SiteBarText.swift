// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// The words of the bar above a page: whose page it is, and how it came.
///
/// All of it follows from the address of the document that is shown, never from one that is being loaded, and never
/// from what the page says of itself.
package struct SiteBarText: Sendable, Equatable {
    /// The way in which a page came.
    package enum Protection: Sendable, Equatable {
        /// Over https, and the server has shown who it is.
        case secure
        /// From this computer.
        case local
        /// Over http: others can read and change it, so it has no wallet.
        case insecure
        /// The page has no address of the web.
        case none
    }

    /// The origin; `nil` for pages without one.
    package let origin: SiteOrigin?
    /// The way in which the page came.
    package let protection: Protection
    /// The scheme, where it isn't https, and the part of the host that its owner chooses at will.
    package let beginning: String
    /// The part of the host that somebody has registered, or a text in place of a host.
    package let owner: String
    /// The port with its colon; empty for the usual one.
    package let end: String
    /// The state in one or two words, where it isn't the usual one: "Not secure".
    package let warning: String?
    /// A sentence about the connection.
    package let explanation: String
    /// A sentence about addresses that many apps share.
    package let sharing: String?

    /// Makes the words.
    ///
    /// - Parameters:
    ///   - address: The address of the document that is shown; `nil` before the first.
    ///   - isProtected: True if it came over TLS without errors.
    ///   - isLoading: True while another document is on its way.
    ///   - registrable: Returns the registrable ending of a host by the public suffix list.
    package init(address: String?, isProtected: Bool, isLoading: Bool, registrable: (String) -> String?) {
        guard let address, let origin = SiteOrigin(ofPage: address) else {
            self.origin = nil
            (beginning, end, sharing) = ("", "", nil)
            if let web = address.flatMap(WebAddress.init), web.isWeb {
                // `http://localhost.` is another origin than the one without the dot, and safe for nobody.
                protection = .insecure
                owner = web.origin ?? web.host
                warning = localized("Not secure")
                explanation = localized("Others can read and change what you see here. The page has no wallet.")
                return
            }
            protection = .none
            warning = nil
            if address == nil {
                owner = isLoading ? localized("Opening…") : localized("Nothing was loaded")
                explanation = localized("No page has arrived yet.")
            } else {
                owner = localized("Page without an address")
                explanation = localized("Another page has written this one. It has no wallet.")
            }
            return
        }
        self.origin = origin
        let parts = origin.host.parts(registrable: registrable)
        beginning = (origin.isSecure ? "" : "http://") + parts.free
        owner = parts.registered
        end = origin.port.map { ":\($0)" } ?? ""
        sharing =
            origin.host.isSharedByPaths || origin.host.isSharedByNames
            ? localized("Many apps share this address: it doesn’t say who made this page.") : nil
        let place = "\(origin.host)"
        switch (origin.isSecure, origin.mayHaveWallet) {
        case (true, _) where isProtected:
            protection = .secure
            warning = nil
            explanation = localized("The connection is private, and %1$s has shown who it is.", place)
        case (false, true):
            protection = .local
            warning = localized("This computer")
            explanation = localized("This page comes from a program on your computer.")
        case (true, _):
            protection = .insecure
            warning = localized("Not secure")
            explanation = localized(
                "The server has not shown that it is %1$s: a certificate was accepted that isn’t valid.", place)
        case (false, false):
            protection = .insecure
            warning = localized("Not secure")
            explanation = localized(
                "Others can read and change what you see of %1$s. Pages like this have no wallet.", place)
        }
    }

    /// The whole name as one text, for screen readers.
    package var name: String { beginning + owner + end }

    /// Returns what the page's site may see, in a few words.
    ///
    /// - Parameters:
    ///   - grant: The site's permission on its network; `nil` if it has none.
    ///   - network: The network to which the user has switched the site; `nil` for the one that is set.
    package func permission(_ grant: SiteGrant?, on network: ExactText? = nil) -> String {
        let words = permission(grant)
        guard let network, origin?.mayHaveWallet == true else { return words }
        return localized("%1$s on %2$s", words, DisplayText.name(network.text))
    }

    private func permission(_ grant: SiteGrant?) -> String {
        guard protection != .none else { return "" }
        guard let origin, origin.mayHaveWallet else { return localized("No wallet here") }
        guard let grant, let first = grant.accounts.first else { return localized("Sees no account") }
        guard grant.accounts.count > 1 else { return localized("Sees %1$s", first.accountId.text) }
        return localized("Sees %1$s and %2$s more", first.accountId.text, "\(grant.accounts.count - 1)")
    }
}
