// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Steps.
extension ScenarioReader {
    /// The words that name a step's kind, in the order of the documentation.
    static let words = [
        "sign-in", "sign-out", "restart", "send", "call", "deploy", "sign-message", "delegate", "relay", "script",
        "view", "balance", "state", "key", "fast-forward", "patch-state", "screenshot",
    ]
    private static let common = ["as", "expect", "deadline", "retries"]
    private static let retryLimit = 1_000

    /// Reads a step, and keeps the name of its result.
    mutating func step(
        _ yaml: LocatedYAML, on chain: ScenarioChain, with wallets: ScenarioWallets
    ) throws(ScenarioFileError) -> Scenario.Step {
        let fields = try fields(yaml, called: "step", known: Self.words + Self.common)
        let kinds = fields.members.filter { member in Self.words.contains { $0.hasSameBytes(as: member.name) } }
        guard let kind = kinds.first, kinds.count == 1 else {
            throw error(
                kinds.last?.place ?? yaml.place,
                kinds.isEmpty
                    ? localized("the step doesn’t say what it does")
                    : localized("the step does two things: “%1$s” and “%2$s”", kinds[0].name, kinds[1].name),
                advice: kinds.isEmpty
                    ? localized("write one of: %1$s", Self.words.joined(separator: ", "))
                    : localized("begin another step with “- ”"))
        }
        let work = try work(kind, with: wallets)
        try check(work, at: kind, on: chain, with: wallets)
        let retries = try fields["retries"].map { yaml throws(ScenarioFileError) in
            try self.retries(yaml, of: work, called: kind.name)
        }
        let deadline = try fields["deadline"].map { yaml throws(ScenarioFileError) in
            try fixed(yaml, called: "deadline", as: Duration.self)
        }
        let expectation = try fields["expect"].map { yaml throws(ScenarioFileError) in
            try self.expectation(yaml, of: work, called: kind.name)
        }
        let name = try fields["as"].map { yaml throws(ScenarioFileError) in
            try resultName(yaml, of: work, called: kind.name)
        }
        if let name {
            results.insert(name)
            if case .delegate = work { delegates.insert(name) }
        }
        return Scenario.Step(
            place: kind.place, word: kind.name, work: work, resultName: name,
            expectation: expectation ?? ScenarioExpectation(), deadline: deadline, retries: retries ?? 0)
    }

    private func retries(
        _ yaml: LocatedYAML, of work: ScenarioWork, called word: String
    ) throws(ScenarioFileError) -> Int {
        guard work.isRead else {
            throw error(
                yaml.place, localized("“%1$s” isn’t repeated: it may have been done", word),
                advice: localized("repeat a step that only reads: view, balance, state or key"))
        }
        let text = try fixed(yaml, called: "retries", as: String.self)
        guard let number = Int(text), (1...Self.retryLimit).contains(number) else {
            throw error(
                yaml.place, localized("this is no number from 1 to %1$s", "\(Self.retryLimit)"),
                advice: localized("write, for example, 20"))
        }
        return number
    }

    private func resultName(
        _ yaml: LocatedYAML, of work: ScenarioWork, called word: String
    ) throws(ScenarioFileError) -> String {
        let name = try scalar(yaml, called: "as")
        guard ScenarioText.isName(name) else {
            throw error(
                yaml.place, ScenarioValueError.notAName(name).description,
                advice: localized("begin with a letter, and write letters, digits, - and _"))
        }
        guard values[name] == nil, !results.contains(name) else {
            throw error(
                yaml.place, localized("there is a value “%1$s” already", name), advice: localized("write another name"))
        }
        switch work {
        case .signOut, .restart, .script, .fastForward, .patchState, .screenshot:
            throw error(
                yaml.place, localized("“%1$s” has no result that could have a name", word),
                advice: localized("leave it out"))
        default: return name
        }
    }

    /// Refuses work that the scenario's chain or wallets can't do.
    private func check(
        _ work: ScenarioWork, at kind: LocatedYAML.Member, on chain: ScenarioChain, with wallets: ScenarioWallets
    ) throws(ScenarioFileError) {
        if case .network = chain {
            switch work {
            case .fastForward, .patchState, .relay:
                throw error(
                    kind.place, localized("“%1$s” needs a devnet", kind.name), advice: localized("write “devnet” above")
                )
            default: break
            }
        }
        let missing: String?
        switch work {
        case .script: missing = wallets.scripted == nil && wallets.phone == nil ? "scripted" : nil
        case .signIn(.known(let wallet)):
            let isThere =
                switch wallet {
                case "scripted": wallets.scripted != nil
                case "walletconnect": wallets.phone != nil
                default: true
                }
            missing = isThere ? nil : wallet
        default: missing = nil
        }
        if let missing {
            throw error(
                kind.value.place, localized("there is no %1$s wallet", missing),
                advice: localized("write “wallets” above, and below it “%1$s”", missing))
        }
    }

    private func nothing(_ member: LocatedYAML.Member) throws(ScenarioFileError) {
        guard member.value.isEmpty else {
            throw error(
                member.value.place, localized("“%1$s” has no value", member.name),
                advice: localized("write nothing after the colon"))
        }
    }

    // MARK: Work

    private func work(
        _ member: LocatedYAML.Member, with wallets: ScenarioWallets
    ) throws(ScenarioFileError) -> ScenarioWork {
        let yaml = member.value
        switch member.name {
        case "sign-in":
            let known = ["keystore", "scripted", "walletconnect"]
            return .signIn(wallet: .known(try word(yaml, called: "sign-in", known: known)))
        case "sign-out", "restart":
            try nothing(member)
            return member.name.hasSameBytes(as: "restart") ? .restart : .signOut
        case "send":
            let fields = try fields(yaml, called: "send", known: ["to", "amount"])
            return .send(
                .transfer(
                    to: try late(fields.required("to"), called: "to"),
                    amount: try late(fields.required("amount"), called: "amount")))
        case "call": return .send(try call(yaml, called: "call"))
        case "delegate": return .delegate(try delegate(yaml))
        case "deploy": return .deploy(try deployed(yaml))
        case "sign-message":
            let fields = try fields(yaml, called: "sign-message", known: ["message", "recipient"])
            return .signMessage(
                message: try late(fields.required("message"), called: "message"),
                recipient: try late(fields.required("recipient"), called: "recipient"))
        case "relay": return try relay(yaml)
        case "script":
            return .script(try script(yaml, knowing: wallets.phone == nil ? ScriptMethod.all : ScriptMethod.phone))
        default: return try read(member)
        }
    }

    private func read(_ member: LocatedYAML.Member) throws(ScenarioFileError) -> ScenarioWork {
        let yaml = member.value
        switch member.name {
        case "view":
            return .view(
                try contractCall(try fields(yaml, called: "view", known: ["contract", "method", "args"])))
        case "balance": return .balance(try late(yaml, called: "balance"))
        case "state":
            let fields = try fields(yaml, called: "state", known: ["of", "key"])
            return .state(
                account: try late(fields.required("of"), called: "of"),
                key: try late(fields.required("key"), called: "key"))
        case "key":
            let fields = try fields(yaml, called: "key", known: ["of", "public-key"])
            return .key(
                account: try late(fields.required("of"), called: "of"),
                key: try late(fields.required("public-key"), called: "public-key"))
        case "fast-forward": return .fastForward(try late(yaml, called: "fast-forward"))
        case "patch-state": return .patchState(try stateEntry(yaml, called: "patch-state"))
        default: return .screenshot(try picture(yaml))
        }
    }

    private func call(_ yaml: LocatedYAML, called name: String) throws(ScenarioFileError) -> ScenarioWork.Request {
        let fields = try fields(yaml, called: name, known: ["contract", "method", "args", "gas", "deposit"])
        let gas: Late<Gas>? = try fields["gas"].map { yaml throws(ScenarioFileError) in try late(yaml, called: "gas") }
        let deposit: Late<NEARToken>? = try fields["deposit"].map { yaml throws(ScenarioFileError) in
            try late(yaml, called: "deposit")
        }
        return .call(try contractCall(fields), gas: gas ?? .known(.tera(30)), deposit: deposit ?? .known(.zero))
    }

    private func delegate(_ yaml: LocatedYAML) throws(ScenarioFileError) -> ScenarioWork.Request {
        let known = ["to", "amount", "contract", "method", "args", "gas", "deposit"]
        let fields = try fields(yaml, called: "delegate", known: known)
        if fields["to"] == nil { return try call(yaml, called: "delegate") }
        let transfer = try self.fields(yaml, called: "delegate", known: ["to", "amount"])
        return .transfer(
            to: try late(transfer.required("to"), called: "to"),
            amount: try late(transfer.required("amount"), called: "amount"))
    }

    private func contractCall(_ fields: ScenarioFields) throws(ScenarioFileError) -> ScenarioWork.Call {
        let arguments = try fields["args"].map { yaml throws(ScenarioFileError) in
            guard case .mapping = yaml.content else {
                throw error(
                    yaml.place, localized("“args” is no mapping"),
                    advice: localized("write names with their values below it, each “name: value”"))
            }
            return try json(yaml)
        }
        return .init(
            contract: try late(fields.required("contract"), called: "contract"),
            method: try late(fields.required("method"), called: "method"), arguments: arguments ?? .value([:]))
    }

    private func deployed(_ yaml: LocatedYAML) throws(ScenarioFileError) -> ScenarioChain.Code {
        let code = try code(yaml)
        if case .token = code {
            throw error(
                yaml.place, localized("the token is made usable by a call, which a deployment hasn’t"),
                advice: localized("put it below “devnet” and “contracts”"))
        }
        return code
    }

    private func relay(_ yaml: LocatedYAML) throws(ScenarioFileError) -> ScenarioWork {
        let fields = try fields(yaml, called: "relay", known: ["delegate", "relayer"])
        let name = try scalar(fields.required("delegate"), called: "delegate")
        guard delegates.contains(name) else {
            throw error(
                try fields.required("delegate").place,
                localized("no step before has signed a delegate action “%1$s”", YAMLParser.shown(name)),
                advice: NearestName.of(name, in: delegates.sorted()).map { localized("did you mean “%1$s”?", $0) }
                    ?? localized("name the result of a “delegate” step by “as”"))
        }
        return .relay(delegate: name, relayer: try late(fields.required("relayer"), called: "relayer"))
    }

    private func picture(_ yaml: LocatedYAML) throws(ScenarioFileError) -> String {
        let name = try fixed(yaml, called: "screenshot", as: String.self)
        let base = name.hasSuffix(".png") ? String(name.dropLast(4)) : ""
        guard ScenarioText.isName(base) else {
            throw error(
                yaml.place, localized("“%1$s” is no name of a picture", YAMLParser.shown(name)),
                advice: localized("write letters, digits, - and _, and .png behind them"))
        }
        return name
    }
}
