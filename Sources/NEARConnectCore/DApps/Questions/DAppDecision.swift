// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The decision about a request of a page, before anybody is asked.
public enum DAppDecision: Sendable {
    /// The answer is known.
    case answer(DAppAnswer)
    /// A user, or the question's policy, decides.
    case ask(DAppQuestion)
    /// The page gives its permission on this network back, and hears that it is done.
    case signOut
    /// The request waits until the accounts have another mark.
    case park
    /// The request ends with an error.
    case refuse(DAppError)

    /// Decides about a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - asker: The document that asks, checked against the view's address.
    ///   - context: The site, the network and the policy.
    public init(_ request: DAppRequest, by asker: DAppAsker, in context: Context) {
        do throws(DAppError) {
            self = try DecisionMaker(request: request, asker: asker, context: context).decide()
        } catch {
            self = .refuse(error)
        }
    }
}

/// Decides about one request.
private struct DecisionMaker {
    let request: DAppRequest
    let asker: DAppAsker
    let context: DAppDecision.Context

    private var network: ExactText { request.network ?? context.network }

    func decide() throws(DAppError) -> DAppDecision {
        guard context.site.map({ $0.origin == asker.origin }) ?? true else {
            throw DAppError(.internalError, localized("The request was compared with another site’s permission."))
        }
        let grant = context.grant(on: network)
        // A frame without a place hears what a page without a permission hears.
        if isElsewhere(grant) {
            switch request.operation {
            case .accounts: return .answer(.accounts([], mark: context.mark))
            // It has heard of accounts, and hears that it sees none any more.
            case .subscribeToAccounts(let since?) where since != context.mark:
                return .answer(.accounts([], mark: context.mark))
            default: break
            }
        }
        try asker.requirePlace(allowedInside: grant?.framesInside ?? [])
        if let immediate = immediate() { return immediate }
        if let other = try otherNetwork() { return other }
        return try decide(grant)
    }

    private func isElsewhere(_ grant: SiteGrant?) -> Bool {
        do throws(DAppError) {
            try asker.requirePlace(allowedInside: grant?.framesInside ?? [])
            return false
        } catch {
            return true
        }
    }

    /// Returns the decision about requests that never raise a question.
    private func immediate() -> DAppDecision? {
        switch request.operation {
        case .accounts: return .answer(.accounts(context.accounts(on: network), mark: context.mark))
        case .signOut: return .signOut
        case .subscribeToAccounts(let since):
            guard since != context.mark else { return .park }
            return .answer(.accounts(context.accounts(on: network), mark: context.mark))
        case .listMetadata: return .answer(.networks(context.knownNetworks.filter(mayHear)))
        case .networks:
            return .answer(
                .networks(
                    context.knownNetworks.filter { known in
                        mayHear(of: known)
                            && (known.id == context.network || context.otherNetworks.contains(known.id))
                    }))
        default: return nil
        }
    }

    /// Returns true if a page may hear of a network.
    ///
    /// Without a permission, it hears of none that the user has configured, unless it names that.
    private func mayHear(of known: DAppAnswer.Network) -> Bool {
        context.site?.grants.isEmpty == false || known.chain == .mainnet || known.chain == .testnet
            || known.id == request.network
    }

    /// Returns the question whether to switch, where the page wants to work on another network.
    private func otherNetwork() throws(DAppError) -> DAppDecision? {
        guard network != context.network else { return nil }
        // Where it may not sign, there is nothing to switch to.
        if request.operation.needsPermission { try requireSigner(context.grant(on: network)) }
        let isOffered = context.otherNetworks.contains(network) && !context.refusedNetworks.contains(network)
        guard isOffered, case .ask = context.policy else {
            throw DAppError(
                .otherNetwork,
                localized("The wallet works on %1$s, and not on %2$s.", context.network.text, network.text))
        }
        return .ask(try question(.switchNetwork(to: network), isForUserOnly: true))
    }

    private func decide(_ grant: SiteGrant?) throws(DAppError) -> DAppDecision {
        switch request.operation {
        case .signIn(key: nil), .authorize:
            guard grant == nil else {
                return .answer(.accounts(context.accounts(on: network), mark: context.mark))
            }
            return .ask(try question(.connect(key: nil, message: nil)))
        case .signIn(let key):
            // Who names an account has seen it.
            if request.signer != nil { try requireSigner(grant) }
            return .ask(try question(.connect(key: key, message: nil)))
        case .signInAndSignMessage(let message, let key):
            return .ask(try question(.connect(key: key, message: message)))
        case .deleteKeys(let keys):
            try requireSigner(grant)
            guard let grant, keys.allSatisfy(grant.keys.contains) else {
                throw .foreignKey
            }
            return .ask(try question(.sign))
        case .signMessage, .sendTransactions, .signTransaction, .signTransactions, .signDelegateActions,
            .signEncodedTransaction:
            try requireSigner(grant)
            return .ask(try question(.sign))
        case .provideMetadata(let offer):
            guard grant != nil else { throw Self.noPermission }
            guard !context.refusedOffers.contains(offer) else { return .answer(.flag(false)) }
            switch offer.verdict(known: context.offeredNetworks, askedBy: asker.origin) {
            case .known: return .answer(.flag(true))
            case .refused: return .answer(.flag(false))
            case .ask(let isUpdate):
                return .ask(try question(.addNetwork(offer, isUpdate: isUpdate), isForUserOnly: true))
            }
        case .accounts, .signOut, .subscribeToAccounts, .listMetadata, .networks:
            throw DAppError(.internalError, localized("The request should have been answered at once."))
        }
    }

    private static var noPermission: DAppError {
        DAppError(.unauthorized, localized("The user hasn’t connected this site. Ask to sign in first."))
    }

    /// Checks that the page names no other account and no other key than those that it was given.
    private func requireSigner(_ grant: SiteGrant?) throws(DAppError) {
        guard let grant else { throw Self.noPermission }
        guard let signer = request.signer else { return }
        guard let account = grant.accounts.first(where: { $0.accountId == signer }) else {
            throw DAppError(
                .unauthorized, localized("The user hasn’t given %1$s to this site.", signer.text))
        }
        guard case .signEncodedTransaction(let transaction) = request.operation, let key = account.publicKey else {
            return
        }
        guard transaction.publicKey == key else {
            throw DAppError(
                .invalidParams,
                localized("The transaction is for another key than the one that signs for %1$s.", signer.text))
        }
    }

    private func question(
        _ subject: DAppQuestion.Subject, isForUserOnly: Bool = false
    ) throws(DAppError) -> DAppQuestion {
        var otherSite: SiteHost?
        if let message = request.message,
            case .otherHost(let host) = MessageRecipient(message.payload.recipient, askedBy: asker.origin.host)
        {
            otherSite = host
        }
        let isForUserOnly = isForUserOnly || otherSite != nil
        let policy: ApprovalPolicy?
        switch context.policy {
        case .ask: policy = context.grant(on: network)?.limits.map { .rules($0.rules) }
        case .deny: throw DAppError(.refused, localized("The wallet signs nothing now."))
        case .rules:
            guard !isForUserOnly else {
                throw DAppError(.refused, localized("Only a user may allow this, and a policy decides here."))
            }
            policy = context.policy
        }
        return DAppQuestion(
            asker: asker, request: request, subject: subject, isFirstTime: context.site?.grants.isEmpty ?? true,
            otherSite: otherSite, isForUserOnly: isForUserOnly, policy: isForUserOnly ? nil : policy)
    }
}
