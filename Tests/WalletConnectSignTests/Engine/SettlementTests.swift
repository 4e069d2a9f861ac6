// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Approvals and settlements: both ways, in every order, and those that aren't accepted.
struct SettlementTests {
    static func approved() throws -> (EngineWorld, TestWallet, Int) {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let wallet = try world.wallet(for: ticket)
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        return (world, wallet, ticket)
    }

    @Test func aProposalIsWhatWalletsDecode() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let uri = try #require(world.offers[ticket]).uri
        let publication = try #require(world.relay.publications.first)
        #expect(publication.tag == 1100 && publication.ttl == 300 && publication.topic == uri.topic)
        #expect(world.relay.subscribed == [uri.topic])
        let wallet = try world.wallet(for: ticket)
        #expect(wallet.proposal["requiredNamespaces"] == [:])
        #expect(
            wallet.proposal["optionalNamespaces"] == [
                "near": [
                    "chains": ["near:testnet"], "methods": ["near_getAccounts", "near_signTransaction"], "events": [],
                ]
            ])
        #expect(wallet.proposal["relays"] == [["protocol": "irn"]])
        #expect(wallet.proposal["pairingTopic"] == .string(uri.topic.text))
        #expect(wallet.proposal["expiryTimestamp"] == 1_763_800_300)
        #expect(
            wallet.proposal["proposer"]?["metadata"] == [
                "name": "Test", "description": "A test", "url": "https://app.example", "icons": [],
            ])
        let number = try #require(wallet.proposalID.number)
        #expect(number >= 1_763_800_000_000_000 && number < 1 << 53)
        #expect(uri.text.contains("expiryTimestamp=1763800300"))
    }

    @Test func aSessionIsStoredBeforeItIsAnswered() throws {
        let (world, wallet, ticket) = try Self.approved()
        var settling = wallet
        #expect(world.relay.subscribed == [wallet.topic])
        #expect(world.stored.secrets[SecretLabel.session(wallet.topic)] == wallet.key)
        let settlement = settling.settlement(expiry: world.now.wall.seconds + 604_800)
        world.send(settlement, from: wallet)
        let session = try #require(world.outcomes[1]?.first).get()
        #expect(session.namespaces.accounts.map(\.description) == ["near:testnet:alice.testnet"])
        #expect(session.owner == "wallet-connect" && session.expires.seconds == 1_764_404_800)
        #expect(session.links.native == "testwallet://")
        let answer = try #require(world.relay.publications.last)
        #expect(answer.tag == 1103)
        guard case .request(let id, _, _) = settlement else { return }
        #expect(wallet.read(answer.message) == .result(id, true))
        #expect(world.stored.records[SignRecordKey(.session, wallet.topic.text)] != nil)
        #expect(world.stored.secrets.keys.sorted() == ["client", SecretLabel.session(wallet.topic)].sorted())
        #expect(world.events.contains(.settled(session)))
        #expect(world.answers[ticket] == nil)
    }

    @Test func aSettlementThatComesFirstCountsOnce() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        var wallet = try world.wallet(for: ticket)
        let settlement = wallet.sealed(wallet.settlement(expiry: world.now.wall.seconds + 604_800))
        // A relay that hands it over before the topic is known to be ours.
        world.relay.subscribed.insert(wallet.topic)
        world.hear(world.relay.deliver(settlement, on: wallet.topic))
        world.hear(world.relay.redeliver())
        #expect(world.relay.acknowledged.isEmpty)
        #expect(world.outcomes.isEmpty)
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        #expect(world.outcomes[1]?.count == 1)
        #expect(world.engine.sessions.count == 1)
        world.hear(world.relay.redeliver())
        #expect(world.relay.toProgram.isEmpty)
        #expect(world.events.filter { if case .settled = $0 { true } else { false } }.count == 1)
    }

    @Test func messagesForUnknownTopicsAreHeldInSmallNumberAndLetGo() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let stray = try #require(Topic(String(repeating: "ab", count: 32)))
        world.relay.subscribed.insert(stray)
        for number in 0..<20 { world.hear(world.relay.deliver("AA\(number)", on: stray)) }
        #expect(world.engine.early.count == SignLimits.earlyMessages)
        #expect(world.relay.toProgram.count == SignLimits.earlyMessages)
        var wallet = try world.wallet(for: ticket)
        world.connect(&wallet)
        #expect(world.engine.early.isEmpty && world.relay.toProgram.isEmpty)
        #expect(world.engine.sessions.count == 1)
    }

    @Test func aSettlementThatComesTwiceChangesNothing() throws {
        let (world, wallet, _) = try Self.approved()
        var settling = wallet
        let settlement = settling.settlement(expiry: world.now.wall.seconds + 1000)
        world.send(settlement, from: wallet)
        world.send(settlement, from: wallet)  // another envelope, one id
        world.send(settling.settlement(expiry: world.now.wall.seconds + 2000), from: wallet)
        #expect(world.engine.sessions[wallet.topic]?.session.expires.seconds == 1_763_801_000)
        #expect(world.outcomes[1]?.count == 1)
        #expect(world.relay.waitingTags(wallet.topic) == [1103, 1103, 1103])
    }

    @Test func anApprovalThatComesTwiceCountsOnce() throws {
        let (world, wallet, _) = try Self.approved()
        var settling = wallet
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        world.send(settling.settlement(expiry: world.now.wall.seconds + 1000), from: wallet)
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        #expect(world.engine.sessions.count == 1 && world.outcomes[1]?.count == 1)
    }

    @Test(arguments: [5000, 4001, 5002, nil] as [Int?]) func aRefusalEndsTheAttempt(_ code: Int?) throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let wallet = try world.wallet(for: ticket)
        let words = "I'd \u{202E}rather\nnot"
        let refusal = RPCMessage.failure(wallet.proposalID, RPCAnswerError(code: code, message: words))
        world.hear(world.relay.deliver(wallet.sealedForPairing(refusal), on: wallet.pairing.topic))
        let error = try #require(world.attemptError(ticket))
        #expect(error.code == "proposalRejected" && error.words?.message == words)
        #expect(!"\(error)".contains("\u{202E}") && !"\(error)".contains("\n"))
        #expect(world.engine.attempts.isEmpty && world.engine.relayState == .idle)
    }

    static let testnet = ChainID("near:testnet")

    @Test(
        arguments: [
            (
                [
                    "near": [
                        "accounts": ["near:mainnet:a.near"], "methods": ["near_getAccounts", "near_signTransaction"],
                    ]
                ], "the network near:testnet"
            ),
            (["near": ["accounts": ["near:testnet:a"], "methods": ["near_getAccounts"]]], "“near_signTransaction”"),
            (
                [
                    "near": [
                        "accounts": ["near:mainnet:a"], "chains": ["near:testnet", "near:mainnet"],
                        "methods": ["near_getAccounts", "near_signTransaction"],
                    ]
                ], "an account on near:testnet"
            ),
            (["eip155": ["accounts": ["eip155:1:0xab"], "methods": ["near_getAccounts"]]], "the network near:testnet"),
        ] as [(JSONValue, String)]) func aPartialGrantIsFoundAtConnectAndEndedAtTheWallet(
            _ namespaces: JSONValue, _ words: String
        ) throws
    {
        let (world, wallet, ticket) = try Self.approved()
        var settling = wallet
        world.send(
            settling.settlement(namespaces: namespaces, expiry: world.now.wall.seconds + 1000), from: wallet)
        let error = try #require(world.attemptError(ticket))
        #expect(error.code == "grantMissing" && "\(error)".contains(words))
        #expect(world.relay.waitingTags(wallet.topic) == [1103, 1112])
        #expect(world.engine.sessions.isEmpty && world.stored.secrets.keys.sorted() == ["client"])
    }

    @Test func moreThanWasAskedForIsFine() throws {
        let (world, wallet, _) = try Self.approved()
        var settling = wallet
        world.send(
            settling.settlement(
                namespaces: [
                    "near": [
                        "accounts": ["near:testnet:a", "near:testnet:a", "near:mainnet:b_c.near"],
                        "methods": ["near_getAccounts", "near_signTransaction", "near_verifyOwner"], "more": 1,
                    ],
                    "eip155:137": ["accounts": ["eip155:137:0xAb"], "methods": [], "events": ["x"]],
                ], expiry: world.now.wall.seconds + 1000), from: wallet)
        let session = try #require(world.outcomes[1]?.first).get()
        #expect(
            session.namespaces.accounts.map(\.description) == [
                "eip155:137:0xAb", "near:mainnet:b_c.near", "near:testnet:a",
            ])
        let polygon = try #require(ChainID("eip155:137"))
        #expect(session.namespaces.grants(event: "x", on: polygon))
        #expect(!session.namespaces.grants(method: "eth_sendTransaction", on: polygon))
    }

    @Test(
        arguments: [
            (604_800 + 121, nil, TestWallet.metadata, SettlementError.expiry), (0, nil, TestWallet.metadata, .expiry),
            (-1000, nil, TestWallet.metadata, .expiry), (Int64.max - 1_763_800_000, nil, TestWallet.metadata, .expiry),
            (1000, String(repeating: "ab", count: 32), TestWallet.metadata, .otherController),
            (1000, "", TestWallet.metadata, .otherController), (1000, nil, [:], .unnamed), (1000, nil, nil, .unnamed),
            (1000, nil, ["name": ""], .unnamed), (1000, nil, ["name": 5], .unnamed),
        ] as [(Int64, String?, JSONValue, SettlementError)]) func settlementsThatAreNotAccepted(
            _ row: (seconds: Int64, controller: String?, metadata: JSONValue, error: SettlementError)
        ) throws
    {
        let (world, wallet, ticket) = try Self.approved()
        var settling = wallet
        world.send(
            settling.settlement(
                metadata: row.metadata, expiry: world.now.wall.seconds + row.seconds, controller: row.controller),
            from: wallet)
        #expect(world.attemptError(ticket) == .settlementInvalid(row.error))
        #expect(world.relay.waitingTags(wallet.topic) == [1103, 1112])
        #expect(world.engine.sessions.isEmpty)
    }

    @Test(arguments: ["", "00", String(repeating: "0", count: 64), String(repeating: "z", count: 64)])
    func aKeyThatLeadsNowhereEndsTheAttempt(_ key: String) throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let wallet = try world.wallet(for: ticket)
        let approval = RPCMessage.result(wallet.proposalID, ["responderPublicKey": .string(key)])
        world.hear(world.relay.deliver(wallet.sealedForPairing(approval), on: wallet.pairing.topic))
        #expect(world.attemptError(ticket) == .settlementInvalid(.invalidKey))
        #expect(world.engine.attempts.isEmpty)
    }

    @Test func aPairingThatTheWalletDeletesEndsTheAttempt() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        var wallet = try world.wallet(for: ticket)
        let ping = RPCMessage.request(wallet.nextID(), method: "wc_pairingPing", params: [:])
        world.hear(world.relay.deliver(wallet.sealedForPairing(ping), on: wallet.pairing.topic))
        #expect(world.relay.waitingTags(wallet.pairing.topic) == [1003])
        let bye = RPCMessage.request(
            wallet.nextID(), method: "wc_pairingDelete", params: ["code": 6000, "message": "bye"])
        world.hear(world.relay.deliver(wallet.sealedForPairing(bye), on: wallet.pairing.topic))
        #expect(world.attemptError(ticket) == .proposalRejected(WalletWords(code: 6000, message: "bye")))
    }

    @Test func thereIsRoomForSixteenAttemptsAndTheOldestDeadOneGoes() throws {
        let world = try EngineWorld()
        world.start()
        for _ in 0..<SignLimits.attempts { #expect(world.error(try world.propose()) == nil) }
        #expect(world.error(try world.propose()) == .tooMany)
        world.give(.cancelAttempt(3))
        let ticket = try world.propose()
        #expect(world.offers[ticket]?.number == 17)
        #expect(world.engine.attempts.count == SignLimits.attempts)
    }
}
