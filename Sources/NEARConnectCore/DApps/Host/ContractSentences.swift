// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The sentences that sites have provided for methods of contracts, until the process ends.
///
/// They have no power: a site's words are shown for its own requests only, and never in place of what is signed.
@MainActor
package final class ContractSentences {
    /// The most sites whose words are kept; the one that was heard longest ago goes first.
    private static let siteLimit = 64

    private struct Place: Hashable {
        let site: SiteOrigin
        let network: ExactText
    }

    private var sentences: [Place: [DAppNetworkOffer.Sentence]] = [:]
    private var order: [Place] = []

    /// Makes an empty list.
    package init() {}

    /// Keeps what a site says, in place of what it has said of the network before.
    package func note(_ offer: DAppNetworkOffer, by site: SiteOrigin) {
        guard !offer.sentences.isEmpty else { return }
        let place = Place(site: site, network: offer.networkId)
        order.removeAll { $0 == place }
        order.append(place)
        sentences[place] = offer.sentences
        if order.count > Self.siteLimit { sentences[order.removeFirst()] = nil }
    }

    /// Returns the number of contracts that a site has described on a network.
    func count(of site: SiteOrigin, on network: ExactText) -> Int {
        Set((sentences[Place(site: site, network: network)] ?? []).map(\.contract)).count
    }

    /// Returns a request with what its site says of the methods in it.
    func describing(_ request: ApprovalRequest) -> ApprovalRequest {
        guard case .dApp(let frame) = request.asker, let site = SiteOrigin(frame.origin.text),
            let known = sentences[Place(site: site, network: ExactText(request.network))]
        else { return request }
        var request = request
        request.sentences = known.map { sentence in
            ContractSentence(
                contract: sentence.contract, method: sentence.method, site: site.host.text, words: sentence.words)
        }
        return request
    }

    /// Returns an approver that shows what sites say beside what they ask for.
    package func beside(_ approver: any Approver) -> any Approver { SentenceApprover(approver, self) }
}

/// Shows requests with what their sites say of them.
@MainActor
private final class SentenceApprover: Approver {
    private let next: any Approver
    private let sentences: ContractSentences

    init(_ next: any Approver, _ sentences: ContractSentences) {
        self.next = next
        self.sentences = sentences
    }

    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        await next.approve(sentences.describing(request))
    }

    func dismiss() { next.dismiss() }
}
