// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// The content of `site-networks.json`; `docs/schemas/site-networks.schema.json` describes it.
enum SiteNetworkFile: SiteFileFormat {
    static let name = "site-networks"
    static let empty: [ExactText: SiteNetwork] = [:]
    static let networkLimit = 64
    private static let schema: Int128 = 1

    static func decode(_ bytes: [UInt8]) throws(SiteFile.FormatError) -> [ExactText: SiteNetwork] {
        do {
            let value = try JSONValue.parse(bytes)
            guard !RepeatedNames.exist(in: bytes, of: value) else {
                throw SiteFile.FormatError(reason: localized("an object has two fields of one name"))
            }
            let fields = try JSONFields(value, "networks")
            guard try fields.value("schema") == .integer(schema) else {
                throw SiteFile.FormatError(
                    reason: localized("this version doesn’t know schema %1$s", try fields.value("schema").text))
            }
            let elements = try fields.array("networks")
            guard elements.count <= networkLimit else {
                throw SiteFile.FormatError(
                    reason: localized(
                        "a list has %1$s entries; %2$s are allowed", "\(elements.count)", "\(networkLimit)"))
            }
            var networks: [ExactText: SiteNetwork] = [:]
            for element in elements {
                let network = try network(try JSONFields(element, "network"))
                guard networks.updateValue(network, forKey: network.id) == nil else {
                    throw SiteFile.FormatError(reason: localized("a network stands twice"))
                }
            }
            return networks
        } catch let error as SiteFile.FormatError {
            throw error
        } catch {
            throw SiteFile.FormatError(reason: localized("it is not a file of networks: %1$s", "\(error)"))
        }
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
            throw SiteFile.FormatError(
                reason: localized("“%1$s” can’t be a network of a site", DisplayText.name(offer.networkId.text)))
        }
        return SiteNetwork(
            offer, by: provider, since: try Date.ISO8601FormatStyle().parse(try fields.string("since")))
    }

    static func encode(_ content: [ExactText: SiteNetwork]) -> Data {
        let list = content.sorted { $0.key < $1.key }.map(\.value.json)
        return Data(JSONValue.object(["schema": .integer(schema), "networks": .array(list)]).bytes)
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
