// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A network as users see it: by what its nodes say, or by its id until they have.
package struct NetworkLabel: Equatable {
    /// The style class of the label.
    package enum Style: String, CaseIterable {
        case mainnet, testnet, custom, conflict
    }

    /// The label's text.
    package let text: String
    /// The label's look.
    package let style: Style
    /// A sentence that explains the label.
    package let meaning: String

    package init(text: String, style: Style, meaning: String) {
        self.text = text
        self.style = style
        self.meaning = meaning
    }

    private static let money = localized("The main network: real money")
    private static let play = localized("A network for tests: its NEAR is worth nothing")

    package init(_ network: String, _ chain: ChainKnowledge) {
        let named = ChainIdentity(networkId: network)
        switch chain {
        case .conflicting(let conflict):
            (text, style, meaning) = (
                localized("%1$s: wrong node", network), .conflict, "\(conflict)"
            )
        case .told(.mainnet):
            text = named == nil ? localized("mainnet (%1$s)", network) : localized("mainnet")
            (style, meaning) = (.mainnet, Self.money)
        case .told(.testnet):
            text = named == nil ? localized("testnet (%1$s)", network) : localized("testnet")
            (style, meaning) = (.testnet, Self.play)
        case .told(.other): (text, style, meaning) = (network, .custom, Self.play)
        case .notAsked, .untold:
            text = network
            switch named {
            case .mainnet: (style, meaning) = (.mainnet, Self.money)
            case .testnet where chain == .notAsked: (style, meaning) = (.testnet, Self.play)
            default: (style, meaning) = (.custom, Self.doubt(network))
            }
        }
    }

    /// Returns the sentence for a network of which no node has said which chain it is.
    static func doubt(_ network: String) -> String {
        localized("No node has said which chain %1$s is: it may be mainnet, with real money", network)
    }
}
