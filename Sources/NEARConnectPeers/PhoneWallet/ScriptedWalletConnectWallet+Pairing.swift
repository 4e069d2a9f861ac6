// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARDevnet
internal import NEARPrimitives
internal import WalletConnectSign

/// Pairing and sessions of a scripted phone wallet.
extension ScriptedWalletConnectWallet {
    /// Reads a link and waits at the relay for its proposal.
    ///
    /// - Throws: ``PairingURIError`` for a link that isn't one, or that has ended.
    package func pair(_ link: String) async throws {
        let uri = try PairingURI(link, at: clock.now.wall)
        guard pairings.count < Self.limit else { return }
        pairings[uri.topic] = uri.key
        guard script.connect.contains(.fetch) else {
            try await call("irn_subscribe", ["topic": .string(uri.topic.text)])
            return
        }
        // The newest SDKs of phones do so, and look at the tag.
        let answer = try await call("irn_fetchMessages", ["topic": .string(uri.topic.text)])
        for message in answer["messages"]?.arrayValue ?? [] where message["tag"] == 1_100 {
            if let text = message["message"]?.stringValue { await take(text, on: uri.topic) }
        }
    }

    /// Answers a proposal as the script says.
    func proposed(_ id: RPCIdentifier, _ params: JSONValue, on pairing: Topic) async throws(RelayAnswerError) {
        let steps = script.connect
        let wanted = Self.merged(params)
        report.yield(.proposed(chains: wanted.chains, methods: wanted.methods))
        guard await pass(steps) else { return }
        for step in steps {
            guard case .reject(let code, let message) = step else { continue }
            let error = RPCAnswerError(code: code, message: message)
            try await publish(.failure(id, error), on: pairing, tag: 1_120, life: PeerMethod.propose.ttl)
            report.yield(.refused)
            return
        }
        guard let theirs = params["proposer"]?["publicKey"]?.stringValue.flatMap({ Hexadecimal.decode($0) }),
            let pair = X25519KeyPair.make(), let key = pair.sessionKey(with: theirs), sessions.count < Self.limit
        else { return }
        let topic = Topic(ofKey: key)
        let (namespaces, accounts) = grants(wanted, steps)
        sessions[topic] = Session(
            key: key, pairing: pairing, accounts: accounts, namespaces: namespaces)
        let ours = Hexadecimal.encode(pair.publicKey)
        let approval = RPCMessage.result(
            id, ["relay": ["protocol": "irn"], "responderPublicKey": .string(ours)])
        try await settle(topic, approval: approval, on: pairing, key: ours, steps)
    }

    private func settle(
        _ topic: Topic, approval: RPCMessage, on pairing: Topic, key: String, _ steps: [PhoneWalletStep]
    ) async throws(RelayAnswerError) {
        let (method, id) = (PeerMethod.settle, nextId())
        let settlement = RPCMessage.request(
            id, method: method.rawValue, params: settlementParams(topic, key: key, steps))
        if steps.contains(.approveByRelay), let first = seal(approval, on: pairing),
            let second = seal(settlement, on: topic)
        {
            try await call(
                "wc_approveSession",
                [
                    "pairingTopic": .string(pairing.text), "sessionTopic": .string(topic.text),
                    "sessionProposalResponse": .string(first), "sessionSettlementRequest": .string(second),
                ])
        } else {
            let approve = { () async throws(RelayAnswerError) in
                for _ in 0..<(steps.contains(.twice) ? 2 : 1) {
                    try await self.publish(approval, on: pairing, tag: 1_101, life: PeerMethod.propose.ttl)
                }
            }
            if !steps.contains(.settleFirst) { try await approve() }
            try await call("irn_subscribe", ["topic": .string(topic.text)])
            if !steps.contains(.neverSettle) {
                for _ in 0..<(steps.contains(.twice) ? 2 : 1) {
                    try await publish(settlement, on: topic, tag: method.tag, life: method.ttl)
                }
            }
            if steps.contains(.settleFirst) { try await approve() }
        }
        guard let number = id.number, !steps.contains(.neverSettle) else { return }
        // The answer comes over the same reader: it must not wait for itself.
        Task {
            let answer = await self.answer(to: number)
            self.settled(topic, answer)
        }
    }

    private func settled(_ topic: Topic, _ answer: RPCMessage?) {
        switch answer {
        case .result?: report.yield(.settled(topic))
        case .failure(_, let error)?:
            forget(topic)
            report.yield(.settlementRefused(code: error.code))
        default: break
        }
    }

    private func settlementParams(_ topic: Topic, key: String, _ steps: [PhoneWalletStep]) -> JSONValue {
        var seconds: Int64 = 604_800
        for step in steps { if case .expiry(let wanted) = step { seconds = wanted } }
        var metadata: JSONValue.Members = [
            "name": .string(settings.name), "description": "Signs in tests", "url": "https://wallet.example",
        ]
        if !steps.contains(.noRedirect) { metadata["redirect"] = ["native": "scripted-wallet://"] }
        if !steps.contains(.noIcons) { metadata["icons"] = ["https://wallet.example/icon.png"] }
        let controller = steps.contains(.otherController) ? String(repeating: "7", count: 64) : key
        let (end, overflow) = clock.now.wall.seconds.addingReportingOverflow(seconds)
        return [
            "relay": ["protocol": "irn"],
            "controller": ["publicKey": .string(controller), "metadata": .object(metadata)],
            "namespaces": sessions[topic]?.namespaces ?? [:],
            "expiry": .integer(Int128(overflow ? Int64.max : end)),
        ]
    }

    // MARK: Grants

    /// All that a proposal asks for of NEAR.
    struct Wanted {
        var chains: [String] = []
        var methods: [String] = []
        var events: [String] = []
    }

    private static func merged(_ params: JSONValue) -> Wanted {
        var wanted = Wanted()
        for part in ["requiredNamespaces", "optionalNamespaces"] {
            for (key, namespace) in params[part]?.objectValue ?? [:] where key.text.utf8.starts(with: "near".utf8) {
                func texts(_ name: String) -> [String] {
                    namespace[name]?.arrayValue?.prefix(limit).compactMap(\.stringValue) ?? []
                }
                wanted.chains += key.text.contains(":") ? [key.text] : texts("chains")
                wanted.methods += texts("methods")
                wanted.events += texts("events")
            }
        }
        return wanted
    }

    /// The namespaces of a settlement, and the accounts in them.
    private func grants(_ wanted: Wanted, _ steps: [PhoneWalletStep]) -> (JSONValue, [String]) {
        var grant = PhoneWalletGrant()
        for step in steps { if case .grant(let other) = step { grant = other } }
        return namespaces(
            grant, chains: wanted.chains, methods: wanted.methods, events: wanted.events,
            namesChains: !steps.contains(.noChains))
    }

    func namespaces(
        _ grant: PhoneWalletGrant, chains: [String], methods: [String], events: [String], namesChains: Bool
    ) -> (JSONValue, [String]) {
        func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
        let chains = grant.chains ?? chains
        let accounts =
            grant.accounts ?? chains.flatMap { chain in settings.accounts.map { "\(chain):\($0.id.text)" } }
        var near: JSONValue.Members = [
            "accounts": list(accounts), "methods": list(grant.methods ?? methods),
            "events": list(grant.events ?? events),
        ]
        if namesChains { near["chains"] = list(chains) }
        return (["near": .object(near)], accounts)
    }
}
