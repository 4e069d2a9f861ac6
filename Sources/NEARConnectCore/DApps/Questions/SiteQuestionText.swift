// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// A ``SiteQuestion`` in words: exactly what the dialog shows.
package struct SiteQuestionText: Equatable {
    /// The dialog's question.
    package let heading: String
    /// The sentences that say what follows from a yes.
    package let explanation: String
    /// A sentence about a danger; `nil` where there is none.
    package let warning: String?
    /// The facts by which the user decides.
    package let facts: [ApprovalText.Fact]
    /// The label of the agreeing button, with a mnemonic.
    package let approve: String

    /// Writes a question out.
    package init(_ question: SiteQuestion) {
        let asker = Asker.dApp(question.asker)
        let host = SiteOrigin(question.asker.origin.text).map { "\($0.host)" } ?? question.asker.origin.text
        let site = DisplayText.name(host)
        switch question.subject {
        case .switchNetwork(let current, let wanted, let chain):
            let (now, other) = (DisplayText.name(current.text), DisplayText.name(wanted.text))
            heading = localized("%1$s wants %2$s, you are on %3$s: switch for this tab?", site, other, now)
            explanation = localized(
                "Other tabs stay on %1$s. The site sees no account of %2$s unless you connect it there.", now, other)
            warning =
                chain == .mainnet ? localized("NEAR on %1$s is real money.", other) : nil
            facts =
                asker.facts + [
                    .init(name: localized("This tab is on"), value: now),
                    .init(name: localized("The site wants"), value: other),
                ]
            approve = localized("_Switch")
        case .addNetwork(let offer, let isUpdate):
            let id = DisplayText.name(offer.networkId.text)
            heading =
                isUpdate
                ? localized("%1$s has another definition of the network %2$s: use it?", site, id)
                : localized("%1$s wants to add the network %2$s: add it?", site, id)
            explanation = localized(
                "What a token is worth there is this site’s word alone. Only keys that you make for %1$s sign on it, and you can remove it again.",
                id)
            warning = localized("Whoever runs these nodes sees what you do on %1$s.", id)
            var facts = asker.facts
            facts.append(.init(name: localized("Network"), value: id, isCode: true))
            facts.append(.init(name: localized("Genesis hash"), value: offer.chain.genesis, isCode: true))
            for url in offer.rpcURLs {
                facts.append(.init(name: localized("Node"), value: url.absoluteString, isCode: true))
            }
            if let explorer = offer.explorer {
                facts.append(.init(name: localized("Explorer"), value: explorer.absoluteString, isCode: true))
            }
            self.facts = facts
            approve = isUpdate ? localized("_Use it") : localized("_Add")
        }
    }
}
