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
        /// The networks, by id. `mainnet` counts only together with ``allowsMainnet``.
        public var networks: Set<String>
        /// Whether real money may be moved without a person. Off unless it is asked for by name.
        public var allowsMainnet: Bool
        /// The receivers that actions may go to; `nil` for all.
        public var receiverIds: Set<AccountId>?
        /// The most NEAR that one request may give away, deposits, transfers and stakes together.
        public var maximumDeposit: NEARToken
        /// Whether keys with all rights, key removals, deployments and account deletions may be signed.
        public var allowsDangerousActions: Bool
        /// The account to sign in with; `nil` for the keystore's first on the network.
        public var account: AccountId?

        /// - Parameters:
        ///   - networks: The networks, by id.
        ///   - maximumDeposit: The most NEAR that one request may give away.
        ///   - receiverIds: The receivers that actions may go to; `nil` for all.
        ///   - allowsDangerousActions: Whether full-access keys, key removals, deployments and account deletions may be signed.
        ///   - allowsMainnet: Whether real money may be moved without a person.
        ///   - account: The account to sign in with; `nil` for the keystore's first on the network.
        public init(
            networks: Set<String>, maximumDeposit: NEARToken, receiverIds: Set<AccountId>? = nil,
            allowsDangerousActions: Bool = false, allowsMainnet: Bool = false, account: AccountId? = nil
        ) {
            self.networks = networks
            self.maximumDeposit = maximumDeposit
            self.receiverIds = receiverIds
            self.allowsDangerousActions = allowsDangerousActions
            self.allowsMainnet = allowsMainnet
            self.account = account
        }

        /// Answers `request` without a person.
        public func answer(_ request: ApprovalRequest) -> ApprovalAnswer {
            guard networks.contains(request.network) else {
                return .refused(reason: "the policy doesn't cover the network \(request.network)")
            }
            guard request.network != "mainnet" || allowsMainnet else {
                return .refused(reason: "the policy doesn't allow signing on mainnet without a person")
            }
            for intent in request.intents {
                if let receiverIds, !receiverIds.contains(intent.receiverId) {
                    return .refused(reason: "the policy doesn't cover the receiver \(intent.receiverId)")
                }
                if !allowsDangerousActions, intent.actions.contains(where: \.isDangerous) {
                    return .refused(
                        reason: "the policy doesn't cover full-access keys, key removal, deployment or account deletion"
                    )
                }
            }
            do {
                let total = try request.totalDeposit()
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

        private func choose(_ request: ApprovalRequest) -> ApprovalAnswer {
            guard let first = request.candidates.first else { return .approved(account: nil) }
            guard let account else { return .approved(account: first) }
            return request.candidates.contains(account)
                ? .approved(account: account)
                : .refused(reason: "the keystore has no key of \(account) on \(request.network)")
        }
    }
}
