// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// An ``ApprovalRequest`` in words: exactly what the dialog shows.
package struct ApprovalText: Equatable {
    /// A line of the form "name: value".
    package struct Fact: Equatable {
        package let name: String
        package let value: String
        /// True if the value is an id, a key or a hash, which the dialog sets in a fixed-width font.
        package let isCode: Bool
        /// True if the value is a site's origin, of which the dialog emphasises the part that somebody has registered.
        package let isOrigin: Bool

        /// Creates a line; line breaks in the value are written out, so that it stays one.
        package init(name: String, value: String, isCode: Bool = false, isOrigin: Bool = false) {
            self.name = name
            self.value = DisplayText.name(value)
            self.isCode = isCode
            self.isOrigin = isOrigin
        }
    }

    /// The dialog's question.
    package let heading: String
    /// The network, as the window's bar shows it.
    package let network: NetworkLabel
    /// A warning about the chain, if the network's id doesn't name it or no node has said which it is.
    ///
    /// A message that isn't for the site that asks has its warning here, too.
    package let chainWarning: String?
    /// The facts that hold for the whole request.
    package let facts: [Fact]
    /// A text that is signed as it is.
    package let message: String?
    /// True if the message is for another site than the one that asks, which can sign in there with it.
    package let isForAnotherSite: Bool
    /// True if a key without a limit of gas comes with the sign-in.
    private let addsUnlimitedKey: Bool
    /// The actions by receiver.
    package let intents: [IntentText]
    /// The sum of all NEAR that the actions give away; `nil` if they give none.
    package let total: String?
    /// The label of the approving button, with a mnemonic.
    package let approve: String

    package init(
        heading: String, network: NetworkLabel, chainWarning: String?, facts: [Fact], message: String?,
        intents: [IntentText], total: String?, approve: String, isForAnotherSite: Bool = false
    ) {
        self.heading = heading
        self.network = network
        self.chainWarning = chainWarning
        self.facts = facts
        self.message = message
        self.intents = intents
        self.total = total
        self.approve = approve
        self.isForAnotherSite = isForAnotherSite
        addsUnlimitedKey = false
    }

    /// The actions of one transaction or delegate action.
    package struct IntentText: Equatable {
        package let receiver: String
        package let actions: [ActionText]
    }

    /// True if an action of the request can take the account away from its owner.
    ///
    /// Also true of a message with which a site can sign in elsewhere as the user.
    package var isDangerous: Bool {
        isForAnotherSite || addsUnlimitedKey || intents.contains { $0.actions.contains(where: \.isDangerous) }
    }

    package init(_ request: ApprovalRequest) {
        network = NetworkLabel(request.network, request.chain.map(ChainKnowledge.told) ?? .untold)
        let warnings = [
            Self.recipientWarning(of: request), Self.chainWarning(of: request), Self.unreachedWarning(of: request),
            Self.keyWarning(of: request),
        ].compactMap(\.self)
        chainWarning = warnings.isEmpty ? nil : warnings.joined(separator: "\n")
        var facts =
            request.asker.facts(appName: request.appName) + Self.firstTime(of: request)
            + [Fact(name: localized("Network"), value: network.text)]
        switch request.subject {
        case .signIn:
            heading = localized("Sign in?")
            message = nil
            approve = localized("_Sign in")
        case .signInAndSignMessage(_, let text, let recipient):
            heading = Self.headingForAnotherSite(request) ?? localized("Sign in and sign a message?")
            message = text.text
            facts.append(Fact(name: localized("For"), value: recipient.text, isCode: true))
            approve = request.otherSite == nil ? localized("_Sign in") : localized("_Sign all the same")
        case .signInWithFunctionCallKey(_, let permission):
            heading = localized(
                "Sign in, and let this app call %1$s without asking you?", DisplayText.name(permission.receiverId.text))
            message = nil
            facts.append(Fact(name: localized("Contract"), value: permission.receiverId.text, isCode: true))
            facts += ActionText.calls(permission)
            approve = localized("_Sign in and add the key")
        case .message(let text, let recipient, let signer):
            heading = Self.headingForAnotherSite(request) ?? localized("Sign a message?")
            message = text.text
            facts.append(Fact(name: localized("Account"), value: signer.text, isCode: true))
            facts.append(Fact(name: localized("For"), value: recipient.text, isCode: true))
            approve = request.otherSite == nil ? localized("_Sign") : localized("_Sign all the same")
        case .transactions(let intents, let signer):
            heading = localizedPlural(
                "Send a transaction?", "Send %1$s transactions?", count: intents.count, "\(intents.count)")
            message = nil
            facts.append(Fact(name: localized("Account"), value: signer.text, isCode: true))
            approve = localized("_Approve")
        case .delegateActions(let intents, let signer):
            heading = localizedPlural(
                "Sign actions that another account sends for you?",
                "Sign %1$s sets of actions that another account sends for you?",
                count: intents.count, "\(intents.count)")
            message = nil
            facts.append(Fact(name: localized("Account"), value: signer.text, isCode: true))
            approve = localized("_Sign")
        }
        isForAnotherSite = request.otherSite != nil
        if case .signInWithFunctionCallKey(_, let permission) = request.subject {
            addsUnlimitedKey = permission.allowance == nil
        } else {
            addsUnlimitedKey = false
        }
        self.facts = facts + Self.firstReceivers(of: request)
        let whole = Self.intents(of: request, limit: ArgumentText.limit)
        let lengths = whole.flatMap(\.actions).compactMap { $0.code?.text.unicodeScalars.count }
        let limit = ArgumentText.limit(among: lengths)
        intents = limit < ArgumentText.limit ? Self.intents(of: request, limit: limit) : whole
        total = Self.total(of: request)
    }

    private static func intents(of request: ApprovalRequest, limit: Int) -> [IntentText] {
        request.intents.map { intent in
            IntentText(
                receiver: intent.receiverId.text,
                actions: intent.actions.map { action in
                    var text = ActionText(action, receiver: intent.receiverId, limit: limit)
                    text.facts += words(about: action, of: intent.receiverId, in: request)
                    return text
                })
        }
    }

    /// Returns what the site itself says of a call, marked as its word.
    private static func words(
        about action: Action, of receiver: AccountId, in request: ApprovalRequest
    ) -> [Fact] {
        guard case .functionCall(let call) = action else { return [] }
        return request.sentences.filter { $0.contract == receiver && $0.method == call.methodName }.map { sentence in
            Fact(name: localized("Says %1$s", DisplayText.name(sentence.site.text)), value: "“\(sentence.words)”")
        }
    }

    /// Returns the heading of a question that nobody may take for a usual sign-in; `nil` for others.
    private static func headingForAnotherSite(_ request: ApprovalRequest) -> String? {
        request.otherSite.map { localized("Let this site sign in at %1$s as you?", "\($0)") }
    }

    /// Says of a site that the user has given it nothing yet.
    ///
    /// A look-alike of one that he knows is new, too.
    private static func firstTime(of request: ApprovalRequest) -> [Fact] {
        guard request.isFirstTime else { return [] }
        return [
            Fact(name: localized("First time here"), value: localized("You haven’t connected this site before."))
        ]
    }

    private static func chainWarning(of request: ApprovalRequest) -> String? {
        guard let chain = request.chain else {
            return localized(
                "No node has said which chain %1$s is: it may be mainnet, with real money.", request.network)
        }
        guard chain == .mainnet, ChainIdentity(networkId: request.network) != .mainnet else { return nil }
        return localized("The nodes of %1$s work for mainnet: this is real money.", request.network)
    }

    /// Names those to whom the account sends for the first time.
    private static func firstReceivers(of request: ApprovalRequest) -> [Fact] {
        let name = localized("First time to")
        let receivers = request.firstReceivers.map(\.text).sorted()
        let known = receivers.isEmpty ? [] : [Fact(name: name, value: receivers.joined(separator: ", "), isCode: true)]
        guard request.isReceiverHistoryUnknown else { return known }
        return known + [Fact(name: name, value: localized("not known: the history can’t be read"))]
    }

    /// Warns of a message with which a site could sign in elsewhere as the user.
    private static func recipientWarning(of request: ApprovalRequest) -> String? {
        switch request.recipientOfSite {
        case .otherHost(let host)?:
            localized(
                "This message is for %1$s, and not for the site that asks: with it, that site can sign in at %1$s as you.",
                "\(host)")
        case .name?: localized("Nobody can say whether the one whom this message is for is the site that asks.")
        case .asker?, nil: nil
        }
    }

    /// Tells what somebody can do with the key that a sign-in adds.
    private static func keyWarning(of request: ApprovalRequest) -> String? {
        guard case .signInWithFunctionCallKey(_, let permission) = request.subject else { return nil }
        return ActionText.warning(about: permission)
    }

    private static func unreachedWarning(of request: ApprovalRequest) -> String? {
        guard !request.unreachedNetworks.isEmpty else { return nil }
        return localized(
            "No node of %1$s answers. If your key is in use there, what you sign may count there, too.",
            request.unreachedNetworks.joined(separator: ", "))
    }

    private static func total(of request: ApprovalRequest) -> String? {
        do {
            let total = try request.totalDeposit()
            return total > .zero ? NumberStyle.current.words(total) : nil
        } catch {
            return localized("more than any account can hold")
        }
    }
}
