// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The rules by which a driven browser approves in a user's place.
package enum DrivingPolicy: Sendable {
    /// Whoever controls the browser answers everything.
    case ask
    /// Everything is approved, on chains without value, for pages of this computer.
    case allow
    /// Nothing is approved.
    case deny
    /// The rules approve what they cover.
    case rules([ApprovalPolicy.Rule])

    /// The policy's name: `ask`, `allow`, `deny` or `rules`.
    package var name: String {
        switch self {
        case .ask: "ask"
        case .allow: "allow"
        case .deny: "deny"
        case .rules: "rules"
        }
    }

    /// True if a rule says in so many words that real money may be moved.
    package var allowsMainnet: Bool {
        if case .rules(let rules) = self { rules.contains(where: \.allowsMainnet) } else { false }
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - account: The account to sign in with, where the policy names none.
    ///   - records: Counts what rules with sums approve.
    /// - Returns: `nil` where the policy leaves it to whoever controls the browser.
    @MainActor
    func answer(
        _ request: ApprovalRequest, with account: AccountId?, counting records: RequestJournal
    ) async -> ApprovalAnswer? {
        switch self {
        case .ask: return nil
        case .deny: return .refused(reason: localized("the policy allows nothing to be signed"))
        case .allow: return Self.everything(request, with: account)
        case .rules(let rules):
            let preferring = rules.map { rule in
                var rule = rule
                rule.account = rule.account ?? (request.candidates.isEmpty ? nil : account)
                return rule
            }
            return await ApprovalPolicy.rules(preferring).answer(request, counting: records)
        }
    }

    /// Answers a question about a network.
    ///
    /// - Returns: `nil` where the policy leaves it to whoever controls the browser.
    func answer(_ question: SiteQuestion) -> ApprovalAnswer? {
        switch self {
        case .ask: return nil
        case .deny: return .refused(reason: localized("the policy lets no site change its network"))
        case .rules: return .refused(reason: localized("no rule of the policy is for networks"))
        case .allow:
            let (network, chain): (ExactText, ChainIdentity?) =
                switch question.subject {
                case .switchNetwork(_, let wanted, let chain): (wanted, chain)
                case .addNetwork(let offer, _): (offer.networkId, offer.chain)
                }
            if let reason = Self.refusal(of: .dApp(question.asker), on: network.text, chain) {
                return .refused(reason: reason)
            }
            // Which ports of this computer are reached says whoever controls the browser, and never a page.
            if case .addNetwork(let offer, _) = question.subject, !offer.isOfPublicNodes { return nil }
            return .approved(account: nil)
        }
    }

    private static func everything(_ request: ApprovalRequest, with account: AccountId?) -> ApprovalAnswer {
        if let reason = refusal(of: request.asker, on: request.network, request.chain) {
            return .refused(reason: reason)
        }
        var rule = ApprovalPolicy.Rule(
            networks: [request.network], maximumDeposit: NEARToken(yoctoNEAR: .max), messageRecipients: nil,
            allowsDangerousActions: true, account: request.candidates.isEmpty ? nil : account)
        rule.askers = [request.asker]
        return rule.answer(request)
    }

    /// Returns why ``allow`` isn't for an asker or a chain; `nil` where it is.
    private static func refusal(of asker: Asker, on network: String, _ chain: ChainIdentity?) -> String? {
        guard case .dApp(let frame) = asker, frame.ancestors.isEmpty,
            SiteOrigin(frame.origin.text)?.isLoopback == true
        else {
            return localized(
                "“--policy allow” is for pages of this computer, and not for %1$s; write a policy file", "\(asker)")
        }
        guard let chain, chain.publicName == nil else {
            return localized("“--policy allow” is for a chain without value, and not for %1$s", network)
        }
        return nil
    }
}
