// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

extension PolicyReader {
    /// The fields of a rule.
    static let ruleFields = [
        "name", "askers", "chain", "networks", "account", "receivers", "methods", "messageRecipients", "deposit", "gas",
        "dangerousActions", "sums",
    ]
    /// The most bytes of a network's id, a method's name and a message's recipient.
    private static let textLimit = 512

    /// Reads a rule.
    func rule(_ json: LocatedJSON) throws(PolicyError) -> ApprovalPolicy.Rule {
        let fields = try object(json, called: "rule", known: Self.ruleFields)
        let name = try string(fields.required("name"), limit: Self.nameLimit)
        let chains = try fields["chain"].map { json throws(PolicyError) in try self.chains(json) }
        let networks = try fields["networks"].map { json throws(PolicyError) in
            try set(json) { element throws(PolicyError) in try string(element, limit: Self.textLimit) }
        }
        guard chains != nil || networks != nil else {
            throw error(
                at: json.offset, localized("the rule is for no chain"),
                localized("add \"chain\" with mainnet, testnet or a genesis hash, or \"networks\" with ids"))
        }
        var rule = ApprovalPolicy.Rule(networks: [], maximumDeposit: try deposit(fields.required("deposit")))
        rule.name = name
        rule.line = place(json.offset).line
        rule.networks = networks
        rule.chains = chains
        rule.allowsMainnet = chains?.contains(.mainnet) ?? false
        if let askers = fields["askers"] { rule.askers = try self.askers(askers, mainnet: rule.allowsMainnet) }
        if let account = fields["account"] { rule.account = try self.account(account) }
        if let receivers = fields["receivers"] {
            rule.receiverIds = try set(receivers) { element throws(PolicyError) in try self.account(element) }
        }
        if let methods = fields["methods"] { rule.methodNames = try texts(methods) }
        if let recipients = fields["messageRecipients"] { rule.messageRecipients = try self.recipients(recipients) }
        if let gas = fields["gas"] { rule.maximumGas = try self.gas(gas) }
        if let dangerous = fields["dangerousActions"] { rule.allowsDangerousActions = try bool(dangerous) }
        if let sums = fields["sums"] { rule.sums = try self.sums(sums) }
        return rule
    }

    // MARK: Lists

    /// Returns a list's elements; one that stands twice is a slip of the pen.
    private func set<Value: Hashable>(
        _ json: LocatedJSON, _ read: (LocatedJSON) throws(PolicyError) -> Value
    ) throws(PolicyError) -> Set<Value> {
        var values: Set<Value> = []
        for element in try elements(json) {
            guard values.insert(try read(element)).inserted else {
                throw error(
                    at: element.offset, localized("this entry stands twice in its list"),
                    localized("remove one of the two")
                )
            }
        }
        return values
    }

    private func texts(_ json: LocatedJSON) throws(PolicyError) -> Set<ExactText> {
        try set(json) { element throws(PolicyError) in ExactText(try string(element, limit: Self.textLimit)) }
    }

    private func recipients(_ json: LocatedJSON) throws(PolicyError) -> Set<ExactText>? {
        if case .scalar(.string(let word)) = json.content, word.hasSameBytes(as: "any") { return nil }
        return try texts(json)
    }

    private func askers(_ json: LocatedJSON, mainnet: Bool) throws(PolicyError) -> Set<Asker> {
        try set(json) { element throws(PolicyError) in
            guard let asker = Asker(key: try string(element, limit: Asker.keyLimit)) else {
                throw error(
                    at: element.offset, localized("this names no asker"),
                    localized("write, for example, dapp:https://app.example, command:send or flatpak:org.example.App"))
            }
            guard !mainnet || asker.isVouchedFor else {
                throw error(
                    at: element.offset, localized("nobody vouches for this asker, and the rule is for real money"),
                    localized("name another asker, or another chain than mainnet"))
            }
            return asker
        }
    }

    // MARK: Values of NEAR

    /// Reads a chain or a list of chains; names stand for the genesis hash.
    private func chains(_ json: LocatedJSON) throws(PolicyError) -> Set<ChainIdentity> {
        if case .scalar = json.content { return [try chain(json)] }
        return try set(json) { element throws(PolicyError) in try chain(element) }
    }

    private func chain(_ json: LocatedJSON) throws(PolicyError) -> ChainIdentity {
        let text = try string(json, limit: Self.textLimit)
        if let chain = ChainIdentity(networkId: text) { return chain }
        do {
            return ChainIdentity(genesisHash: try CryptoHash(text))
        } catch {
            throw self.error(
                at: json.offset, localized("“%1$s” is no chain", shown(text)),
                localized("write mainnet, testnet or the genesis hash that a node’s status says"))
        }
    }

    private func account(_ json: LocatedJSON) throws(PolicyError) -> AccountId {
        do {
            return try AccountId(try string(json, limit: Self.textLimit))
        } catch let error as PolicyError {
            throw error
        } catch {
            throw self.error(
                at: json.offset, localized("this is no account id: %1$s", "\(error)"),
                localized("write an account id such as alice.near"))
        }
    }

    func deposit(_ json: LocatedJSON) throws(PolicyError) -> NEARToken {
        let text = try string(json, limit: Self.nameLimit)
        do {
            return try NEARToken(text)
        } catch {
            throw self.error(
                at: json.offset, localized("this is no amount of NEAR: %1$s", "\(error)"),
                localized("write, for example, \"1.5 NEAR\", or digits for yoctoNEAR"))
        }
    }

    func gas(_ json: LocatedJSON) throws(PolicyError) -> Gas {
        let text = try string(json, limit: Self.nameLimit)
        do {
            return try Gas(text)
        } catch {
            throw self.error(
                at: json.offset, localized("this is no amount of gas: %1$s", "\(error)"),
                localized("write, for example, \"30 Tgas\""))
        }
    }
}
