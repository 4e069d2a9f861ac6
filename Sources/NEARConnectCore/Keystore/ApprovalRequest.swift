// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// Something that the keystore wallet is about to sign, for a user or a policy to approve.
public struct ApprovalRequest: Sendable {
    /// The operation to approve.
    public enum Subject: Sendable {
        /// Tell the app an account, which the user chooses among `candidates`.
        case signIn(candidates: [AccountId])
        /// Tell the app an account and sign a NEP-413 message with it.
        case signInAndSignMessage(candidates: [AccountId], message: ExactText, recipient: ExactText)
        /// Tell the app an account, and add a function-call key to the account.
        ///
        /// The app's calls that the key covers are then signed without a question.
        case signInWithFunctionCallKey(candidates: [AccountId], permission: FunctionCallPermission)
        /// Sign a NEP-413 message.
        case message(ExactText, recipient: ExactText, signerId: AccountId)
        /// Sign transactions and send them.
        case transactions([TransactionRequest], signerId: AccountId)
        /// Sign NEP-366 delegate actions, which a relayer sends and pays for.
        case delegateActions([TransactionRequest], signerId: AccountId)
    }

    /// The network id.
    public let network: String
    /// The chain that the network's nodes work for, by their genesis hash; `nil` when no node says.
    public let chain: ChainIdentity?
    /// The one who wants it.
    public let asker: Asker
    /// The operation to approve.
    public let subject: Subject
    /// The function-call key that signs; `nil` where a key with full access does.
    ///
    /// The user approved it for this app when it was added, so only a policy is asked again.
    public internal(set) var coveringKey: PublicKey?
    /// The networks whose nodes couldn't be asked whether the signer's key is in use there, by id.
    ///
    /// Signatures name no chain: on such a network this one may count, too. Empty where the network that is signed for
    /// isn't a custom one.
    public internal(set) var unreachedNetworks: [String] = []
    /// The receivers to whom no transaction of the signer was confirmed yet, as far as this profile knows.
    ///
    /// Filled in for a user's approval, not for a policy's.
    public internal(set) var firstReceivers: Set<AccountId> = []
    /// True if the history of some receivers can't be read, so that nobody knows whether they are new.
    public internal(set) var isReceiverHistoryUnknown = false
    /// The sentences of the site that asks about methods that it calls, for the user's dialog.
    public internal(set) var sentences: [ContractSentence] = []
    /// The name of the program that asks, as its configuration has it; `nil` where it has none.
    public package(set) var appName: String?
    /// True if the asker is a site to which the user has given nothing yet, on any network.
    public internal(set) var isFirstTime = false
    /// True if all nodes of the network run on this computer.
    public internal(set) var hasLocalNodesOnly = false
    /// Asks a node what the request would do; `nil` where there is nothing to ask about.
    ///
    /// A dialog asks when it is open already, and shows the answer when it comes.
    package internal(set) var outlook: (@MainActor @Sendable () async -> ApprovalOutlook)?

    /// True if real money is involved, by what the nodes say or by the network's name.
    public var isMainnet: Bool { chain == .mainnet || ChainIdentity(networkId: network) == .mainnet }

    /// True if something will be signed; a plain sign-in only names an account.
    public var signs: Bool {
        if case .signIn = subject { false } else { true }
    }

    /// The transactions or delegate actions to sign, none for the other subjects.
    public var intents: [TransactionRequest] {
        switch subject {
        case .transactions(let intents, _), .delegateActions(let intents, _): intents
        case .signIn, .signInAndSignMessage, .signInWithFunctionCallKey, .message: []
        }
    }

    /// The permission of the function-call key that a sign-in adds; `nil` for everything else.
    public var signInPermission: FunctionCallPermission? {
        if case .signInWithFunctionCallKey(_, let permission) = subject { permission } else { nil }
    }

    /// The accounts that the user can choose from; none when the account is already decided.
    public var candidates: [AccountId] {
        switch subject {
        case .signIn(let candidates), .signInAndSignMessage(let candidates, _, _),
            .signInWithFunctionCallKey(let candidates, _):
            candidates
        case .message, .transactions, .delegateActions: []
        }
    }

    /// True if the user may choose more than one of the ``candidates``.
    ///
    /// A dApp's page sees as many as it is given.
    public var takesSeveralAccounts: Bool {
        guard case .signIn(let candidates) = subject, case .dApp = asker else { return false }
        return candidates.count > 1
    }

    /// The account that signs; `nil` where the user chooses among ``candidates``.
    public var signerId: AccountId? {
        switch subject {
        case .message(_, _, let signer), .transactions(_, let signer), .delegateActions(_, let signer): signer
        case .signIn, .signInAndSignMessage, .signInWithFunctionCallKey: nil
        }
    }

    /// The recipient of the message that is to be signed; `nil` when there is none.
    public var messageRecipient: ExactText? {
        switch subject {
        case .signInAndSignMessage(_, _, let recipient), .message(_, let recipient, _): recipient
        case .signIn, .signInWithFunctionCallKey, .transactions, .delegateActions: nil
        }
    }

    /// The site for whose host a dApp's message is, where that isn't the dApp's own.
    ///
    /// Whoever has such a message can sign in there as the user. No policy approves it.
    public var otherSite: SiteHost? {
        if case .otherHost(let host)? = recipientOfSite { host } else { nil }
    }

    /// The one for whom a dApp's message is; `nil` for other askers and without a message.
    var recipientOfSite: MessageRecipient? {
        guard case .dApp(let frame) = asker, let messageRecipient, let origin = SiteOrigin(frame.origin.text) else {
            return nil
        }
        return MessageRecipient(messageRecipient, askedBy: origin.host)
    }

    /// The ``intents``, each followed by those of the delegate actions in it, which the signer pays for as well.
    var wholeIntents: [TransactionRequest] { intents.flatMap(\.whole) }

    /// Returns all NEAR that the actions give away: deposits, transfers and stakes, also in delegate actions.
    ///
    /// - Throws: `AmountError` when the sum doesn't fit, which no account could pay.
    public func totalDeposit() throws(AmountError) -> NEARToken {
        var total = NEARToken(yoctoNEAR: 0)
        for action in wholeIntents.flatMap(\.actions) { total = try total.adding(action.spentDeposit) }
        return total
    }

    /// Returns all gas that the actions' calls attach, also those in delegate actions.
    ///
    /// - Throws: `AmountError` when the sum doesn't fit.
    public func totalGas() throws(AmountError) -> Gas {
        var total = Gas(gas: 0)
        for gas in wholeIntents.flatMap(\.actions).compactMap(\.gasLimit) { total = try total.adding(gas) }
        return total
    }

    /// Returns ``totalDeposit()`` plus the gas that added function-call keys may burn without approval.
    ///
    /// - Throws: `AmountError` when the sum doesn't fit.
    public func totalSpending() throws(AmountError) -> NEARToken {
        var total = try totalDeposit()
        if let allowance = signInPermission?.allowance { total = try total.adding(allowance) }
        for action in wholeIntents.flatMap(\.actions) {
            if let allowance = action.addedPermission?.allowance { total = try total.adding(allowance) }
        }
        return total
    }
}

/// The answer of a user or a policy to an ``ApprovalRequest``.
public enum ApprovalAnswer: Sendable, Equatable {
    /// Approved; for a sign-in with this account, otherwise `nil`.
    case approved(account: AccountId?)
    /// A site may see these accounts, the first to sign by default.
    ///
    /// It answers requests that take ``ApprovalRequest/takesSeveralAccounts``.
    case approvedAccounts([AccountId])
    /// The user closed the dialog or pressed Cancel.
    case cancelled
    /// A policy refuses, for this reason.
    case refused(reason: String)
}
