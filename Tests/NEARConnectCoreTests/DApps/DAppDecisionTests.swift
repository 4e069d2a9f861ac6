// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Requests that are answered at once, those that are asked about, and those that a page may not even make.
@Suite struct DAppDecisionTests {
    private static let app = "https://app.example"
    private static let shop = "https://shop.example"
    private static let transfer = #"{"receiverId":"shop.near","actions":[{"transfer":{"deposit":"1"}}]}"#

    private func asker(_ origin: String = app, in ancestors: [String] = []) throws -> DAppAsker {
        try DAppAsker(
            origin: origin, ancestors: ancestors, view: try #require(DAppAsker.Token("view-0123456789abcd")),
            document: try #require(DAppAsker.Token("document-0123456789")))
    }

    private func site(_ origin: String = app, on networks: [ExactText] = ["testnet"], frames: [String] = []) throws
        -> Site
    {
        let account = SiteGrant.Account(
            accountId: try AccountId("a.testnet"), publicKey: try PublicKey(DAppText.key))
        let grant = SiteGrant(
            accounts: [account], since: .distantPast, lastUsed: .distantPast,
            framesInside: Set(frames.compactMap { SiteOrigin($0) }))
        return Site(
            origin: try #require(SiteOrigin(origin)),
            grants: Dictionary(uniqueKeysWithValues: networks.map { ($0, grant) }))
    }

    private func decide(
        _ method: String, _ params: String = "{}", by asker: DAppAsker, in context: DAppDecision.Context
    ) throws -> DAppDecision {
        DAppDecision(try DAppText.request(method, params), by: asker, in: context)
    }

    private func message(_ recipient: String) -> String {
        #"{"message":"m","recipient":"\#(recipient)","nonce":\#(DAppText.nonce)}"#
    }

    private func code(_ decision: DAppDecision) -> DAppError.Code? {
        if case .refuse(let error) = decision { error.code } else { nil }
    }

    private func accounts(_ decision: DAppDecision) -> [String]? {
        guard case .answer(.accounts(let accounts, _)) = decision else { return nil }
        return accounts.map(\.accountId.text)
    }

    private func question(_ decision: DAppDecision) -> DAppQuestion? {
        if case .ask(let question) = decision { question } else { nil }
    }

    private static let signing: [(String, String)] = [
        ("signMessage", #"{"message":"m","recipient":"app.example","nonce":\#(DAppText.nonce)}"#),
        ("signAndSendTransaction", transfer), ("signTransaction", transfer),
        ("signAndSendTransactions", #"{"transactions":[\#(transfer)]}"#),
        ("signDelegateActions", #"{"delegateActions":[\#(transfer)]}"#),
    ]

    // MARK: Permissions

    @Test func withoutAPermissionAPageSeesNothingAndMayOnlyConnect() throws {
        let nothing = DAppDecision.Context(site: nil, network: "testnet")
        #expect(accounts(try decide("getAccounts", by: asker(), in: nothing)) == [])
        for (method, params) in Self.signing {
            #expect(code(try decide(method, params, by: asker(), in: nothing)) == .unauthorized, "\(method)")
        }
        for method in ["signIn", "authorize"] {
            let asked = try #require(question(try decide(method, by: asker(), in: nothing)))
            #expect(asked.isFirstTime)
            #expect(asked.subject == .connect(key: nil, message: nil))
        }
        let hash = CryptoHash.sha256([1]).description
        let offer = #"{"definition":{"networkId":"fun","genesisHash":"\#(hash)","rpcUrls":["https://rpc.example"]}}"#
        #expect(code(try decide("metadata.provide", offer, by: asker(), in: nothing)) == .unauthorized)
    }

    @Test func withAPermissionAccountsAreSeenAndSignaturesAskedFor() throws {
        let context = DAppDecision.Context(site: try site(), network: "testnet")
        for method in ["getAccounts", "signIn", "authorize"] {
            #expect(accounts(try decide(method, by: asker(), in: context)) == ["a.testnet"], "\(method)")
        }
        for (method, params) in Self.signing {
            let asked = try #require(question(try decide(method, params, by: asker(), in: context)), "\(method)")
            #expect(asked.subject == .sign)
            #expect(!asked.isFirstTime)
            #expect(asked.policy == nil)
        }
        let key = #"{"addFunctionCallKey":{"contractId":"shop.near","allowMethods":{"anyMethod":true}}}"#
        #expect(question(try decide("signIn", key, by: asker(), in: context)) != nil)
    }

    @Test func noOtherAccountAndNoOtherKeySigns() throws {
        let context = DAppDecision.Context(site: try site(), network: "testnet")
        let other = #"{"receiverId":"shop.near","signerId":"b.testnet","actions":[{"transfer":{"deposit":"1"}}]}"#
        #expect(code(try decide("signAndSendTransaction", other, by: asker(), in: context)) == .unauthorized)
        func encoded(_ signer: String, _ key: PublicKey) throws -> DAppDecision {
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: try AccountId(signer), publicKey: key, nonce: 1, receiverId: try AccountId("b.near"),
                    blockHash: .sha256([]), actions: [.createAccount]))
            return try decide(
                "signTransaction", #"{"encoded":{"$bytes":"\#(Base64.encode(transaction.borshBytes))"}}"#, by: asker(),
                in: context)
        }
        let (own, foreign) = (try PublicKey(DAppText.key), try SecretKey.generate().publicKey)
        #expect(question(try encoded("a.testnet", own)) != nil)
        #expect(code(try encoded("a.testnet", foreign)) == .invalidParams)
        #expect(code(try encoded("b.testnet", own)) == .unauthorized)
    }

    @Test func aContextOfAnotherSiteIsNeverUsed() throws {
        let context = DAppDecision.Context(site: try site(Self.shop), network: "testnet")
        #expect(code(try decide("getAccounts", by: asker(), in: context)) == .internalError)
    }

    @Test func pagesOfThisComputerHaveNothingOnMainnet() throws {
        let local = "http://localhost:3000"
        for (network, chain) in [("mainnet", nil), ("fun", ChainIdentity.mainnet)] as [(ExactText, ChainIdentity?)] {
            let context = DAppDecision.Context(site: try site(local, on: [network]), network: network, chain: chain)
            #expect(accounts(try decide("getAccounts", by: asker(local), in: context)) == [])
            #expect(code(try decide("signTransaction", Self.transfer, by: asker(local), in: context)) == .unauthorized)
        }
    }

    // MARK: Frames

    @Test func framesOfAnotherOriginHearNothingWithoutTheUsersWord() throws {
        let frame = try asker(Self.app, in: [Self.shop])
        let rule = ApprovalPolicy.Rule(networks: ["testnet"], maximumDeposit: try NEARToken("1 NEAR"))
        for policy in [ApprovalPolicy.ask, .allow(rule)] {
            let context = DAppDecision.Context(site: try site(), network: "testnet", policy: policy)
            #expect(accounts(try decide("getAccounts", by: frame, in: context)) == [])
            for (method, params) in Self.signing + [
                ("signIn", "{}"), ("authorize", "{}"), ("accounts.subscribe", "{}"),
            ] {
                #expect(code(try decide(method, params, by: frame, in: context)) == .unauthorized, "\(method)")
            }
        }
        let allowed = DAppDecision.Context(site: try site(frames: [Self.shop]), network: "testnet")
        #expect(accounts(try decide("getAccounts", by: frame, in: allowed)) == ["a.testnet"])
        #expect(question(try decide("signTransaction", Self.transfer, by: frame, in: allowed)) != nil)
        let between = try asker(Self.app, in: ["https://ad.example", Self.shop])
        #expect(accounts(try decide("getAccounts", by: between, in: allowed)) == [])
    }

    // MARK: Networks

    @Test func anotherNetworkIsAskedForOnce() throws {
        var context = DAppDecision.Context(site: try site(on: ["testnet", "mainnet"]), network: "testnet")
        let params = #"{"receiverId":"shop.near","actions":[{"transfer":{"deposit":"1"}}],"network":"mainnet"}"#
        #expect(code(try decide("signTransaction", params, by: asker(), in: context)) == .otherNetwork)
        context.otherNetworks = ["mainnet"]
        let asked = try #require(question(try decide("signTransaction", params, by: asker(), in: context)))
        #expect(asked.subject == .switchNetwork(to: "mainnet"))
        #expect(asked.isForUserOnly)
        context.refusedNetworks = ["mainnet"]
        #expect(code(try decide("signTransaction", params, by: asker(), in: context)) == .otherNetwork)
        // Silent calls stay silent, and see what was given on that network.
        #expect(
            accounts(try decide("getAccounts", #"{"network":"mainnet"}"#, by: asker(), in: context)) == ["a.testnet"])
        #expect(accounts(try decide("getAccounts", #"{"network":"devnet"}"#, by: asker(), in: context)) == [])
    }

    @Test func networksOfTheUsersOwnAreForConnectedSites() throws {
        var context = DAppDecision.Context(site: nil, network: "testnet")
        context.knownNetworks = [
            .init(id: "testnet", chain: .testnet, protocolVersion: 80, contracts: 0),
            .init(id: "secret", chain: .other(genesisHash: .sha256([1])), protocolVersion: nil, contracts: 0),
        ]
        func names(_ decision: DAppDecision) -> [ExactText]? {
            if case .answer(.networks(let networks)) = decision { networks.map(\.id) } else { nil }
        }
        #expect(names(try decide("networks", by: asker(), in: context)) == ["testnet"])
        #expect(names(try decide("metadata.list", by: asker(), in: context)) == ["testnet"])
        // A page that knows the name may ask for it.
        #expect(
            names(try decide("metadata.list", #"{"network":"secret"}"#, by: asker(), in: context))
                == ["testnet", "secret"])
        context.site = try site()
        #expect(names(try decide("metadata.list", by: asker(), in: context)) == ["testnet", "secret"])
        // It may work on those for which there is a key.
        #expect(names(try decide("networks", by: asker(), in: context)) == ["testnet"])
        context.otherNetworks = ["secret"]
        #expect(names(try decide("networks", by: asker(), in: context)) == ["testnet", "secret"])
    }

    // MARK: Messages for others

    @Test func aMessageForAnotherSiteIsAUsersQuestionOnly() throws {
        var rule = ApprovalPolicy.Rule(networks: ["testnet"], maximumDeposit: try NEARToken("1 NEAR"))
        rule.messageRecipients = nil
        rule.askers = [.dApp(try #require(DAppFrame(origin: Self.app)))]
        for policy in [ApprovalPolicy.ask, .allow(rule)] {
            let context = DAppDecision.Context(site: try site(), network: "testnet", policy: policy)
            let decision = try decide("signMessage", message("app.near-treasury.com"), by: asker(), in: context)
            if case .ask = policy {
                let asked = try #require(question(decision))
                #expect(asked.otherSite == SiteHost("app.near-treasury.com"))
                #expect(asked.isForUserOnly && asked.policy == nil)
            } else {
                #expect(code(decision) == .refused)
            }
            let signIn = #"{"messageParams":\#(message("https://app.near-treasury.com"))}"#
            let connected = try decide("signInAndSignMessage", signIn, by: asker(), in: context)
            #expect(question(connected)?.otherSite != nil || code(connected) == .refused)
            for own in ["app.example", "alice.near", "my-app"] {
                let asked = try #require(question(try decide("signMessage", message(own), by: asker(), in: context)))
                #expect(asked.otherSite == nil && !asked.isForUserOnly, "\(own)")
            }
        }
    }

    /// The policy itself refuses, too: whoever asks it, by whatever way.
    @Test func noPolicySignsAMessageForAnotherSite() throws {
        func answer(_ recipient: String, _ asker: Asker) throws -> ApprovalAnswer {
            var rule = ApprovalPolicy.Rule(networks: ["testnet"], maximumDeposit: try NEARToken("1 NEAR"))
            rule.messageRecipients = nil
            rule.askers = [asker]
            return rule.answer(
                ApprovalRequest(
                    network: "testnet", chain: .testnet, asker: asker,
                    subject: .message("m", recipient: ExactText(recipient), signerId: try AccountId("a.testnet"))))
        }
        let app = Asker.dApp(try #require(DAppFrame(origin: Self.app)))
        #expect(try answer("app.example", app) == .approved(account: nil))
        #expect(try answer("my-app", app) == .approved(account: nil))
        for recipient in ["app.near-treasury.com", "https://b.example/x", "localhost:3000", "www.app.example"] {
            guard case .refused = try answer(recipient, app) else {
                Issue.record("\(recipient) was approved")
                continue
            }
            #expect(try answer(recipient, .program(origin: "https://app.example")) == .approved(account: nil))
        }
        let frame = Asker.dApp(try #require(DAppFrame(origin: Self.app, ancestors: [Self.shop])))
        guard case .refused = try answer("shop.example", frame) else {
            Issue.record("a frame signed for the page around it")
            return
        }
    }

    @Test func aUserReadsForWhomAMessageIs() throws {
        func warning(_ recipient: String, _ asker: Asker) throws -> String? {
            ApprovalText(
                ApprovalRequest(
                    network: "testnet", chain: .testnet, asker: asker,
                    subject: .message("m", recipient: ExactText(recipient), signerId: try AccountId("a.testnet")))
            ).chainWarning
        }
        let app = Asker.dApp(try #require(DAppFrame(origin: Self.app)))
        #expect(try warning("app.example", app) == nil)
        #expect(
            try warning("https://app.near-treasury.com/x", app)?.contains("at app.near-treasury.com as you") == true)
        #expect(try warning("my-app", app)?.contains("Nobody can say") == true)
        #expect(try warning("my-app", .program(origin: "https://app.example")) == nil)
    }

    // MARK: Policies

    @Test func aPolicyAnswersWhatItMayAndNothingElse() throws {
        let rule = ApprovalPolicy.Rule(networks: ["testnet"], maximumDeposit: try NEARToken("1 NEAR"))
        var context = DAppDecision.Context(site: try site(), network: "testnet", policy: .allow(rule))
        #expect(question(try decide("signTransaction", Self.transfer, by: asker(), in: context))?.policy != nil)
        let hash = CryptoHash.sha256([1]).description
        let offer = #"{"definition":{"networkId":"fun","genesisHash":"\#(hash)","rpcUrls":["https://rpc.example"]}}"#
        #expect(code(try decide("metadata.provide", offer, by: asker(), in: context)) == .refused)
        context.policy = .deny
        #expect(code(try decide("signTransaction", Self.transfer, by: asker(), in: context)) == .refused)
        #expect(accounts(try decide("getAccounts", by: asker(), in: context)) == ["a.testnet"])
        context.policy = .ask
        var limited = try site()
        let policy: JSONValue = ["version": 1, "rules": [["name": "a", "chain": "testnet", "deposit": "1 NEAR"]]]
        limited.grants["testnet"]?.limits = try SiteLimits(policy, for: limited.origin)
        context.site = limited
        #expect(question(try decide("signTransaction", Self.transfer, by: asker(), in: context))?.policy != nil)
    }

    @Test func subscriptionsWaitForAnotherMark() throws {
        let context = DAppDecision.Context(site: try site(), network: "testnet", mark: 7)
        #expect(accounts(try decide("accounts.subscribe", by: asker(), in: context)) == ["a.testnet"])
        #expect(accounts(try decide("accounts.subscribe", #"{"since":6}"#, by: asker(), in: context)) == ["a.testnet"])
        guard case .park = try decide("accounts.subscribe", #"{"since":7}"#, by: asker(), in: context) else {
            Issue.record("answered without a change")
            return
        }
    }
}
