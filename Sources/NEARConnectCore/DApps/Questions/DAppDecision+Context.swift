// SPDX-License-Identifier: MIT

public import NEARPrimitives

extension DAppDecision {
    /// The things that decide about a request besides the request: permissions, networks, the policy.
    ///
    /// It is a value, made anew for each request.
    public struct Context: Sendable {
        /// The site that asks, as the user knows it; `nil` for one that has nothing.
        public var site: Site?
        /// The network on which this page works, by id.
        public var network: ExactText
        /// The networks to which the page may ask to be switched, by id.
        public var otherNetworks: Set<ExactText>
        /// The networks to which the user has refused to switch this page.
        public var refusedNetworks: Set<ExactText>
        /// The networks that are known, with what a page may hear of them.
        public var knownNetworks: [DAppAnswer.Network]
        /// The offers of networks that the user has refused to this page.
        public var refusedOffers: Set<DAppNetworkOffer>
        /// The networks that offers are judged by.
        public var offeredNetworks: [DAppNetworkOffer.KnownNetwork]
        /// The chain that the page's network works for, as far as its nodes have said it.
        public var chain: ChainIdentity?
        /// The mark of the accounts' state, which changes with each change of what the page may see.
        public var mark: UInt64
        /// The way in which signatures are approved.
        public var policy: ApprovalPolicy
        /// The accounts that the site was given, and that the wallet hasn't now.
        ///
        /// The page sees none of them until the wallet has it again.
        public var absentAccounts: Set<AccountId>
        /// The user's names for accounts.
        public var labels: [AccountId: ExactText]

        /// Describes where a request comes to.
        ///
        /// - Parameters:
        ///   - site: The site that asks, as the user knows it.
        ///   - network: The network on which the page works, by id.
        ///   - chain: The chain that the network works for, if it is known.
        ///   - policy: The way in which signatures are approved.
        ///   - mark: The mark of the accounts' state.
        public init(
            site: Site?, network: ExactText, chain: ChainIdentity? = nil, policy: ApprovalPolicy = .ask,
            mark: UInt64 = 0
        ) {
            self.site = site
            self.network = network
            self.chain = chain
            self.policy = policy
            self.mark = mark
            otherNetworks = []
            refusedNetworks = []
            knownNetworks = []
            offeredNetworks = []
            refusedOffers = []
            absentAccounts = []
            labels = [:]
        }

        /// Returns the site's permission on a network, without the accounts that the wallet hasn't now.
        ///
        /// Pages of this computer have none on mainnet.
        func grant(on name: ExactText) -> SiteGrant? {
            let isMainnet = name == "mainnet" || (name == network && chain == .mainnet)
            guard let site, !(site.origin.isLoopback && isMainnet), var grant = site.grants[name] else { return nil }
            guard name == network else { return grant }
            grant.accounts.removeAll { absentAccounts.contains($0.accountId) }
            return grant.accounts.isEmpty ? nil : grant
        }

        /// Returns what a page hears of the accounts that it was given on a network.
        func accounts(on name: ExactText) -> [DAppAnswer.SiteAccount] {
            (grant(on: name)?.accounts ?? []).map { account in
                DAppAnswer.SiteAccount(
                    accountId: account.accountId, publicKey: account.publicKey, label: labels[account.accountId],
                    network: name)
            }
        }
    }
}
