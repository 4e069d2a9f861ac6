// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

extension SiteLimits {
    /// The limits that a user sets in words: up to so much a day, for one contract.
    public struct Daily: Sendable, Hashable {
        /// The NEAR that is given away within 24 hours at most, and in one request.
        public var amount: NEARToken
        /// The only receiver.
        public var contract: AccountId
        /// The methods that are called; none for all.
        ///
        /// On mainnet each has to be named.
        public var methods: [ExactText]

        /// Describes limits.
        public init(amount: NEARToken, contract: AccountId, methods: [ExactText] = []) {
            self.amount = amount
            self.contract = contract
            self.methods = methods
        }
    }

    private static let name = "daily"

    /// Makes the limits of a site on a network.
    ///
    /// Keys with full access and whatever else can take the account away stay questions.
    ///
    /// - Parameters:
    ///   - daily: The limits.
    ///   - network: The network's id.
    ///   - chain: The chain that its nodes work for, if they have said it.
    ///   - origin: The site.
    /// - Throws: ``PolicyError``, also where mainnet's methods aren't named.
    public init(
        _ daily: Daily, on network: ExactText, chain: ChainIdentity?, for origin: SiteOrigin
    ) throws(PolicyError) {
        let isMainnet = SitePermissions.isMainnet(network, chain)
        guard !isMainnet || !daily.methods.isEmpty else {
            throw PolicyError(
                file: localized("the limits of %1$s", "\(origin)"), place: nil,
                reason: localized("on mainnet each method has to be named: tokens are given away by methods"),
                advice: localized("name the methods that the site may call"))
        }
        let amount: JSONValue = .string("\(daily.amount.yoctoNEAR)")
        var rule: JSONValue.Members = [
            "name": .string(Self.name), "networks": [.string(network.text)],
            "receivers": [.string(daily.contract.text)], "deposit": amount,
            "sums": [["per": "1 day", "deposit": amount]],
        ]
        if isMainnet { rule["chain"] = "mainnet" }
        if !daily.methods.isEmpty { rule["methods"] = .array(daily.methods.map { .string($0.text) }) }
        try self.init(["version": 1, "rules": [.object(rule)]], for: origin)
    }

    /// The limits in words; `nil` for those that a policy file's rules have in another form.
    public var daily: Daily? {
        guard rules.count == 1, let rule = rules.first, let contract = rule.receiverIds?.first,
            rule.receiverIds?.count == 1, rule.sums.count == 1, rule.sums.first?.deposit == rule.maximumDeposit,
            rule.sums.first?.window == .seconds(86_400)
        else { return nil }
        return Daily(
            amount: rule.maximumDeposit, contract: contract, methods: (rule.methodNames ?? []).sorted())
    }
}
