// SPDX-License-Identifier: MIT

internal import GLibRuntime
package import WebKitGTK

/// What a popup tells a person about a page that didn't come, or that didn't get what it wanted.
package enum PopupNotice {
    static let refusedFile =
        "This page wanted to save a file. Wallets\u{2019} windows save none: press \u{201C}Open in browser\u{201D} to do it there."

    /// One or two sentences that name the server, say what is wrong, and what to do.
    package static func text(of failure: LoadFailure) -> String {
        let site = PopupSite(uri: failure.uri, isLoading: false, isSecure: true)
        let name = site.isWebPage ? PopupSite.end(of: site.name, limit: 80) : "The page"
        switch failure.reason {
        case .certificate(let faults):
            let reasons = faults.map(words).joined(separator: ", and ")
            return
                "\(name) has not shown that it is what it says: its certificate \(reasons). Nothing was loaded or sent. Somebody may be "
                + "listening: try another network, and don\u{2019}t go on until it works."
        case .network(let error):
            return "\(name) can\u{2019}t be reached: \(error.message). Check the network, then press Reload."
        }
    }

    private static func words(_ fault: LoadFailure.CertificateFault) -> String {
        switch fault {
        case .unknownAuthority: "comes from nobody who is trusted here"
        case .otherName: "is another server\u{2019}s"
        case .notYetValid: "isn\u{2019}t valid yet (is this computer\u{2019}s clock right?)"
        case .expired: "has expired (is this computer\u{2019}s clock right?)"
        case .revoked: "was taken back"
        case .insecure: "is made in a way that isn\u{2019}t safe any more"
        case .other: "can\u{2019}t be used"
        }
    }
}
