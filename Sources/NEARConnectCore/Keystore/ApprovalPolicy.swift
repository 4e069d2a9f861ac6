// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// Who approves what the keystore wallet signs.
public enum ApprovalPolicy: Sendable {
    /// A person, in a native dialog.
    case ask
    /// Nobody: what `rule` covers is signed, everything else is refused. For pipelines.
    case allow(Rule)
    /// Nothing is signed.
    case deny

    /// What may be signed without a person.
    public struct Rule: Sendable {
        /// The networks, by id. A network whose nodes work for mainnet counts only together with ``allowsMainnet``, whatever its id is, and
        /// nothing is signed where no node says which chain it is.
        public var networks: Set<String>
        /// Whether real money may be moved without a person. Off unless it is asked for by name.
        public var allowsMainnet: Bool
        /// The receivers that actions may go to; `nil` for all.
        public var receiverIds: Set<AccountId>?
        /// The methods that may be called; `nil` for all, except on mainnet, where each has to be named. NEAR isn't all that an account can
        /// give away: `ft_transfer` and `nft_transfer` move whatever the account has in a contract, for a deposit of 1 yoctoNEAR, and
        /// ``maximumDeposit`` counts that deposit only.
        public var methodNames: Set<ExactText>?
        /// The recipients for whom NEP-413 messages may be signed, `nil` for all, none unless they are named: whoever gets a signed message
        /// can sign in with it as the account.
        public var messageRecipients: Set<ExactText>?
        /// The most NEAR that one request may give away: deposits, transfers, stakes, and the allowances of function-call keys that it adds.
        /// Gas isn't counted; a transaction can't burn more than about 0.1 NEAR of it.
        public var maximumDeposit: NEARToken
        /// Whether keys with all rights or without a limit to their allowance, key removals, deployments and account deletions may be
        /// signed.
        public var allowsDangerousActions: Bool
        /// The account to sign in with; `nil` for the keystore's first on the network.
        public var account: AccountId?

        /// - Parameters:
        ///   - networks: The networks, by id.
        ///   - maximumDeposit: The most NEAR that one request may give away.
        ///   - receiverIds: The receivers that actions may go to; `nil` for all.
        ///   - methodNames: The methods that may be called; `nil` for all, except on mainnet.
        ///   - messageRecipients: The recipients for whom messages may be signed; `nil` for all.
        ///   - allowsDangerousActions: Whether full-access keys, keys without a limit, key removals, deployments and account deletions may be signed.
        ///   - allowsMainnet: Whether real money may be moved without a person.
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

        /// Answers `request` without a person.
        public func answer(_ request: ApprovalRequest) -> ApprovalAnswer {
            guard networks.contains(request.network) else {
                return .refused(reason: "the policy doesn't cover the network \(request.network)")
            }
            guard !request.isMainnet || allowsMainnet else {
                return .refused(reason: Self.mainnetRefusal(request.network))
            }
            guard request.chain != nil || !request.signs else {
                return .refused(
                    reason: "no node of \(request.network) says which chain it is, so only a person may approve this")
            }
            if let recipient = request.messageRecipient, let messageRecipients, !messageRecipients.contains(recipient) {
                return .refused(reason: "the policy doesn't cover messages for \u{201C}\(recipient)\u{201D}")
            }
            for intent in request.intents {
                if let reason = refusal(of: intent, isMainnet: request.isMainnet) { return .refused(reason: reason) }
            }
            do {
                let total = try request.totalSpending()
                guard total <= maximumDeposit else {
                    return .refused(
                        reason: "\(total.formatted()) NEAR is more than the policy's \(maximumDeposit.formatted()) NEAR"
                    )
                }
            } catch {
                return .refused(reason: "the deposits don't add up: \(error)")
            }
            return choose(request)
        }

        /// Why an intent isn't covered, its deposit aside.
        private func refusal(of intent: ApprovalRequest.Intent, isMainnet: Bool) -> String? {
            if let receiverIds, !receiverIds.contains(intent.receiverId) {
                return "the policy doesn't cover the receiver \(intent.receiverId)"
            }
            for action in intent.actions {
                if !allowsDangerousActions, action.isDangerous || action.addsUnlimitedKey {
                    return
                        "the policy doesn't cover full-access or unlimited keys, key removal, deployment or account deletion"
                }
                if case .functionCall(let call) = action, !covers(method: call.methodName, isMainnet: isMainnet) {
                    return "the policy doesn't cover the method \(call.methodName)"
                }
                if let permission = action.addedPermission, let reason = refusal(of: permission, isMainnet: isMainnet) {
                    return reason
                }
            }
            return nil
        }

        /// Why what a function-call key may do isn't covered: whoever has the key does it without asking again.
        private func refusal(of permission: FunctionCallPermission, isMainnet: Bool) -> String? {
            if let receiverIds, !receiverIds.contains(where: { ExactText($0) == permission.receiverId }) {
                return "the policy doesn't cover a key for the receiver \(permission.receiverId)"
            }
            let methods = permission.methodNames
            let isCovered =
                methods.isEmpty
                ? coversAllMethods(isMainnet: isMainnet)
                : methods.allSatisfy { covers(method: $0, isMainnet: isMainnet) }
            return isCovered ? nil : "the policy doesn't cover a key for these methods of \(permission.receiverId)"
        }

        private func coversAllMethods(isMainnet: Bool) -> Bool {
            methodNames == nil && !isMainnet
        }

        private func covers(method: ExactText, isMainnet: Bool) -> Bool {
            methodNames?.contains(method) ?? coversAllMethods(isMainnet: isMainnet)
        }

        private static func mainnetRefusal(_ network: String) -> String {
            let name = network == "mainnet" ? "mainnet" : "mainnet, which the nodes of \(network) work for,"
            return "the policy doesn't allow signing on \(name) without a person"
        }

        private func choose(_ request: ApprovalRequest) -> ApprovalAnswer {
            guard let first = request.candidates.first else { return .approved(account: nil) }
            guard let account else { return .approved(account: first) }
            return request.candidates.contains(account)
                ? .approved(account: account)
                : .refused(reason: "the keystore has no key of \(account) on \(request.network)")
        }
    }
}
