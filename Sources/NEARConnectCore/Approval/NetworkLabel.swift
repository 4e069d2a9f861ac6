// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A network for a person: by what its nodes say, and by its id only as long as they haven't.
package struct NetworkLabel: Equatable {
    /// The style class of the label.
    package enum Style: String, CaseIterable {
        case mainnet, testnet, custom, conflict
    }

    /// The label's text.
    package let text: String
    /// Its look.
    package let style: Style
    /// A sentence that says what it means.
    package let meaning: String

    package init(text: String, style: Style, meaning: String) {
        self.text = text
        self.style = style
        self.meaning = meaning
    }

    private static let money = "The main network: real money"
    private static let play = "A network for tests: its NEAR is worth nothing"

    package init(_ network: String, _ chain: ChainKnowledge) {
        let named = ChainIdentity(networkId: network)
        let publicName = named == nil ? " (\(network))" : ""
        switch chain {
        case .conflicting(let conflict):
            (text, style, meaning) = ("\(network): wrong node", .conflict, "\(conflict)")
        case .told(.mainnet): (text, style, meaning) = ("mainnet\(publicName)", .mainnet, Self.money)
        case .told(.testnet): (text, style, meaning) = ("testnet\(publicName)", .testnet, Self.play)
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

    /// What to say where no node has told which chain it is.
    static func doubt(_ network: String) -> String {
        "No node has said which chain \(network) is: it may be mainnet, with real money"
    }
}
