// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives
internal import SafeText

/// The content of `sites.json`; `docs/schemas/sites.schema.json` describes it.
enum SiteFile: DocumentFormat {
    static let name = "sites"
    static let empty: [SiteOrigin: Site] = [:]
    static let siteLimit = 512
    static let networkLimit = 16
    static let accountLimit = 32
    static let frameLimit = 16
    static let keyLimit = 64
    static let schema: Int128 = 1
    static var full: String { localized("too much is stored about sites; forget some") }

    // MARK: Reading

    static func content(_ fields: JSONFields) throws -> [SiteOrigin: Site] {
        var sites: [SiteOrigin: Site] = [:]
        for element in try bounded(try fields.array("sites"), siteLimit) {
            let site = try site(try JSONFields(element, "site"))
            guard sites.updateValue(site, forKey: site.origin) == nil else {
                throw DocumentFormatError(reason: localized("%1$s stands twice", "\(site.origin)"))
            }
        }
        return sites
    }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized(
            "The permissions of sites can’t be read (%1$s), so no site has any. They are kept at %2$s.", reason, place)
    }

    private static func site(_ fields: JSONFields) throws -> Site {
        let origin = try origin(try fields.string("origin"))
        let persona = try fields.optionalString("persona").map { name throws(DocumentFormatError) in
            guard let persona = SitePersona(rawValue: name) else {
                throw DocumentFormatError(reason: localized("“%1$s” is no persona", DisplayText.name(name)))
            }
            return persona
        }
        var site = Site(origin: origin, persona: persona)
        for element in try bounded(try fields.array("networks"), networkLimit) {
            let grant = try JSONFields(element, "network")
            let network = ExactText(try grant.string("network"))
            guard site.grants.updateValue(try self.grant(grant, of: origin), forKey: network) == nil else {
                throw DocumentFormatError(reason: localized("a network stands twice"))
            }
        }
        return site
    }

    private static func grant(_ fields: JSONFields, of origin: SiteOrigin) throws -> SiteGrant {
        let accounts = try bounded(try fields.array("accounts"), accountLimit).map { element in
            let account = try JSONFields(element, "account")
            return SiteGrant.Account(
                accountId: try AccountId(try account.string("accountId")),
                publicKey: try account.optionalString("publicKey").map { try PublicKey($0) })
        }
        let keys = try (fields.has("keys") ? try bounded(try fields.array("keys"), keyLimit) : []).map { element in
            let key = try JSONFields(element, "key")
            return SiteGrant.Key(
                accountId: try AccountId(try key.string("accountId")),
                publicKey: try PublicKey(try key.string("publicKey")))
        }
        let frames =
            fields.has("framesInside") ? try bounded(try fields.array("framesInside"), frameLimit) : []
        return SiteGrant(
            accounts: accounts, since: try date(try fields.string("since")),
            lastUsed: try date(try fields.string("lastUsed")),
            framesInside: Set(try frames.map { try self.origin($0.stringValue ?? "") }),
            limits: fields.has("limits") ? try SiteLimits(try fields.value("limits"), for: origin) : nil,
            keys: keys)
    }

    static func origin(_ text: String) throws(DocumentFormatError) -> SiteOrigin {
        guard let origin = SiteOrigin(text), origin.mayHaveWallet, origin.text.text.hasSameBytes(as: text) else {
            throw DocumentFormatError(
                reason: localized("“%1$s” is no origin of a page that may have a wallet", DisplayText.name(text)))
        }
        return origin
    }

    // MARK: Writing

    static func fields(_ sites: [SiteOrigin: Site]) -> JSONValue.Members {
        ["sites": .array(sites.values.sorted { $0.origin < $1.origin }.map(\.json))]
    }
}

extension Site {
    /// The site as the file has it.
    package var json: JSONValue {
        var fields: JSONValue.Members = [
            "origin": .string(origin.text.text),
            "networks": .array(grants.sorted { $0.key < $1.key }.map { $1.json(on: $0) }),
        ]
        if let persona { fields["persona"] = .string(persona.rawValue) }
        return .object(fields)
    }
}

extension SiteGrant {
    fileprivate func json(on network: ExactText) -> JSONValue {
        var fields: JSONValue.Members = [
            "network": .string(network.text), "since": .string(since.formatted(.iso8601)),
            "lastUsed": .string(lastUsed.formatted(.iso8601)),
            "accounts": .array(
                accounts.map { account in
                    var fields: JSONValue.Members = ["accountId": .string(account.accountId.text)]
                    if let key = account.publicKey { fields["publicKey"] = .string(key.description) }
                    return .object(fields)
                }),
        ]
        if !framesInside.isEmpty {
            fields["framesInside"] = .array(framesInside.sorted().map { .string($0.text.text) })
        }
        if let limits { fields["limits"] = limits.policy }
        if !keys.isEmpty {
            fields["keys"] = .array(
                keys.map { key in
                    ["accountId": .string(key.accountId.text), "publicKey": .string(key.publicKey.description)]
                })
        }
        return .object(fields)
    }
}
