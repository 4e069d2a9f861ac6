// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import SafeText

/// A site as a user names it: an origin, an address of one of its pages, or a host.
enum SiteArgument {
    /// Reads a site; https is added where no scheme is named.
    static func read(_ text: String) throws(ValidationError) -> SiteOrigin {
        let address = text.contains("://") ? text : "https://\(text)"
        guard let origin = SiteOrigin(ofPage: address) else {
            throw ValidationError(
                localized(
                    "%1$s is no site. Name one as a browser shows it, for example https://app.example.",
                    DisplayText.quotation(text, limit: 60)))
        }
        return origin
    }

    /// Returns the error of a site that isn't known.
    static func unknown(_ site: SiteOrigin) -> ReportedError {
        ReportedError(
            sentence: localized(
                "%1$s has no permission. “near-connect sites list” shows those that have.", "\(site)"),
            code: "unknown-site", status: .nothing)
    }
}
