// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

extension ControlChannel {
    /// The most entries of the journal in one answer.
    private static let journalLimit = 1000
    /// The most accounts that the wallet takes.
    private static let accountLimit = 256

    /// The methods about the wallet and its permissions.
    static let walletMethods: [String: Body] = [
        "state": { channel, params, _ throws(LocalCallError) in
            _ = try ControlParams(params, known: [])
            return channel.state
        },
        "policy.set": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["policy", "beyond"])
            let beyond = try fields.word(ifThere: "beyond", of: ["ask", "refuse"])
            if let value = fields.value("policy") { channel.parts.approver.policy = try channel.policy(value) }
            if let beyond { channel.parts.approver.asksBeyondPolicy = beyond == "ask" }
            channel.send("wallet.changed", [:])
            return .null
        },
        "accounts.add": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["accountId", "secretKey", "network"])
            return try channel.addAccount(
                try fields.account("accountId"), key: try fields.text("secretKey"),
                on: try fields.text(ifThere: "network").map { ExactText($0) })
        },
        "accounts.select": { channel, params, _ throws(LocalCallError) in
            let account = try ControlParams(params, known: ["accountId"]).account("accountId")
            try channel.requireKey(account)
            channel.parts.approver.selected = account
            channel.send("wallet.changed", [:])
            return .null
        },
        "accounts.lock": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["locked"])
            let isLocked = try fields.flag(ifThere: "locked") ?? true
            channel.parts.approver.isLocked = isLocked
            channel.parts.host.isLocked = isLocked
            channel.send("wallet.changed", [:])
            return .null
        },
        "sites.list": { channel, params, _ throws(LocalCallError) in
            _ = try ControlParams(params, known: [])
            return try refusing { () throws(NEARError) in
                .array(try channel.parts.host.permissions.sites().map(\.json))
            }
        },
        "sites.grant": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["origin", "accounts"])
            try await channel.grant(try fields.origin("origin"), fields.value("accounts"))
            return .null
        },
        "sites.revoke": { channel, params, _ throws(LocalCallError) in
            let origin = try ControlParams(params, known: ["origin"]).origin("origin")
            do throws(DAppError) {
                try channel.parts.host.forget(origin)
            } catch {
                throw .refused(error.message)
            }
            return .null
        },
        "network.select": { channel, params, _ throws(LocalCallError) in
            let network = ExactText(try ControlParams(params, known: ["network"]).text("network"))
            let own = channel.parts.signer.network
            guard network == own else {
                throw .refused(
                    localized(
                        "this browser works on %1$s alone; start another one for %2$s", own.text,
                        DisplayText.name(network.text)))
            }
            return .null
        },
        "journal.list": { channel, params, _ throws(LocalCallError) in
            let fields = try ControlParams(params, known: ["limit"])
            let limit = try fields.number(ifThere: "limit", in: 1...journalLimit) ?? journalLimit
            do throws(NEARError) {
                return .array(try await channel.parts.journal.history().prefix(limit).map(\.json))
            } catch {
                throw .refused(error.errorDescription ?? error.code)
            }
        },
    ]

    private var state: JSONValue {
        let (signer, approver) = (parts.signer, parts.approver)
        var fields = parts.facts
        fields["network"] = .string(signer.network.text)
        fields["accounts"] = .array(signer.keystore.accounts(on: signer.network.text).map(account))
        fields["selected"] = approver.selected.map { .string($0.text) } ?? .null
        fields["locked"] = .bool(approver.isLocked)
        fields["policy"] = .string(approver.policy.name)
        fields["beyond"] = .string(approver.asksBeyondPolicy ? "ask" : "refuse")
        fields["requests"] = [
            "open": .integer(Int128(approver.requests.count { $0.state == .open })),
            "waiting": .integer(Int128(parts.host.queue.waiting.count)),
            "last": .integer(Int128(approver.requests.last?.id ?? 0)),
        ]
        fields["pages"] = .array(parts.pages())
        if let chain = parts.chain { fields["devnet"] = chain.json }
        return .object(fields)
    }

    private func account(_ account: AccountId) -> JSONValue { self.account(account, on: parts.signer.network) }

    private func account(_ account: AccountId, on network: ExactText) -> JSONValue {
        let key = parts.signer.keystore.signer(of: account, on: network.text)?.publicKey
        return [
            "accountId": .string(account.text), "network": .string(network.text),
            "publicKey": key.map { .string("\($0)") } ?? .null,
        ]
    }

    private func policy(_ value: JSONValue) throws(LocalCallError) -> DrivingPolicy {
        switch value {
        case .string("ask"): return .ask
        case .string("deny"): return .deny
        case .string("allow"):
            guard let chain = parts.signer.knownChain, chain.publicName == nil else {
                throw .refused(localized("“allow” is for a chain without value; set rules instead"))
            }
            return .allow
        case .object:
            do throws(PolicyError) {
                guard case .rules(let rules) = try ApprovalPolicy(parsing: value.bytes, file: "policy") else {
                    return .deny
                }
                return .rules(rules)
            } catch {
                throw ControlParams.wrong("policy", "\(error)")
            }
        default:
            throw ControlParams.wrong(
                "policy",
                localized("is neither “ask”, “allow” nor “deny”, nor an object with the rules of a policy file"))
        }
    }

    /// Adds a key for the browser's network, or for one that a page has added.
    private func addAccount(
        _ account: AccountId, key text: String, on other: ExactText?
    ) throws(LocalCallError) -> JSONValue {
        let (signer, network) = (parts.signer, other ?? parts.signer.network)
        try requireNetwork(network)
        let key: SecretKey
        do {
            key = try SecretKey(text)
        } catch {
            throw ControlParams.wrong("secretKey", localized("is no secret key, such as ed25519:…"))
        }
        guard signer.keystore.entries.count < Self.accountLimit else {
            throw .refused(localized("the wallet has %1$s keys, and takes no more", "\(Self.accountLimit)"))
        }
        signer.keystore = signer.keystore.adding(
            Keystore.Entry(network: network.text, accountId: account, secretKey: key))
        send("wallet.changed", [:])
        return self.account(account, on: network)
    }

    /// Checks that a network is the browser's own, or one that a page has added: never a public one besides.
    private func requireNetwork(_ network: ExactText) throws(LocalCallError) {
        guard network != parts.signer.network else { return }
        let added = try Self.refusing { () throws(NEARError) in try parts.host.networks.network(network) }
        guard added == nil else { return }
        throw .refused(
            localized(
                "the network %1$s is neither this browser’s nor one that a page has added",
                DisplayText.name(network.text)))
    }

    private func requireKey(_ account: AccountId) throws(LocalCallError) {
        guard parts.signer.keystore.signer(of: account, on: parts.signer.network.text) != nil else {
            throw .refused(
                localized("the wallet has no key of %1$s; add it by “accounts.add” first", account.text))
        }
    }

    private func grant(_ origin: SiteOrigin, _ accounts: JSONValue?) async throws(LocalCallError) {
        let signer = parts.signer
        var granted: [SiteGrant.Account] = []
        if let accounts {
            guard let list = accounts.arrayValue else {
                throw ControlParams.wrong("accounts", localized("is no list of accounts"))
            }
            for element in list {
                let account = try ControlParams(["accountId": element], known: ["accountId"]).account("accountId")
                try requireKey(account)
                granted.append(SiteGrant.Account(accountId: account, publicKey: key(of: account)))
            }
        } else if let account = parts.approver.selected ?? signer.keystore.accounts(on: signer.network.text).first {
            granted = [SiteGrant.Account(accountId: account, publicKey: key(of: account))]
        }
        let chain: ChainIdentity?
        do throws(DAppError) {
            chain = try await signer.chain()
        } catch {
            throw .refused(error.message)
        }
        try Self.refusing { () throws(NEARError) in
            try parts.host.permissions.grant(granted, to: origin, on: signer.network, chain: chain)
        }
        parts.host.noteChange()
    }

    private func key(of account: AccountId) -> PublicKey? {
        parts.signer.keystore.signer(of: account, on: parts.signer.network.text)?.publicKey
    }

    /// Turns errors of the profile into answers.
    private static func refusing<Value>(_ body: () throws(NEARError) -> Value) throws(LocalCallError) -> Value {
        do throws(NEARError) {
            return try body()
        } catch {
            throw .refused(error.errorDescription ?? error.code)
        }
    }
}
