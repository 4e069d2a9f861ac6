// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// The way in which the keystore wallet's signatures are approved.
public enum ApprovalPolicy: Sendable {
    /// A user approves in a native dialog.
    case ask
    /// The first rule that covers a request approves it, and what none covers is refused; for pipelines.
    case rules([Rule])
    /// Nothing is signed.
    case deny

    /// Returns a policy of one rule.
    public static func allow(_ rule: Rule) -> ApprovalPolicy { .rules([rule]) }

    /// The signatures that need no user's approval.
    public struct Rule: Sendable {
        /// The name that refusals mention, and under which ``sums`` are counted in all processes that use the profile.
        public var name: String?
        /// The line of the policy file at which the rule begins; `nil` for a rule from elsewhere.
        package internal(set) var line: Int?
        /// The most that the rule approves within a time; none for no limit.
        public var sums: [ApprovalSum] = []
        /// The askers; `nil` for this program and its commands.
        ///
        /// A dApp or another program is covered only where it is named, with all pages that it is shown in.
        public var askers: Set<Asker>?
        /// The networks, by id; `nil` allows all of the ``chains``, and none where these aren't named either.
        ///
        /// A network whose nodes work for mainnet counts only together with ``allowsMainnet``, whatever its id is.
        /// Nothing is signed where no node says which chain it is.
        public var networks: Set<String>?
        /// The chains, by their genesis hash; `nil` allows all that the other limits allow.
        public var chains: Set<ChainIdentity>?
        /// True if real money may be moved without a user; off by default.
        public var allowsMainnet: Bool
        /// The receivers of the actions; `nil` allows all.
        public var receiverIds: Set<AccountId>?
        /// The methods that may be called; `nil` allows all, except on mainnet, where each must be named.
        ///
        /// An account can give away more than NEAR: `ft_transfer` and `nft_transfer` move what it has in a contract for
        /// a deposit of 1 yoctoNEAR, and ``maximumDeposit`` counts only that deposit.
        public var methodNames: Set<ExactText>?
        /// The recipients for whom NEP-413 messages may be signed; `nil` allows all, and none are allowed by default.
        ///
        /// A recipient can use a signed message to sign in as the account.
        public var messageRecipients: Set<ExactText>?
        /// The most NEAR that one request may give away.
        ///
        /// It counts deposits, transfers, stakes and the allowances of function-call keys that the request adds, also
        /// inside delegate actions. Gas isn't counted; ``maximumGas`` limits it.
        public var maximumDeposit: NEARToken
        /// The most gas that the calls of one request may burn together; `nil` for no limit but the chain's.
        public var maximumGas: Gas?
        /// True if dangerous actions may be signed.
        ///
        /// These are keys with full access, keys with an unlimited allowance, key removals, deployments, account
        /// deletions and delegate actions that are sent for another account.
        public var allowsDangerousActions: Bool
        /// The only account that signs in and signs; `nil` for all, and to sign in with the keystore's first.
        public var account: AccountId?

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - networks: The networks, by id.
        ///   - maximumDeposit: The most NEAR that one request may give away.
        ///   - receiverIds: The receivers of the actions; `nil` allows all.
        ///   - methodNames: The methods that may be called; `nil` allows all, except on mainnet.
        ///   - messageRecipients: The recipients for whom messages may be signed; `nil` allows all.
        ///   - allowsDangerousActions: Allows full-access keys, keys without a limit, key removals, deployments and
        ///     account deletions.
        ///   - allowsMainnet: Allows moving real money without a user.
        ///   - account: The account to sign in with; `nil` for the keystore's first on the network.
        public init(
            networks: Set<String>, maximumDeposit: NEARToken, receiverIds: Set<AccountId>? = nil,
            methodNames: Set<ExactText>? = nil, messageRecipients: Set<ExactText>? = [],
            allowsDangerousActions: Bool = false, allowsMainnet: Bool = false, account: AccountId? = nil
        ) {
            self.networks = networks
            self.maximumDeposit = maximumDeposit
            self.receiverIds = receiverIds
            self.methodNames = methodNames
            self.messageRecipients = messageRecipients
            self.allowsDangerousActions = allowsDangerousActions
            self.allowsMainnet = allowsMainnet
            self.account = account
        }

        /// Answers `request` without a user; ``sums`` aren't looked at.
        public func answer(_ request: ApprovalRequest) -> ApprovalAnswer {
            guard let reason = refusal(of: request) else { return choose(request) }
            return refused(reason)
        }

        /// Returns a refusal that names the rule.
        func refused(_ reason: String) -> ApprovalAnswer {
            guard let name else { return .refused(reason: reason) }
            return .refused(reason: localized("%1$s (rule “%2$s”)", reason, name))
        }

        /// Returns true if the rule is for the asker, the network and the chain of a request.
        func isFor(_ request: ApprovalRequest) -> Bool { outside(request) == nil }

        /// Returns why the rule isn't for a request's asker, network or chain; `nil` if it is.
        private func outside(_ request: ApprovalRequest) -> String? {
            guard askers?.contains(request.asker) ?? request.asker.isOwn else {
                return localized("the policy doesn’t cover what %1$s asks for", "\(request.asker)")
            }
            guard networks?.contains(request.network) ?? (chains != nil) else {
                return localized("the policy doesn’t cover the network %1$s", request.network)
            }
            guard let chains else { return nil }
            guard let chain = request.chain else {
                return localized("no node of %1$s says which chain it is, and the policy is for some", request.network)
            }
            guard chains.contains(chain) else { return localized("the policy doesn’t cover %1$s", "\(chain)") }
            return nil
        }

        /// Returns why the rule doesn't cover a request; `nil` if it does.
        private func refusal(of request: ApprovalRequest) -> String? {
            if let reason = outside(request) { return reason }
            guard !request.isMainnet || allowsMainnet else {
                return Self.mainnetRefusal(request.network)
            }
            guard !request.isMainnet || !request.signs || request.asker.isVouchedFor else {
                return localized(
                    "nobody vouches for %1$s, so only a user may approve what it asks for on mainnet",
                    "\(request.asker)")
            }
            if let account, let signer = request.signerId, signer != account {
                return localized("the policy doesn’t cover the account %1$s", signer.text)
            }
            guard request.chain != nil || !request.signs else {
                return localized(
                    "no node of %1$s says which chain it is, so only a user may approve this", request.network)
            }
            // Nobody reads a warning here. A chain of this computer's own must work without a network, though.
            guard request.unreachedNetworks.isEmpty || request.hasLocalNodesOnly else {
                return localized(
                    "nobody can say whether the key is in use on %1$s, so only a user may approve this",
                    request.unreachedNetworks.joined(separator: ", "))
            }
            if let recipient = request.messageRecipient, let messageRecipients, !messageRecipients.contains(recipient) {
                return localized("the policy doesn’t cover messages for “%1$s”", recipient.text)
            }
            if let host = request.otherSite {
                return localized(
                    "the message would sign in at another site, %1$s, so only a user may approve it", "\(host)")
            }
            if let permission = request.signInPermission {
                guard allowsDangerousActions || permission.allowance != nil else {
                    return localized("the policy doesn’t cover a key without a limit for what it may burn as gas")
                }
                if let reason = refusal(of: permission, isMainnet: request.isMainnet) {
                    return reason
                }
            }
            for intent in request.wholeIntents {
                if let reason = refusal(of: intent, isMainnet: request.isMainnet) { return reason }
            }
            do {
                let total = try request.totalSpending()
                guard total <= maximumDeposit else {
                    return localized(
                        "the request gives away %1$s NEAR, and the policy allows %2$s NEAR", total.formatted(),
                        maximumDeposit.formatted())
                }
                let gas = try request.totalGas()
                if let maximumGas, gas > maximumGas {
                    return localized(
                        "the request’s calls attach %1$s, and the policy allows %2$s", gas.description,
                        maximumGas.description)
                }
            } catch {
                return localized("the amounts are too large to add up: %1$s", "\(error)")
            }
            return nil
        }

        /// Returns why the rule doesn't cover an intent, apart from its deposit; `nil` if it does.
        private func refusal(of intent: TransactionRequest, isMainnet: Bool) -> String? {
            if let receiverIds, !receiverIds.contains(intent.receiverId) {
                return localized("the policy doesn’t cover the receiver %1$s", intent.receiverId.text)
            }
            for action in intent.actions {
                if !allowsDangerousActions, action.isDangerous || action.addsUnlimitedKey {
                    return localized(
                        "the policy doesn’t cover full-access or unlimited keys, key removal, deployment or account deletion"
                    )
                }
                if case .functionCall(let call) = action, !covers(method: call.methodName, isMainnet: isMainnet) {
                    return localized("the policy doesn’t cover the method %1$s", call.methodName.text)
                }
                if let permission = action.addedPermission, let reason = refusal(of: permission, isMainnet: isMainnet) {
                    return reason
                }
            }
            return nil
        }

        /// Returns why the rule doesn't cover a function-call key's permission; `nil` if it does.
        ///
        /// A holder of the key uses it without any further approval.
        private func refusal(of permission: FunctionCallPermission, isMainnet: Bool) -> String? {
            if let receiverIds, !receiverIds.contains(where: { ExactText($0) == permission.receiverId }) {
                return localized("the policy doesn’t cover a key for the receiver %1$s", permission.receiverId.text)
            }
            let methods = permission.methodNames
            let isCovered =
                methods.isEmpty
                ? coversAllMethods(isMainnet: isMainnet)
                : methods.allSatisfy { covers(method: $0, isMainnet: isMainnet) }
            guard !isCovered else { return nil }
            return localized("the policy doesn’t cover a key for these methods of %1$s", permission.receiverId.text)
        }

        private func coversAllMethods(isMainnet: Bool) -> Bool {
            methodNames == nil && !isMainnet
        }

        private func covers(method: ExactText, isMainnet: Bool) -> Bool {
            methodNames?.contains(method) ?? coversAllMethods(isMainnet: isMainnet)
        }

        private static func mainnetRefusal(_ network: String) -> String {
            guard network != "mainnet" else {
                return localized("the policy doesn’t allow signing on mainnet without a user")
            }
            return localized(
                "the nodes of %1$s work for mainnet, where the policy doesn’t allow signing without a user", network)
        }

        private func choose(_ request: ApprovalRequest) -> ApprovalAnswer {
            guard let first = request.candidates.first else { return .approved(account: nil) }
            guard let account else { return .approved(account: first) }
            return request.candidates.contains(account)
                ? .approved(account: account)
                : .refused(reason: localized("the keystore has no key of %1$s on %2$s", account.text, request.network))
        }
    }
}
