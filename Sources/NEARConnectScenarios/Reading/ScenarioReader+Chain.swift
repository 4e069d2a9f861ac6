// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The chain and the wallets.
extension ScenarioReader {
    /// Reads `devnet` or `network`; a devnet with three accounts where there is neither.
    func chain(_ fields: ScenarioFields) throws(ScenarioFileError) -> ScenarioChain {
        guard let network = fields["network"] else {
            guard let devnet = fields["devnet"] else { return .devnet(try devnet([])) }
            return .devnet(
                try self.devnet(
                    self.fields(devnet, called: "devnet", known: ["accounts", "contracts", "state"]).members))
        }
        guard fields["devnet"] == nil else {
            throw error(
                network.place, localized("a scenario has “devnet” or “network”, not both"),
                advice: localized("leave one out"))
        }
        if case .scalar = network.content {
            let id = try word(network, called: "network", known: NEARNetwork.allCases.map(\.rawValue))
            return .network(.init(id: id, nodes: []))
        }
        let named = try self.fields(network, called: "network", known: ["id", "nodes"])
        var nodes: [String] = []
        // Without them the nodes are those of a file with networks, which has their API keys.
        for element in try named["nodes"].map({ (nodes) throws(ScenarioFileError) in
            try list(nodes, called: "nodes", limit: 16)
        }) ?? [] {
            let address = try fixed(element, called: "nodes", as: String.self)
            guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
                throw error(
                    element.place, localized("“%1$s” is no address of a node", YAMLParser.shown(address)),
                    advice: localized("write, for example, https://rpc.testnet.example"))
            }
            nodes.append(address)
        }
        return .network(.init(id: try networkId(try named.required("id")), nodes: nodes))
    }

    private func networkId(_ yaml: LocatedYAML) throws(ScenarioFileError) -> String {
        let id = try fixed(yaml, called: "network", as: String.self)
        guard ScenarioText.isName(id) else {
            throw error(
                yaml.place, localized("“%1$s” is no id of a network", YAMLParser.shown(id)),
                advice: localized("write, for example, testnet"))
        }
        return id
    }

    private func devnet(_ members: [LocatedYAML.Member]) throws(ScenarioFileError) -> ScenarioChain.Devnet {
        var devnet = ScenarioChain.Devnet()
        for member in members {
            switch member.name {
            case "accounts": devnet.accounts = try accounts(member.value)
            case "contracts": devnet.contracts = try contracts(member.value)
            default: devnet.state = try stateEntries(member.value)
            }
        }
        if devnet.accounts.isEmpty {
            for id in ["alice.test.near", "bob.test.near", "relayer.test.near"] {
                let place = PolicyError.Place(line: 1, column: 1)
                let id = try at(place) { () throws(ScenarioValueError) in try AccountId(scenario: id) }
                devnet.accounts.append(.init(id: id, balance: nil))
            }
        }
        return devnet
    }

    /// Reads a list of accounts, or a mapping from accounts to balances.
    private func accounts(_ yaml: LocatedYAML) throws(ScenarioFileError) -> [ScenarioChain.Devnet.Account] {
        var accounts: [ScenarioChain.Devnet.Account] = []
        if case .list = yaml.content {
            for element in try list(yaml, called: "accounts") {
                accounts.append(.init(id: try account(element, among: accounts), balance: nil))
            }
            return accounts
        }
        for member in try members(yaml, called: "accounts") {
            let name = LocatedYAML(place: member.place, content: .scalar(member.name, isPlain: true))
            let balance = try member.value.isEmpty ? nil : fixed(member.value, called: "balance", as: NEARToken.self)
            accounts.append(.init(id: try account(name, among: accounts), balance: balance))
        }
        return accounts
    }

    private func account(
        _ yaml: LocatedYAML, among accounts: [ScenarioChain.Devnet.Account]
    ) throws(ScenarioFileError) -> AccountId {
        let id = try fixed(yaml, called: "accounts", as: AccountId.self)
        guard !accounts.contains(where: { $0.id == id }) else {
            throw error(yaml.place, localized("this account stands twice"), advice: localized("remove one of the two"))
        }
        return id
    }

    private func contracts(_ yaml: LocatedYAML) throws(ScenarioFileError) -> [ScenarioChain.Devnet.Contract] {
        var contracts: [ScenarioChain.Devnet.Contract] = []
        for member in try members(yaml, called: "contracts") {
            let name = LocatedYAML(place: member.place, content: .scalar(member.name, isPlain: true))
            contracts.append(
                .init(account: try fixed(name, called: "contracts"), code: try code(member.value)))
        }
        return contracts
    }

    /// Reads a contract's code: the name of a packaged one, or a file.
    func code(_ yaml: LocatedYAML) throws(ScenarioFileError) -> ScenarioChain.Code {
        if case .mapping = yaml.content {
            let packaged = try fields(yaml, called: "contract", known: ["token"])
            let token = try fields(packaged.required("token"), called: "token", known: ["owner", "supply"])
            let supply = try fixed(token.required("supply"), called: "supply", as: String.self)
            guard !supply.isEmpty, supply.utf8.count <= 39, supply.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else {
                throw error(
                    try token.required("supply").place, localized("this is no number of the token’s smallest unit"),
                    advice: localized("write digits, 18 of them behind the point of one token"))
            }
            return .token(owner: try fixed(token.required("owner"), called: "owner"), supply: supply)
        }
        let text = try fixed(yaml, called: "contract", as: String.self)
        if text.hasSameBytes(as: "guest-book") { return .guestBook }
        if text.hasSuffix(".wasm") { return .file(text) }
        throw error(
            yaml.place, localized("“%1$s” is no contract", YAMLParser.shown(text)),
            advice: text.hasSameBytes(as: "token")
                ? localized("write “token:” and below it “owner” and “supply”")
                : localized("write guest-book, token with owner and supply, or the path of a .wasm file"))
    }

    private func stateEntries(_ yaml: LocatedYAML) throws(ScenarioFileError) -> [ScenarioChain.StateEntry] {
        var entries: [ScenarioChain.StateEntry] = []
        for element in try list(yaml, called: "state") { entries.append(try stateEntry(element, called: "state")) }
        return entries
    }

    func stateEntry(_ yaml: LocatedYAML, called name: String) throws(ScenarioFileError) -> ScenarioChain.StateEntry {
        let fields = try fields(yaml, called: name, known: ["of", "key", "value"])
        return .init(
            account: try late(fields.required("of"), called: "of"),
            key: try late(fields.required("key"), called: "key"),
            value: try late(fields.required("value"), called: "value"))
    }

    // MARK: Wallets

    /// Reads `wallets`.
    func wallets(_ yaml: LocatedYAML?, on chain: ScenarioChain) throws(ScenarioFileError) -> ScenarioWallets {
        var wallets = ScenarioWallets()
        guard let yaml else { return try checked(wallets, on: chain, at: .init(line: 1, column: 1)) }
        let fields = try fields(yaml, called: "wallets", known: ["keystore", "scripted", "walletconnect"])
        if let keystore = fields["keystore"] {
            let fields = try self.fields(keystore, called: "keystore", known: ["policy", "accounts"])
            wallets.policy = try fields["policy"].map { yaml throws(ScenarioFileError) in
                try fixed(yaml, called: "policy", as: String.self)
            }
            if let accounts = fields["accounts"] {
                wallets.keystoreAccounts = try self.signers(accounts, on: chain)
            }
        }
        wallets.scripted = try fields["scripted"].map { yaml throws(ScenarioFileError) in
            try scripted(yaml, called: "scripted", on: chain, knowing: ScriptMethod.all)
        }
        wallets.phone = try fields["walletconnect"].map { yaml throws(ScenarioFileError) in
            guard wallets.scripted == nil else {
                throw error(
                    yaml.place, localized("a scenario has “scripted” or “walletconnect”, not both"),
                    advice: localized("leave one out, or write two scenarios"))
            }
            return try scripted(yaml, called: "walletconnect", on: chain, knowing: ScriptMethod.phone)
        }
        return try checked(wallets, on: chain, at: yaml.place)
    }

    /// Reads a scripted wallet, in a page or on a phone.
    private func scripted(
        _ yaml: LocatedYAML, called name: String, on chain: ScenarioChain, knowing methods: [String]
    ) throws(ScenarioFileError) -> ScenarioWallets.Scripted {
        guard case .devnet = chain else {
            throw error(
                yaml.place, localized("the %1$s wallet has keys of a devnet only", name),
                advice: localized("use “devnet”, or the keystore"))
        }
        guard !yaml.isEmpty else { return .init(accounts: [], script: [:]) }
        let fields = try fields(yaml, called: name, known: ["accounts", "script"])
        let accounts = try fields["accounts"].map { yaml throws(ScenarioFileError) in try signers(yaml, on: chain) }
        let script = try fields["script"].map { yaml throws(ScenarioFileError) in
            let json = try self.script(yaml, knowing: methods)
            return try at(yaml.place) { () throws(ScenarioValueError) in try json.value(values) }
        }
        return .init(accounts: accounts ?? [], script: script ?? [:])
    }

    /// Reads a scripted wallet's behaviour, steps by method.
    func script(_ yaml: LocatedYAML, knowing methods: [String]) throws(ScenarioFileError) -> ScenarioJSON {
        for member in try members(yaml, called: "script") {
            guard methods.contains(where: { $0.hasSameBytes(as: member.name) }) else {
                throw unknown(member.name, at: member.place, in: "script", known: methods)
            }
            _ = try list(member.value, called: member.name)
        }
        return try json(yaml)
    }

    private func checked(
        _ wallets: ScenarioWallets, on chain: ScenarioChain, at place: PolicyError.Place
    ) throws(ScenarioFileError) -> ScenarioWallets {
        if case .network = chain, wallets.policy == nil {
            throw error(
                place, localized("on a network the keystore needs a policy"),
                advice: localized("write “wallets”, below it “keystore”, and below that “policy: FILE”"))
        }
        return wallets
    }

    private func signers(_ yaml: LocatedYAML, on chain: ScenarioChain) throws(ScenarioFileError) -> [AccountId] {
        var accounts: [AccountId] = []
        for element in try list(yaml, called: "accounts") {
            let account = try fixed(element, called: "accounts", as: AccountId.self)
            if case .devnet(let devnet) = chain, !devnet.accounts.contains(where: { $0.id == account }) {
                let known = devnet.accounts.map(\.id.text)
                throw error(
                    element.place, localized("“%1$s” is no account of the devnet", account.text),
                    advice: NearestName.of(account.text, in: known).map { localized("did you mean “%1$s”?", $0) }
                        ?? localized("write one of: %1$s", known.joined(separator: ", ")))
            }
            accounts.append(account)
        }
        return accounts
    }
}

/// The methods that a script of the scripted wallet may name.
enum ScriptMethod {
    static let all = [
        "*", "start", "signIn", "signOut", "getAccounts", "signAndSendTransaction", "signAndSendTransactions",
        "signMessage", "signInAndSignMessage", "signDelegateActions",
    ]
    /// Those of a wallet on a phone.
    static let phone = [
        "*", "connect", "near_getAccounts", "near_signIn", "near_signOut", "near_signTransaction",
        "near_signTransactions", "near_signMessage",
    ]
}
