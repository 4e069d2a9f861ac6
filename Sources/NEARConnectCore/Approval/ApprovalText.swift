// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// An ``ApprovalRequest`` in words: everything that the dialog shows, and nothing that it doesn't.
package struct ApprovalText: Equatable {
    /// A line of the form "name: value".
    package struct Fact: Equatable {
        package let name: String
        package let value: String
        /// Whether the value is an id, a key or a hash, to be set in a fixed-width font.
        package var isCode = false
    }

    /// What the dialog asks, as a heading.
    package let heading: String
    /// The network, as the window's bar shows it.
    package let network: NetworkLabel
    /// What to say of the chain, where the network's id doesn't say it or nobody knows it.
    package let chainWarning: String?
    /// The facts that hold for the whole request.
    package let facts: [Fact]
    /// A text that is signed as it stands.
    package let message: String?
    /// What happens, receiver by receiver.
    package let intents: [IntentText]
    /// All NEAR that the actions give away, when it is anything.
    package let total: String?
    /// What the button says that approves, with a mnemonic.
    package let approve: String

    package init(
        heading: String, network: NetworkLabel, chainWarning: String?, facts: [Fact], message: String?,
        intents: [IntentText], total: String?, approve: String
    ) {
        self.heading = heading
        self.network = network
        self.chainWarning = chainWarning
        self.facts = facts
        self.message = message
        self.intents = intents
        self.total = total
        self.approve = approve
    }

    /// The actions of one transaction or delegate action.
    package struct IntentText: Equatable {
        package let receiver: String
        package let actions: [ActionText]
    }

    /// Whether an action of the request can take the account away from its owner.
    package var isDangerous: Bool {
        intents.contains { $0.actions.contains { $0.warning != nil } }
    }

    package init(_ request: ApprovalRequest) {
        network = NetworkLabel(request.network, request.chain.map(ChainKnowledge.told) ?? .untold)
        chainWarning = Self.chainWarning(of: request)
        var facts = [
            Fact(name: "App", value: request.origin, isCode: true), Fact(name: "Network", value: network.text),
        ]
        switch request.subject {
        case .signIn:
            heading = "Sign in?"
            message = nil
            approve = "_Sign in"
        case .signInAndSignMessage(_, let text, let recipient):
            heading = "Sign in and sign a message?"
            message = text.text
            facts.append(Fact(name: "For", value: recipient.text, isCode: true))
            approve = "_Sign in"
        case .message(let text, let recipient, let signer):
            heading = "Sign a message?"
            message = text.text
            facts.append(Fact(name: "Account", value: signer.text, isCode: true))
            facts.append(Fact(name: "For", value: recipient.text, isCode: true))
            approve = "_Sign"
        case .transactions(let intents, let signer):
            heading = intents.count == 1 ? "Send a transaction?" : "Send \(intents.count) transactions?"
            message = nil
            facts.append(Fact(name: "Account", value: signer.text, isCode: true))
            approve = "_Approve"
        case .delegateActions(let intents, let signer):
            heading =
                intents.count == 1
                ? "Sign actions for somebody else to send?"
                : "Sign \(intents.count) sets of actions for somebody else to send?"
            message = nil
            facts.append(Fact(name: "Account", value: signer.text, isCode: true))
            approve = "_Sign"
        }
        self.facts = facts
        intents = request.intents.map { intent in
            IntentText(
                receiver: intent.receiverId.text,
                actions: intent.actions.map { ActionText($0, receiver: intent.receiverId) })
        }
        total = Self.total(of: request)
    }

    private static func chainWarning(of request: ApprovalRequest) -> String? {
        guard let chain = request.chain else { return "\(NetworkLabel.doubt(request.network))." }
        guard chain == .mainnet, ChainIdentity(networkId: request.network) != .mainnet else { return nil }
        return "The nodes of \(request.network) work for mainnet: this is real money."
    }

    private static func total(of request: ApprovalRequest) -> String? {
        do {
            let total = try request.totalDeposit()
            return total > .zero ? total.description : nil
        } catch {
            return "more than any account can hold"
        }
    }
}
