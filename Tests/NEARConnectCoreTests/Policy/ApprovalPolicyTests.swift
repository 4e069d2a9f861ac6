// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

@Suite struct ApprovalPolicyTests {
    private static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"

    private static let devnet = ChainIdentity.other(genesisHash: .sha256([]))

    private func request(
        _ actions: [Action], to receiver: String = "shop.near", network: String = "devnet"
    ) throws -> ApprovalRequest {
        ApprovalRequest(
            network: network, chain: ChainIdentity(networkId: network) ?? Self.devnet,
            asker: .program(origin: "https://app.example"),
            subject: .transactions(
                [TransactionRequest(receiverId: try AccountId(receiver), actions: actions)],
                signerId: try AccountId("alice.near")))
    }

    private func transfer(_ text: String) throws -> Action {
        .transfer(TransferAction(deposit: try NEARToken(text)))
    }

    private func isApproved(_ answer: ApprovalAnswer) -> Bool {
        if case .approved = answer { true } else { false }
    }

    @Test func whatMayCountElsewhereIsSignedOnThisComputersOwnChainsOnly() throws {
        let rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try NEARToken("1 NEAR"))
        var request = try request([try transfer("0.4 NEAR")])
        for unreached in [[], ["mainnet"], ["mainnet", "testnet"]] {
            for isLocal in [false, true] {
                request.unreachedNetworks = unreached
                request.hasLocalNodesOnly = isLocal
                #expect(isApproved(rule.answer(request)) == (unreached.isEmpty || isLocal))
            }
        }
    }

    /// A rule covers exactly the askers that it names, and this program alone where it names none.
    @Test func aRuleIsForItsAskersOnly() throws {
        func dApp(_ origin: String, in ancestors: [String] = []) throws -> Asker {
            .dApp(try #require(DAppFrame(origin: origin, ancestors: ancestors)))
        }
        let askers: [Asker] = [
            .program(origin: "https://app.example"), .commandLine(verb: "send"), try dApp("https://app.example"),
            try dApp("https://app.example", in: ["https://shop.example"]),
            try dApp("https://shop.example", in: ["https://app.example"]), try dApp("http://app.example"),
            .peer(.flatpak("org.example.App")), .peer(.executable("/usr/bin/app")), .peer(.unknown),
        ]
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try NEARToken("1 NEAR"))
        let named = Array(repeating: nil, count: 1) + askers.map { Set([$0]) } + [Set(askers), []]
        for names in named {
            rule.askers = names
            for asker in askers {
                let request = ApprovalRequest(
                    network: "devnet", chain: Self.devnet, asker: asker,
                    subject: .transactions(
                        [TransactionRequest(receiverId: try AccountId("shop.near"), actions: [try transfer("1")])],
                        signerId: try AccountId("alice.near")))
                let isCovered = names.map { $0.contains(asker) } ?? asker.isOwn
                #expect(isApproved(rule.answer(request)) == isCovered, "\(asker) by \(names ?? [])")
            }
        }
    }

    @Test func depositsOfAllKindsCountTogether() throws {
        let rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try NEARToken("1 NEAR"))
        let call = Action.functionCall(
            FunctionCallAction(methodName: "buy", args: [], gas: .tera(1), deposit: try NEARToken("0.6 NEAR")))
        #expect(isApproved(rule.answer(try request([try transfer("0.4 NEAR"), call]))))
        #expect(!isApproved(rule.answer(try request([try transfer("0.5 NEAR"), call]))))
        // Sums above u128 are refused, not wrapped around.
        let all = Action.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: .max)))
        let unlimited = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: NEARToken(yoctoNEAR: .max))
        #expect(isApproved(unlimited.answer(try request([all]))))
        #expect(!isApproved(unlimited.answer(try request([all, try transfer("1")]))))
    }

    @Test func networksReceiversAndMainnetAreLimits() throws {
        var rule = ApprovalPolicy.Rule(
            networks: ["devnet", "mainnet"], maximumDeposit: try NEARToken("1 NEAR"),
            receiverIds: [try AccountId("shop.near")])
        let small = try transfer("1 yoctoNEAR")
        #expect(isApproved(rule.answer(try request([small]))))
        #expect(!isApproved(rule.answer(try request([small], to: "other.near"))))
        #expect(!isApproved(rule.answer(try request([small], network: "testnet"))))
        #expect(!isApproved(rule.answer(try request([small], network: "mainnet"))))
        rule.allowsMainnet = true
        #expect(isApproved(rule.answer(try request([small], network: "mainnet"))))
    }

    @Test func whatCanTakeTheAccountAwayNeedsAFlag() throws {
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: NEARToken(yoctoNEAR: .max))
        let publicKey = try PublicKey(Self.key)
        let limited = AccessKeyPermission.functionCall(
            FunctionCallPermission(
                allowance: try NEARToken("0.25 NEAR"), receiverId: try AccountId("shop.near"), methodNames: []))
        let unlimited = AccessKeyPermission.functionCall(
            FunctionCallPermission(allowance: nil, receiverId: try AccountId("shop.near"), methodNames: ["buy"]))
        let harmless = Action.addKey(
            AddKeyAction(publicKey: publicKey, accessKey: AccessKey(nonce: 0, permission: limited)))
        let dangerous: [Action] = [
            .addKey(AddKeyAction(publicKey: publicKey, accessKey: AccessKey(nonce: 0, permission: .fullAccess))),
            .addKey(AddKeyAction(publicKey: publicKey, accessKey: AccessKey(nonce: 0, permission: unlimited))),
            .deleteKey(DeleteKeyAction(publicKey: publicKey)), .deployContract(DeployContractAction(code: [])),
            .deleteAccount(DeleteAccountAction(beneficiaryId: try AccountId("mallory.near"))),
        ]
        #expect(isApproved(rule.answer(try request([harmless]))))
        for action in dangerous { #expect(!isApproved(rule.answer(try request([action]))), "\(action)") }
        rule.allowsDangerousActions = true
        for action in dangerous { #expect(isApproved(rule.answer(try request([action]))), "\(action)") }
    }

    private func key(_ allowance: String, for receiver: String, _ methods: [String]) throws -> Action {
        let permission = FunctionCallPermission(
            allowance: try NEARToken(allowance), receiverId: try AccountId(receiver), methodNames: methods)
        return .addKey(
            AddKeyAction(
                publicKey: try PublicKey(Self.key),
                accessKey: AccessKey(nonce: 0, permission: .functionCall(permission))))
    }

    private func call(_ method: String) throws -> Action {
        .functionCall(
            FunctionCallAction(methodName: method, args: [], gas: .tera(1), deposit: try NEARToken("1 yoctoNEAR")))
    }

    @Test func theAllowanceOfAnAddedKeyCountsAndItsReachIsLimited() throws {
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try NEARToken("1 NEAR"))
        #expect(isApproved(rule.answer(try request([try key("1 NEAR", for: "shop.near", [])]))))
        #expect(!isApproved(rule.answer(try request([try key("1.1 NEAR", for: "shop.near", [])]))))
        #expect(
            !isApproved(
                rule.answer(try request([try key("0.6 NEAR", for: "shop.near", []), try transfer("0.5 NEAR")]))))
        rule.receiverIds = [try AccountId("shop.near"), try AccountId("alice.near")]
        #expect(isApproved(rule.answer(try request([try key("1 NEAR", for: "shop.near", [])], to: "alice.near"))))
        #expect(!isApproved(rule.answer(try request([try key("1 NEAR", for: "usdt.near", [])], to: "alice.near"))))
        rule.methodNames = ["buy"]
        #expect(isApproved(rule.answer(try request([try key("1 NEAR", for: "shop.near", ["buy"])]))))
        #expect(!isApproved(rule.answer(try request([try key("1 NEAR", for: "shop.near", ["buy", "sell"])]))))
        #expect(!isApproved(rule.answer(try request([try key("1 NEAR", for: "shop.near", [])]))), "all methods")
    }

    @Test func methodsAreALimitAndMainnetNeedsThemNamed() throws {
        var rule = ApprovalPolicy.Rule(
            networks: ["devnet", "mainnet"], maximumDeposit: try NEARToken("1 NEAR"), allowsMainnet: true)
        #expect(isApproved(rule.answer(try request([try call("ft_transfer")]))))
        #expect(!isApproved(rule.answer(try request([try call("ft_transfer")], network: "mainnet"))))
        #expect(!isApproved(rule.answer(try request([try key("1 NEAR", for: "a.near", [])], network: "mainnet"))))
        rule.methodNames = ["buy"]
        #expect(isApproved(rule.answer(try request([try call("buy")], network: "mainnet"))))
        #expect(!isApproved(rule.answer(try request([try call("ft_transfer")]))))
        #expect(!isApproved(rule.answer(try request([try call("buy"), try call("ft_transfer")]))))
    }

    @Test func messagesAreSignedForNamedRecipientsOnly() throws {
        let alice = try AccountId("alice.near")
        let subjects: [ApprovalRequest.Subject] = [
            .message("hello", recipient: "shop.example", signerId: alice),
            .signInAndSignMessage(candidates: [alice], message: "hello", recipient: "shop.example"),
        ]
        for subject in subjects {
            let request = ApprovalRequest(
                network: "devnet", chain: Self.devnet, asker: .program(origin: "https://app.example"), subject: subject)
            var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: NEARToken(yoctoNEAR: 0))
            #expect(!isApproved(rule.answer(request)))
            rule.messageRecipients = ["bank.example"]
            #expect(!isApproved(rule.answer(request)))
            rule.messageRecipients = ["bank.example", "shop.example"]
            #expect(isApproved(rule.answer(request)))
            rule.messageRecipients = nil
            #expect(isApproved(rule.answer(request)))
        }
    }

    @Test func signInTakesTheNamedAccountOrTheFirst() throws {
        let (alice, bob) = (try AccountId("alice.near"), try AccountId("bob.near"))
        let request = ApprovalRequest(
            network: "devnet", chain: Self.devnet, asker: .program(origin: "https://app.example"),
            subject: .signIn(candidates: [alice, bob]))
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: NEARToken(yoctoNEAR: 0))
        #expect(rule.answer(request) == .approved(account: alice))
        rule.account = bob
        #expect(rule.answer(request) == .approved(account: bob))
        rule.account = try AccountId("carol.near")
        #expect(!isApproved(rule.answer(request)))
    }

    /// Every network id with every chain that its nodes may name, or with none.
    ///
    /// Without the flag only networks that neither are nor are called mainnet get signatures, and none do where no node
    /// says which chain it is.
    @Test func realMoneyIsKnownByTheChainAndByTheName() throws {
        let alice = try AccountId("alice.near")
        let intent = TransactionRequest(receiverId: alice, actions: [try transfer("1 yoctoNEAR")])
        let add = TransactionRequest(receiverId: alice, actions: [try key("1 yoctoNEAR", for: "a.near", ["buy"])])
        let subjects: [ApprovalRequest.Subject] = [
            .transactions([intent], signerId: alice), .transactions([add], signerId: alice),
            .delegateActions([intent], signerId: alice), .message("m", recipient: "r", signerId: alice),
            .signInAndSignMessage(candidates: [alice], message: "m", recipient: "r"), .signIn(candidates: [alice]),
        ]
        let chains: [ChainIdentity?] = [nil, .mainnet, .testnet, Self.devnet]
        for network in ["mainnet", "testnet", "local", "Mainnet"] {
            for chain in chains {
                for allowsMainnet in [false, true] {
                    let rule = ApprovalPolicy.Rule(
                        networks: [network], maximumDeposit: try NEARToken("1 NEAR"), methodNames: ["buy"],
                        messageRecipients: nil, allowsMainnet: allowsMainnet)
                    for subject in subjects {
                        let request = ApprovalRequest(
                            network: network, chain: chain, asker: .program(origin: "https://app.example"),
                            subject: subject)
                        let isMoney = chain == .mainnet || network == "mainnet"
                        let expected = (allowsMainnet || !isMoney) && (chain != nil || !request.signs)
                        let row = "\(network), \(String(describing: chain)), \(allowsMainnet), \(subject)"
                        #expect(isApproved(rule.answer(request)) == expected, "\(row)")
                    }
                }
            }
        }
    }

    @Test func allMethodsOfAMainnetUnderAnotherNameHaveToBeNamed() throws {
        var rule = ApprovalPolicy.Rule(
            networks: ["local"], maximumDeposit: try NEARToken("1 NEAR"), allowsMainnet: true)
        let intent = TransactionRequest(receiverId: try AccountId("usdt.near"), actions: [try call("ft_transfer")])
        let alice = try AccountId("alice.near")
        func answer(_ chain: ChainIdentity) -> ApprovalAnswer {
            rule.answer(
                ApprovalRequest(
                    network: "local", chain: chain, asker: .program(origin: "https://app.example"),
                    subject: .transactions([intent], signerId: alice)))
        }
        #expect(isApproved(answer(Self.devnet)))
        #expect(!isApproved(answer(.mainnet)))
        rule.methodNames = ["ft_transfer"]
        #expect(isApproved(answer(.mainnet)))
    }
}
