// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
internal import SafeText

/// A network that a user has let a site add.
///
/// Its name is the site's, and its nodes' word is all that is known of it. Only keys that were made for it sign there.
public struct SiteNetwork: Sendable, Hashable {
    /// The network's id.
    public let id: ExactText
    /// The chain that its nodes named when it was added.
    public let chain: ChainIdentity
    /// The addresses of its nodes, first choice first.
    public let rpcURLs: [URL]
    /// The address of a block explorer.
    public let explorer: URL?
    /// The version of the site's definition.
    public let version: UInt64
    /// The site that had it added.
    public let provider: SiteOrigin
    /// The time at which it was added or changed last.
    public let since: Date

    init(
        id: ExactText, chain: ChainIdentity, rpcURLs: [URL], explorer: URL?, version: UInt64, provider: SiteOrigin,
        since: Date
    ) {
        self.id = id
        self.chain = chain
        self.rpcURLs = rpcURLs
        self.explorer = explorer
        self.version = version
        self.provider = provider
        self.since = since
    }

    /// The network with its nodes; `nil` where they can't be used.
    package var network: NEARNetwork? {
        do throws(NEARError) {
            return .custom(try CustomNetwork(id: id.text, rpcURLs: rpcURLs))
        } catch {
            return nil  // What is no network isn't read from the file, nor offered.
        }
    }

    /// The network as offers are judged by it.
    var known: DAppNetworkOffer.KnownNetwork {
        DAppNetworkOffer.KnownNetwork(id: id, chain: chain, provider: provider, version: version)
    }

    /// The network as the file and `near-connect sites networks` have it.
    package var json: JSONValue {
        var fields: JSONValue.Members = [
            "id": .string(id.text), "genesisHash": .string(chain.genesis),
            "rpcUrls": .array(rpcURLs.map { .string($0.absoluteString) }), "version": .integer(Int128(version)),
            "site": .string(provider.text.text), "since": .string(since.formatted(.iso8601)),
        ]
        if let explorer { fields["explorerUrl"] = .string(explorer.absoluteString) }
        return .object(fields)
    }
}
