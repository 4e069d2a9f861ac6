// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The links by which a program or a wallet is opened again.
public struct AppRedirect: Sendable, Hashable {
    /// A link of the program's own scheme, for example `app://`.
    public let native: String?
    /// A link of the web that its platform hands to the program.
    public let universal: String?

    /// Creates links.
    ///
    /// - Parameters:
    ///   - native: A link of the program's own scheme.
    ///   - universal: A link of the web.
    public init(native: String? = nil, universal: String? = nil) {
        self.native = native
        self.universal = universal
    }
}

/// The description of a program or a wallet that its peer is shown.
///
/// Of a peer all of it is untrusted text; links and icons that could run something are left out when it is read.
public struct AppMetadata: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The description, empty where there is none.
    public let description: String
    /// The address of its site, empty where there is none.
    public let url: String
    /// Addresses of pictures, all `https`.
    public let icons: [String]
    /// The links by which it is opened again.
    public let redirect: AppRedirect?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: The description.
    ///   - url: The address of the site; wallets show its host.
    ///   - icons: Addresses of pictures.
    ///   - redirect: The links by which it is opened again.
    public init(
        name: String, description: String, url: String, icons: [String] = [], redirect: AppRedirect? = nil
    ) {
        self.name = String(boundedTo: SignLimits.name, name)
        self.description = String(boundedTo: SignLimits.words, description)
        self.url = AppLink.page(url) ?? ""
        self.icons = Array(icons.compactMap(AppLink.picture).prefix(SignLimits.icons))
        self.redirect = redirect.flatMap { redirect in
            let native = redirect.native.flatMap(AppLink.native)
            let universal = redirect.universal.flatMap(AppLink.picture)
            return native == nil && universal == nil ? nil : AppRedirect(native: native, universal: universal)
        }
    }

    /// Reads a peer's description, of which everything but the name may be missing or wrong.
    ///
    /// - Returns: `nil` where there is no name.
    package init?(json: JSONValue?) {
        guard let json, let name = json["name"]?.stringValue, !name.isEmpty else { return nil }
        let redirect = json["redirect"]
        self.init(
            name: name, description: json["description"]?.stringValue ?? "", url: json["url"]?.stringValue ?? "",
            icons: json["icons"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            redirect: AppRedirect(
                native: redirect?["native"]?.stringValue, universal: redirect?["universal"]?.stringValue))
    }

    /// The description as wallets decode it: `icons` always, `linkMode` where there are links.
    var json: JSONValue {
        var members: JSONValue.Members = [
            "name": .string(name), "description": .string(description), "url": .string(url),
            "icons": .array(icons.map(JSONValue.string)),
        ]
        if let redirect {
            var links: JSONValue.Members = ["linkMode": false]
            if let native = redirect.native { links["native"] = .string(native) }
            if let universal = redirect.universal { links["universal"] = .string(universal) }
            members["redirect"] = .object(links)
        }
        return .object(members)
    }
}
