// SPDX-License-Identifier: MIT

internal import FoundationEssentials
public import NEARPrimitives
internal import SafeText

extension DAppNetworkOffer {
    /// A network that is known already.
    public struct KnownNetwork: Sendable, Hashable {
        /// The network's id.
        public let id: ExactText
        /// The chain.
        public let chain: ChainIdentity
        /// The site that had it added; `nil` for the public networks and those that the user configured.
        public let provider: SiteOrigin?
        /// The version of that site's definition.
        public let version: UInt64

        /// Describes a network.
        ///
        /// - Parameters:
        ///   - id: The network's id.
        ///   - chain: The chain.
        ///   - provider: The site that had it added, if one had.
        ///   - version: The version of that site's definition.
        public init(id: ExactText, chain: ChainIdentity, provider: SiteOrigin? = nil, version: UInt64 = 0) {
            self.id = id
            self.chain = chain
            self.provider = provider
            self.version = version
        }
    }

    /// The decision about an offer.
    public enum Verdict: Sendable, Hashable {
        /// The network is known; nothing is changed, and the page hears true.
        case known
        /// Ask the user, after a node of it has named its genesis hash.
        case ask(isUpdate: Bool)
        /// The network isn't added, for this reason, and the page hears false.
        case refused(reason: String)
    }

    /// Judges an offer; known networks are never changed by a site that didn't provide them.
    ///
    /// - Parameters:
    ///   - known: All known networks, the public ones among them.
    ///   - site: The site that asks.
    public func verdict(known: [KnownNetwork], askedBy site: SiteOrigin) -> Verdict {
        if let same = known.first(where: { $0.id == networkId }) {
            guard same.chain == chain else {
                return .refused(
                    reason: localized("the network %1$s is known, and is another chain", networkId.text))
            }
            guard same.provider == site, version > same.version, !rpcURLs.isEmpty else { return .known }
            return addressProblem(askedBy: site).map { .refused(reason: $0) } ?? .ask(isUpdate: true)
        }
        if let other = known.first(where: { $0.chain == chain }) {
            return .refused(reason: localized("this chain is known as %1$s", other.id.text))
        }
        // The public chains have their own names, whether they are among the known ones or not.
        guard case .other = chain else {
            return .refused(reason: localized("this chain is %1$s", "\(chain)"))
        }
        let folded = Self.folded(networkId)
        guard !["mainnet", "testnet"].contains(where: { folded.text.contains(Self.folded($0).text) }),
            !known.contains(where: { Self.folded($0.id) == folded })
        else {
            return .refused(
                reason: localized("the name %1$s could be taken for another network’s", networkId.text))
        }
        return addressProblem(askedBy: site).map { .refused(reason: $0) } ?? .ask(isUpdate: false)
    }

    /// Returns true if what a node has named is the chain of the offer, and none of the public ones.
    public func isConfirmed(by named: ChainIdentity) -> Bool {
        guard case .other = named else { return false }
        return named == chain
    }

    /// True if all of its nodes are on the internet.
    var isOfPublicNodes: Bool {
        rpcURLs.allSatisfy { SiteOrigin(ofPage: $0.absoluteString)?.host.reach == .publicNetwork }
    }

    /// Returns why this program won't call the offer's nodes; `nil` if it will.
    ///
    /// A page of the internet could otherwise have this program call services of the local network.
    private func addressProblem(askedBy site: SiteOrigin) -> String? {
        guard !rpcURLs.isEmpty else { return localized("no address of a node is named") }
        for url in rpcURLs {
            guard let origin = SiteOrigin(ofPage: url.absoluteString) else {
                return localized("an address of a node can’t be used")
            }
            if origin.host.reach == .publicNetwork {
                guard origin.isSecure else { return localized("a node’s address isn’t https") }
            } else if !(site.isLoopback && origin.host.isTrustedLoopback) {
                return localized("a node’s address is on the local network")
            }
        }
        return nil
    }

    /// Returns a name as somebody sees it who looks only once.
    private static func folded(_ name: ExactText) -> ExactText {
        let alike: [Character: Character] = ["0": "o", "1": "l", "i": "l", "5": "s", "3": "e"]
        return ExactText(String(name.text.lowercased().filter { !"-_.".contains($0) }.map { alike[$0] ?? $0 }))
    }
}
