// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import SafeText
package import WebKitGTK

/// The texts of a popup about a page that couldn't be loaded, or that wanted to save a file.
package enum PopupNotice {
    static var refusedFile: String {
        localized(
            "This page wanted to save a file. Wallets’ windows save none: press “Open in browser” to do it there.")
    }

    /// Returns sentences that name the server, say what is wrong, and what to do.
    package static func text(of failure: LoadFailure) -> String {
        let site = PopupSite(uri: failure.uri, isLoading: false, isSecure: true)
        let name = site.isWebPage ? PopupSite.end(of: site.name, limit: 80) : localized("The page")
        switch failure.reason {
        case .certificate(let faults):
            let sentences =
                [localized("%1$s has not shown that it is what it says.", name)] + faults.map(sentence)
                + [
                    localized("Nothing was loaded or sent."),
                    localized("Others may be listening: try another network, and don’t go on until it works."),
                ]
            return sentences.joined(separator: " ")
        case .network(let error):
            return localized("%1$s can’t be reached: %2$s. Check the network, then press Reload.", name, error.message)
        }
    }

    private static func sentence(_ fault: LoadFailure.CertificateFault) -> String {
        switch fault {
        case .unknownAuthority: localized("This computer doesn’t trust the issuer of its certificate.")
        case .otherName: localized("Its certificate is another server’s.")
        case .notYetValid: localized("Its certificate isn’t valid yet: check this computer’s clock.")
        case .expired: localized("Its certificate has expired: check this computer’s clock.")
        case .revoked: localized("Its certificate was taken back.")
        case .insecure: localized("Its certificate is made in a way that isn’t safe any more.")
        case .other: localized("Its certificate can’t be used.")
        }
    }
}
