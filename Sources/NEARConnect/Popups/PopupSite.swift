// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText

/// The text about the site whose page a popup shows.
struct PopupSite: Equatable {
    /// The origin without `https://`.
    ///
    /// Names beyond ASCII are in punycode, so that none can look like another.
    let name: String
    /// True if the page came over TLS without errors.
    let isSecure: Bool
    /// True if the page came over the network without protection.
    let isInsecure: Bool
    /// The sentence for the tooltip and the screen reader.
    let explanation: String

    /// - Parameters:
    ///   - uri: The address of the page that is shown.
    ///   - isLoading: True while another page is being loaded.
    ///   - isSecure: True if the page came over TLS without errors.
    ///   - hasFailed: True if the last page couldn't be loaded.
    init(uri: String?, isLoading: Bool, isSecure: Bool, hasFailed: Bool = false) {
        guard let origin = uri.flatMap(WebAddress.init)?.origin else {
            self.isSecure = false
            isInsecure = false
            (name, explanation) =
                if isLoading {
                    (localized("Opening…"), localized("The page has not arrived yet."))
                } else if hasFailed {
                    (localized("Nothing was loaded"), localized("The page did not come."))
                } else {
                    (localized("Page without an address"), localized("A wallet’s page has written this one."))
                }
            return
        }
        self.isSecure = isSecure && origin.hasPrefix("https://")
        isInsecure = !self.isSecure
        name = origin.hasPrefix("https://") ? String(origin.dropFirst("https://".count)) : origin
        explanation =
            self.isSecure
            ? localized("The connection to %1$s is private, and %1$s has shown who it is.", name)
            : localized("The connection to %1$s is not protected. Others can read and change what you see.", name)
    }

    /// The end of the name, for places with little room.
    ///
    /// A domain's end says who owns it; its owner chooses everything before.
    var shortName: String { Self.end(of: name) }

    /// Returns the last characters of an origin; `…` stands for what is left out.
    static func end(of origin: String, limit: Int = 40) -> String {
        origin.count > limit ? "…\(origin.suffix(limit))" : origin
    }

    /// True if there is an address that a browser could open.
    var isWebPage: Bool { isSecure || isInsecure }
}
