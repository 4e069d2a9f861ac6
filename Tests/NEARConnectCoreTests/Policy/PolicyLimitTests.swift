// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Tests that each limit of a policy file covers what is just inside, and nothing beyond.
@Suite struct PolicyLimitTests {
    private static let genesis = CryptoHash.sha256([1])

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
                    [TransactionRequest(receiverId: try AccountId(receiver), actions: calls + more)],
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

    private static func refusal(_ answer: ApprovalAnswer?) -> String? {
        if case .refused(let reason) = answer { reason } else { nil }
    }

    @Test func whatIsJustInsideIsCovered() throws {
        #expect(try Self.policy().answer(Edge().request()) == .approved(account: nil))
    }

    @Test(arguments: [
        "asker", "asker's case", "no asker", "chain", "no chain", "network", "signer", "receiver", "method",
        "method's bytes", "deposit", "deposits together", "gas", "gas together", "gas that overflows", "key", "danger",
    ])
    func eachLimitIsCrossedByTheLeast(limit: String) throws {
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
        let reason = try #require(Self.refusal(try Self.policy().answer(edge.request())), "\(limit)")
        let isForOthers = ["asker", "asker's case", "no asker", "chain", "no chain", "network"].contains(limit)
        #expect(isForOthers || reason.contains("(rule “shop”)"), "\(reason)")
        if limit == "deposit" { #expect(reason.contains("1.500000000000000000000001") && reason.contains("1.5 ")) }
        if limit == "gas" { #expect(reason.contains("30.000000000001 Tgas") && reason.contains("30 Tgas")) }
    }

    @Test func messagesAreForTheNamedRecipientsOnly() throws {
        func answer(_ recipient: ExactText, _ text: String = Self.text) throws -> ApprovalAnswer? {
            try Self.policy(text).answer(
                ApprovalRequest(
                    network: "local", chain: .other(genesisHash: Self.genesis),
                    asker: .peer(.flatpak("org.example.App")),
                    subject: .message("hello", recipient: recipient, signerId: try AccountId("alice.near"))))
        }
        #expect(try answer("shop.example") == .approved(account: nil))
        #expect(Self.refusal(try answer("shop.exampld")) != nil)
        let any = Self.text.replacing(#"["shop.example"]"#, with: #""any""#)
        #expect(try answer("shop.exampld", any) == .approved(account: nil))
        let none = Self.text.replacing(#""messageRecipients": ["shop.example"], "#, with: "")
        #expect(Self.refusal(try answer("shop.example", none)) != nil)
    }

    /// Mainnet is a chain: no network's name makes a rule one for real money, and none hides it.
    @Test func realMoneyIsCoveredByTheChainOnly() throws {
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
            let answer = try Self.policy(rule(place)).answer(edge.request())
            #expect((answer == .approved(account: nil)) == isCovered, "\(place): \(String(describing: answer))")
        }
        var rule = ApprovalPolicy.Rule(networks: ["fun"], maximumDeposit: try NEARToken("9 NEAR"), methodNames: ["buy"])
        rule.allowsMainnet = true
        for identity in [PeerIdentity.executable("/usr/bin/app"), .unknown, .flatpak("org.example.App")] {
            rule.askers = [.peer(identity)]
            var edge = Edge()
            (edge.asker, edge.chain, edge.network) = (.peer(identity), .mainnet, "fun")
            let answer = try ApprovalPolicy.allow(rule).answer(edge.request())
            #expect((answer == .approved(account: nil)) == identity.isVouchedFor, "\(identity)")
        }
    }

    @Test func theFirstRuleThatCoversARequestAnswers() throws {
        let text = """
            {"version": 1, "rules": [
              {"name": "small", "networks": ["local"], "deposit": "1 NEAR", "account": "alice.near"},
              {"name": "large", "networks": ["local"], "deposit": "2 NEAR", "receivers": ["shop.near"]},
              {"name": "others", "networks": ["other"], "deposit": "9 NEAR"}
            ]}
            """
        var edge = Edge()
        edge.asker = .program(origin: "https://app.example")
        #expect(try Self.policy(text).answer(edge.request()) == .approved(account: nil))
        edge.receiver = "bank.near"
        let reason = try #require(Self.refusal(try Self.policy(text).answer(edge.request())))
        #expect(reason.contains("“small”") && reason.contains("“large”") && !reason.contains("“others”"), "\(reason)")
        let (alice, bob) = (try AccountId("alice.near"), try AccountId("bob.near"))
        let signIn = ApprovalRequest(
            network: "local", chain: nil, asker: edge.asker, subject: .signIn(candidates: [bob, alice]))
        #expect(try Self.policy(text).answer(signIn) == .approved(account: alice))
    }
}
