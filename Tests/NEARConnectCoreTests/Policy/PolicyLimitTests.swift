// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARConnectCore

/// Tests that each limit of a policy file covers what is just inside, and nothing beyond.
@MainActor
@Suite struct PolicyLimitTests {
    nonisolated private static let genesis = CryptoHash.sha256([1])

    /// A request at the edge of every limit of ``policy``; each property crosses one limit when it is changed.
    private struct Edge {
        var asker = Asker.peer(.flatpak("org.example.App"))
        var chain: ChainIdentity? = .other(genesisHash: PolicyLimitTests.genesis)
        var network = "local"
        var signer = "alice.near"
        var receiver = "shop.near"
        var method = "buy"
        var deposits: [UInt128] = [1_500_000_000_000_000_000_000_000]
        var gas: [UInt64] = [20_000_000_000_000, 10_000_000_000_000]
        var more: [Action] = []
        /// The way in which the calls are wrapped in a delegate action that another account has signed.
        var delegation = Delegation.none
        var innerReceiver = "shop.near"

        enum Delegation: CaseIterable { case none, v1, v2 }

        /// Wraps actions as ``delegation`` says.
        private func delegated(_ actions: [Action]) throws -> [Action] {
            let key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32))
            let (sender, inner) = (try AccountId(receiver), try AccountId(innerReceiver))
            switch delegation {
            case .none: return actions
            case .v1:
                let action = DelegateAction(
                    senderId: sender, receiverId: inner, actions: actions, nonce: 1, maxBlockHeight: 9,
                    publicKey: key.publicKey)
                return [.delegate(SignedDelegateAction(delegateAction: action, signature: try key.sign([])))]
            case .v2:
                let action = DelegateActionV2(
                    senderId: sender, receiverId: inner, actions: actions, nonce: .nonce(1), maxBlockHeight: 9,
                    publicKey: key.publicKey)
                return [
                    .delegateV2(VersionedSignedDelegateAction(delegateAction: .v2(action), signature: try key.sign([])))
                ]
            }
        }

        func request() throws -> ApprovalRequest {
            let calls = gas.enumerated().map { index, gas in
                Action.functionCall(
                    .init(
                        methodName: method, args: [], gas: Gas(gas: gas),
                        deposit: NEARToken(yoctoNEAR: index < deposits.count ? deposits[index] : 0)))
            }
            return ApprovalRequest(
                network: network, chain: chain, asker: asker,
                subject: .transactions(
                    [TransactionRequest(receiverId: try AccountId(receiver), actions: try delegated(calls + more))],
                    signerId: try AccountId(signer)))
        }
    }

    private static let text = """
        {
          "version": 1,
          "rules": [
            {
              "name": "shop", "askers": ["flatpak:org.example.App"], "chain": ["\(genesis)"], "networks": ["local"],
              "account": "alice.near", "receivers": ["shop.near"], "methods": ["buy"],
              "messageRecipients": ["shop.example"], "deposit": "1.5 NEAR", "gas": "30 Tgas"
            }
          ]
        }
        """

    private static func policy(_ text: String = text) throws -> ApprovalPolicy {
        try ApprovalPolicy(parsing: Array(text.utf8), file: "policy.json")
    }

    /// Asks a policy, which counts in memory.
    private static func answer(_ policy: ApprovalPolicy, _ request: ApprovalRequest) async -> ApprovalAnswer? {
        await policy.answer(request, counting: journal())
    }

    private static func journal() -> RequestJournal {
        RequestJournal(
            file: nil, nodes: NetworkNodes(.testnet, clock: ContinuousClock()), logger: Logger(label: "test"))
    }

    private static func refusal(_ answer: ApprovalAnswer?) -> String? {
        if case .refused(let reason) = answer { reason } else { nil }
    }

    @Test func whatIsJustInsideIsCovered() async throws {
        #expect(try await Self.answer(Self.policy(), Edge().request()) == .approved(account: nil))
    }

    @Test(arguments: [
        "asker", "asker's case", "no asker", "chain", "no chain", "network", "signer", "receiver", "method",
        "method's bytes", "deposit", "deposits together", "gas", "gas together", "gas that overflows", "key", "danger",
    ])
    func eachLimitIsCrossedByTheLeast(limit: String) async throws {
        var edge = Edge()
        switch limit {
        case "asker": edge.asker = .peer(.flatpak("org.example.Apq"))
        case "asker's case": edge.asker = .peer(.flatpak("org.example.app"))
        case "no asker": edge.asker = .program(origin: "https://app.example")
        case "chain": edge.chain = .other(genesisHash: CryptoHash.sha256([2]))
        case "no chain": edge.chain = nil
        case "network": edge.network = "locam"
        case "signer": edge.signer = "alicf.near"
        case "receiver": edge.receiver = "shoq.near"
        case "method": edge.method = "buz"
        case "method's bytes": edge.method = "buy\u{0}"
        case "deposit": edge.deposits[0] += 1
        case "deposits together": edge.deposits.append(1)
        case "gas": edge.gas[0] += 1
        case "gas together": edge.gas.append(1)
        case "gas that overflows": edge.gas.append(.max)
        case "key":
            let key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32)).publicKey
            let permission = FunctionCallPermission(
                allowance: .oneYocto, receiverId: try AccountId("shop.near"), methodNames: ["buy"])
            edge.more = [
                .addKey(.init(publicKey: key, accessKey: AccessKey(nonce: 0, permission: .functionCall(permission))))
            ]
        default: edge.more = [.deleteAccount(.init(beneficiaryId: try AccountId("shop.near")))]
        }
        let reason = try #require(Self.refusal(try await Self.answer(Self.policy(), edge.request())), "\(limit)")
        let isForOthers = ["asker", "asker's case", "no asker", "chain", "no chain", "network"].contains(limit)
        #expect(isForOthers || reason.contains("(rule “shop”)"), "\(reason)")
        if limit == "deposit" { #expect(reason.contains("1.500000000000000000000001") && reason.contains("1.5 ")) }
        if limit == "gas" { #expect(reason.contains("30.000000000001 Tgas") && reason.contains("30 Tgas")) }
    }

    /// The relayer pays for what is in a delegate action, so all of it counts.
    @Test(arguments: [Edge.Delegation.v1, .v2])
    private func whatIsInADelegateActionCounts(_ delegation: Edge.Delegation) async throws {
        let dangerous = Self.text.replacing(#""gas": "30 Tgas""#, with: #""gas": "30 Tgas", "dangerousActions": true"#)
        var edge = Edge()
        edge.delegation = delegation
        #expect(Self.refusal(try await Self.answer(Self.policy(), edge.request())) != nil, "a dangerous action")
        #expect(try await Self.answer(Self.policy(dangerous), edge.request()) == .approved(account: nil))
        let changes: [(String, (inout Edge) throws -> Void)] = [
            ("gives away", { $0.deposits[0] += 1 }), ("gives away", { $0.deposits.append(1) }),
            ("attach", { $0.gas[0] += 1 }), ("add up", { $0.gas.append(.max) }),
            ("receiver", { $0.innerReceiver = "shoq.near" }), ("receiver", { $0.receiver = "shoq.near" }),
            ("method", { $0.method = "buz" }),
            ("gives away", { $0.more = [.transfer(TransferAction(deposit: .oneYocto))] }),
            (
                "key for the receiver",
                {
                    let key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32)).publicKey
                    let permission = FunctionCallPermission(
                        allowance: .zero, receiverId: try AccountId("shoq.near"), methodNames: ["buy"])
                    $0.more = [
                        .addKey(
                            .init(publicKey: key, accessKey: AccessKey(nonce: 0, permission: .functionCall(permission)))
                        )
                    ]
                }
            ),
        ]
        for (word, change) in changes {
            var edge = edge
            try change(&edge)
            let reason = Self.refusal(try await Self.answer(Self.policy(dangerous), edge.request()))
            #expect(reason?.contains(word) == true, "\(word): \(reason ?? "approved")")
        }
        let request = try edge.request()
        #expect(try request.totalDeposit() == NEARToken(yoctoNEAR: edge.deposits[0]))
        #expect(try request.totalGas() == Gas(gas: edge.gas.reduce(0, +)))
        let text = ApprovalText(request)
        #expect(text.total == "1.5 NEAR")
        let facts = text.intents.flatMap(\.actions).flatMap(\.facts)
        #expect(facts.map(\.value).filter { $0 == "Call buy of shop.near" }.count == 2)
        #expect(facts.contains { $0.name == "Deposit" && $0.value == "1.5 NEAR" })
        #expect(facts.contains { $0.name == "Gas limit" && $0.value == "20 Tgas" })
    }

    @Test func messagesAreForTheNamedRecipientsOnly() async throws {
        func answer(_ recipient: ExactText, _ text: String = Self.text) async throws -> ApprovalAnswer? {
            try await Self.answer(
                Self.policy(text),
                ApprovalRequest(
                    network: "local", chain: .other(genesisHash: Self.genesis),
                    asker: .peer(.flatpak("org.example.App")),
                    subject: .message("hello", recipient: recipient, signerId: try AccountId("alice.near"))))
        }
        #expect(try await answer("shop.example") == .approved(account: nil))
        #expect(Self.refusal(try await answer("shop.exampld")) != nil)
        let any = Self.text.replacing(#"["shop.example"]"#, with: #""any""#)
        #expect(try await answer("shop.exampld", any) == .approved(account: nil))
        let none = Self.text.replacing(#""messageRecipients": ["shop.example"], "#, with: "")
        #expect(Self.refusal(try await answer("shop.example", none)) != nil)
    }

    /// Mainnet is a chain: no network's name makes a rule one for real money, and none hides it.
    @Test func realMoneyIsCoveredByTheChainOnly() async throws {
        func rule(_ place: String) -> String {
            #"{"version":1,"rules":[{"name":"a","methods":["buy"],\#(place),"deposit":"9 NEAR"}]}"#
        }
        let places = [
            (#""chain":"mainnet""#, true), (#""chain":"\#(ChainIdentity.mainnetGenesis)""#, true),
            (#""chain":["testnet","mainnet"],"networks":["fun"]"#, true), (#""chain":"testnet""#, false),
            (#""networks":["mainnet","fun"]"#, false), (#""chain":"testnet","networks":["fun"]"#, false),
            (#""chain":"mainnet","networks":["mainnet"]"#, false),
        ]
        for (place, isCovered) in places {
            var edge = Edge()
            (edge.asker, edge.chain, edge.network) = (.commandLine(verb: "send"), .mainnet, "fun")
            let answer = try await Self.answer(Self.policy(rule(place)), edge.request())
            #expect((answer == .approved(account: nil)) == isCovered, "\(place): \(String(describing: answer))")
        }
        var rule = ApprovalPolicy.Rule(networks: ["fun"], maximumDeposit: try NEARToken("9 NEAR"), methodNames: ["buy"])
        rule.allowsMainnet = true
        for identity in [PeerIdentity.executable("/usr/bin/app"), .unknown, .flatpak("org.example.App")] {
            rule.askers = [.peer(identity)]
            var edge = Edge()
            (edge.asker, edge.chain, edge.network) = (.peer(identity), .mainnet, "fun")
            let answer = try await Self.answer(ApprovalPolicy.allow(rule), edge.request())
            #expect((answer == .approved(account: nil)) == identity.isVouchedFor, "\(identity)")
        }
    }

    @Test func theFirstRuleThatCoversARequestAnswers() async throws {
        let text = """
            {"version": 1, "rules": [
              {"name": "small", "networks": ["local"], "deposit": "1 NEAR", "account": "alice.near"},
              {"name": "large", "networks": ["local"], "deposit": "2 NEAR", "receivers": ["shop.near"]},
              {"name": "others", "networks": ["other"], "deposit": "9 NEAR"}
            ]}
            """
        var edge = Edge()
        edge.asker = .program(origin: "https://app.example")
        #expect(try await Self.answer(Self.policy(text), edge.request()) == .approved(account: nil))
        edge.receiver = "bank.near"
        let reason = try #require(Self.refusal(try await Self.answer(Self.policy(text), edge.request())))
        #expect(reason.contains("“small”") && reason.contains("“large”") && !reason.contains("“others”"), "\(reason)")
        let (alice, bob) = (try AccountId("alice.near"), try AccountId("bob.near"))
        let signIn = ApprovalRequest(
            network: "local", chain: nil, asker: edge.asker, subject: .signIn(candidates: [bob, alice]))
        #expect(try await Self.answer(Self.policy(text), signIn) == .approved(account: alice))
    }

    /// A sum is exact to one yoctoNEAR and one unit of gas.
    ///
    /// A rule whose sum is used up leaves the request to the next.
    @Test func eachSumIsCrossedByTheLeast() async throws {
        let text = """
            {"version": 1, "rules": [
              {"name": "hour", "networks": ["local"], "deposit": "2 NEAR", "methods": ["buy"], "sums": [
                {"per": "1 h", "deposit": "3 NEAR", "gas": "60 Tgas"}, {"per": "1 day", "deposit": "4 NEAR"}]},
              {"name": "rest", "networks": ["local"], "deposit": "2 NEAR", "methods": ["buy", "sell"], "sums": [
                {"per": "7 days", "gas": "30 Tgas"}]}
            ]}
            """
        let (policy, journal) = (try Self.policy(text), Self.journal())
        func ask(_ yocto: UInt128, gas: UInt64 = 0, method: String = "buy") async throws -> ApprovalAnswer? {
            var edge = Edge()
            edge.asker = .commandLine(verb: "call")
            (edge.method, edge.deposits, edge.gas) = (method, [yocto], [gas])
            return await policy.answer(try edge.request(), counting: journal)
        }
        let one = UInt128(1_000_000_000_000_000_000_000_000)
        #expect(try await ask(2 * one, gas: 40_000_000_000_000) == .approved(account: nil))
        // Too much for the first rule's sums by the least; the second rule's sum has room, and then it has none.
        #expect(try await ask(one + 1, gas: 10_000_000_000_000) == .approved(account: nil))
        let reason = try #require(Self.refusal(try await ask(0, gas: 20_000_000_000_001)))
        for words in ["60 Tgas", "1 h", "40 Tgas", "“hour”", "30 Tgas", "7 days", "10 Tgas", "“rest”"] {
            #expect(reason.contains(words), "\(words): \(reason)")
        }
        #expect(try await ask(0, gas: 20_000_000_000_000) == .approved(account: nil), "counted by the first rule")
        #expect(try await ask(one) == .approved(account: nil))
        #expect(try await ask(0, gas: 20_000_000_000_000) == .approved(account: nil), "counted by the second rule")
        #expect(Self.refusal(try await ask(0, gas: 1)) != nil)
        #expect(Self.refusal(try await ask(1, method: "sell")) == nil, "the second rule's sum is of gas alone")
    }
}
