// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The tabs in which a site works on another network than the signer's, and what the user has refused there.
///
/// Each entry is an answer of the user's; all of a tab end with the tab.
struct DAppPlaces {
    private struct Place: Hashable {
        let view: DAppAsker.Token
        let site: SiteOrigin

        init(_ asker: DAppAsker) { self.init(view: asker.view, site: asker.origin) }

        init(view: DAppAsker.Token, site: SiteOrigin) {
            self.view = view
            self.site = site
        }
    }

    private var networks: [Place: ExactText] = [:]
    private var refused: [Place: Set<ExactText>] = [:]
    private var refusedOffers: [Place: Set<DAppNetworkOffer>] = [:]

    /// Returns the network on which a document works; `nil` for the signer's.
    func network(for asker: DAppAsker) -> ExactText? { networks[Place(asker)] }

    /// Returns the network on which a site works in a view; `nil` for the signer's.
    func network(of site: SiteOrigin, in view: DAppAsker.Token) -> ExactText? {
        networks[Place(view: view, site: site)]
    }

    /// Returns the networks to which the user has refused to switch.
    func refusedNetworks(for asker: DAppAsker) -> Set<ExactText> { refused[Place(asker)] ?? [] }

    /// Returns the offers of networks that the user has refused.
    func refusedOffers(of asker: DAppAsker) -> Set<DAppNetworkOffer> { refusedOffers[Place(asker)] ?? [] }

    /// Has a site work on another network in its tab; `nil` for the signer's.
    mutating func work(on network: ExactText?, for asker: DAppAsker) { networks[Place(asker)] = network }

    /// Notes that the user has refused to switch.
    mutating func refuse(_ network: ExactText, for asker: DAppAsker) {
        refused[Place(asker), default: []].insert(network)
    }

    /// Notes that the user has refused to add a network; the last few are kept.
    mutating func refuse(_ offer: DAppNetworkOffer, of asker: DAppAsker) {
        let known = refusedOffers[Place(asker)] ?? []
        refusedOffers[Place(asker)] = known.count < 16 ? known.union([offer]) : [offer]
    }

    /// Forgets a tab that was closed.
    mutating func forget(_ view: DAppAsker.Token) {
        networks = networks.filter { $0.key.view != view }
        refused = refused.filter { $0.key.view != view }
        refusedOffers = refusedOffers.filter { $0.key.view != view }
    }

    /// Forgets a site in all tabs.
    mutating func forget(_ site: SiteOrigin) {
        networks = networks.filter { $0.key.site != site }
        refused = refused.filter { $0.key.site != site }
        refusedOffers = refusedOffers.filter { $0.key.site != site }
    }

    /// Has everyone work on the signer's network again who worked on this one.
    mutating func leave(_ network: ExactText) { networks = networks.filter { $0.value != network } }
}
