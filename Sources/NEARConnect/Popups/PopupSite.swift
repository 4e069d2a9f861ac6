// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// What a person is told about whose page a popup shows.
struct PopupSite: Equatable {
    /// The origin without `https://`; names beyond ASCII in their punycode form, which can't look like another's.
    let name: String
    /// Whether the page came over TLS without errors.
    let isSecure: Bool
    /// Whether the page came over the network without protection.
    let isInsecure: Bool
    /// One sentence for the tooltip and the screen reader.
    let explanation: String

    /// - Parameters:
    ///   - uri: The address of the page that is seen.
    ///   - isLoading: Whether another one is on its way.
    ///   - isSecure: Whether it came over TLS without errors.
    ///   - hasFailed: Whether the last page that was asked for didn't come.
    init(uri: String?, isLoading: Bool, isSecure: Bool, hasFailed: Bool = false) {
        guard let origin = uri.flatMap(WebAddress.init)?.origin else {
            self.isSecure = false
            isInsecure = false
            (name, explanation) =
                if isLoading {
                    ("Opening…", "The page has not arrived yet.")
                } else if hasFailed {
                    ("Nothing was loaded", "The page did not come.")
                } else {
                    ("Page without an address", "A wallet\u{2019}s page has written this one.")
                }
            return
        }
        self.isSecure = isSecure && origin.hasPrefix("https://")
        isInsecure = !self.isSecure
        name = origin.hasPrefix("https://") ? String(origin.dropFirst("https://".count)) : origin
        explanation =
            self.isSecure
            ? "The connection to \(name) is private, and \(name) has shown who it is."
            : "The connection to \(name) is not protected. Others can read and change what you see."
    }

    /// The name for where there is little room: its end, since that says who owns it, while everything before is whatever he likes.
    var shortName: String { Self.end(of: name) }

    /// The last characters of an origin; `…` stands for what is left out.
    static func end(of origin: String, limit: Int = 40) -> String {
        origin.count > limit ? "…\(origin.suffix(limit))" : origin
    }

    /// Whether there is an address that a browser could open.
    var isWebPage: Bool { isSecure || isInsecure }
}
