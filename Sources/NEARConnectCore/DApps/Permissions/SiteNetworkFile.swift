// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// The content of `site-networks.json`; `docs/schemas/site-networks.schema.json` describes it.
enum SiteNetworkFile: DocumentFormat {
    static let name = "site-networks"
    static let empty: [ExactText: SiteNetwork] = [:]
    static let networkLimit = 64
    static let schema: Int128 = 1
    static var full: String { localized("too many networks of sites are stored; remove some") }

    static func content(_ fields: JSONFields) throws -> [ExactText: SiteNetwork] {
        var networks: [ExactText: SiteNetwork] = [:]
        for element in try bounded(try fields.array("networks"), networkLimit) {
            let network = try network(try JSONFields(element, "network"))
            guard networks.updateValue(network, forKey: network.id) == nil else {
                throw DocumentFormatError(reason: localized("a network stands twice"))
            }
        }
        return networks
    }

    /// Reads a network by the rules for what a page offers.
    ///
    /// A file that somebody has changed gives a name no power.
    private static func network(_ fields: JSONFields) throws -> SiteNetwork {
        var members: JSONValue.Members = [
            "networkId": try fields.value("id"), "genesisHash": try fields.value("genesisHash"),
            "rpcUrls": try fields.value("rpcUrls"), "specVersion": try fields.value("version"),
        ]
        if fields.has("explorerUrl") { members["explorerUrl"] = try fields.value("explorerUrl") }
        let offer = try DAppNetworkOffer(try DAppParams(.object(members), "network"))
        let provider = try SiteFile.origin(try fields.string("site"))
        guard case .ask = offer.verdict(known: [], askedBy: provider) else {
            throw DocumentFormatError(
                reason: localized("“%1$s” can’t be a network of a site", DisplayText.name(offer.networkId.text)))
        }
        return SiteNetwork(
            offer, by: provider, since: try date(try fields.string("since")))
    }

    static func fields(_ content: [ExactText: SiteNetwork]) -> JSONValue.Members {
        ["networks": .array(content.sorted { $0.key < $1.key }.map(\.value.json))]
    }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized(
            "The networks that sites have added can’t be read (%1$s), so none is known. They are kept at %2$s.", reason,
            place)
    }
}

extension SiteNetwork {
    /// Takes what a site has offered.
    init(_ offer: DAppNetworkOffer, by site: SiteOrigin, since: Date) {
        self.init(
            id: offer.networkId, chain: offer.chain, rpcURLs: offer.rpcURLs, explorer: offer.explorer,
            version: offer.version, provider: site, since: since)
    }
}
