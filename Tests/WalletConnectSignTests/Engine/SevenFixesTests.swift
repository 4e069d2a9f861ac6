// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// The seven repairs of the article from which this client comes, in version 2.
///
/// The fourth one, of links' encoding, is in `DeepLinkTests`.
struct SevenFixesTests {
    @Test(
        arguments: [
            ["name": "Bare"], ["name": "Bare", "icons": nil], ["name": "Bare", "icons": "x", "url": 5],
            ["name": "Bare", "icons": ["http://x/i.png", 7], "redirect": [], "description": nil],
        ] as [JSONValue]) func testAWalletWithoutIconsConnects(_ metadata: JSONValue) throws
    {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        var wallet = try world.wallet(for: ticket)
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        world.send(
            wallet.settlement(metadata: metadata, expiry: world.now.wall.seconds + 3600), from: wallet)
        let session = try #require(world.outcomes[1]?.first).get()
        #expect(session.peer.name == "Bare")
        #expect(session.peer.icons.isEmpty)
        #expect(world.engine.sessions.count == 1)
    }

    @Test func testTheProgramHearsThatTheWalletDisconnected() throws {
        let world = try EngineWorld()
        world.start()
        var (online, _) = try world.session()
        var (away, _) = try world.session()
        let (expiring, _) = try world.session()
        world.send(
            .request(online.nextID(), method: "wc_sessionDelete", params: ["code": 6000, "message": "bye"]),
            from: online)
        #expect(world.ends == [.byWallet(WalletWords(code: 6000, message: "bye"))])

        // While the program is off, the message waits in the mailbox.
        world.cut()
        let bye = RPCMessage.request(away.nextID(), method: "wc_sessionDelete", params: ["code": 6000, "message": ""])
        _ = world.relay.deliver(away.sealed(bye), on: away.topic)
        try world.restart()
        #expect(world.ends.count == 2)
        #expect(world.engine.sessions.count == 1)

        world.advance(by: .seconds(604_801))
        #expect(world.ends.count == 3)
        #expect(world.ends.last == .expired)
        #expect(world.engine.sessions[expiring.topic] == nil)
        // All of it is gone, and a repeated end tells nothing.
        world.hear(world.relay.redeliver())
        #expect(world.ends.count == 3)
        #expect(world.stored.secrets.keys.sorted() == ["client"])
    }

    @Test(arguments: [false, true]) func testNoLinkIsOfferedBeforeTheRelayStoredTheProposal(_ byRelay: Bool) throws {
        let world = try EngineWorld(proposesByRelay: byRelay)
        world.start()
        world.relay.fault = { _, tag in tag == 1100 || tag == 1108 ? .held : nil }
        let ticket = try world.propose()
        world.advance(by: .seconds(10))
        #expect(world.offers[ticket] == nil)
        world.hear(world.relay.release())
        #expect(world.offers[ticket] != nil)

        var wallet = try world.wallet(for: ticket)
        world.connect(&wallet)
        let request = try world.request(wallet)
        world.advance(by: .seconds(10))
        #expect(world.storedRequests[request] == nil)
        world.hear(world.relay.release())
        let stored = try #require(world.storedRequests[request])
        let session = try #require(world.engine.sessions[wallet.topic]).session
        #expect(
            stored.link(for: session.links)
                == "testwallet://wc?requestId=\(stored.id)&sessionTopic=\(wallet.topic)")
    }

    @Test func testALostSocketIsNotAnEndedSession() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, session) = try world.session()
        let request = try world.request(wallet)
        for code in [0, 1001, 4008, 4010, 1013] {
            world.cut(code: code)
            #expect(world.engine.sessions[wallet.topic]?.session == session)
            world.advance(by: .seconds(45))
        }
        #expect(world.ends.isEmpty)
        #expect(world.isConnected)
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        world.send(.result(id, "late but there"), from: wallet)
        #expect(try world.answers[request]?.first?.get() == "late but there")
    }

    @Test func testADisconnectIsARequestWithAnIdAndIsAnswered() throws {
        let world = try EngineWorld()
        world.start()
        let (ours, _) = try world.session()
        world.give(.disconnect(ours.topic, .userDisconnected))
        let publication = try #require(world.relay.publications.last)
        #expect(publication.tag == 1112 && publication.ttl == 86_400)
        let message = try #require(ours.read(publication.message))
        guard case .request(let id, "wc_sessionDelete", let params) = message else {
            Issue.record("no request: \(message)")
            return
        }
        #expect(try #require(id.number) > 1_000_000_000)
        #expect(params == ["code": 6000, "message": "User disconnected."])
        #expect(world.ends == [.byUs])

        var (theirs, _) = try world.session()
        let theirID = theirs.nextID()
        world.send(.request(theirID, method: "wc_sessionDelete", params: ["code": 1, "message": ""]), from: theirs)
        let answer = try #require(world.relay.publications.last)
        #expect(answer.tag == 1113)
        #expect(theirs.read(answer.message) == .result(theirID, true))
        #expect(world.ends.count == 2)
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func testReconnectionsAreSpacedOut(_ seed: UInt64) throws {
        let world = try EngineWorld(seed: seed)
        world.start()
        let (_, _) = try world.session()
        let before = world.openings.count
        world.opening = { .failed(.refused("connection refused")) }
        world.cut()
        world.advance(by: .seconds(600))
        let tries = world.openings.count - before
        #expect((10...19).contains(tries))
        let times = world.openingTimes.suffix(tries)
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(pauses.allSatisfy { $0 >= .seconds(1.6) })
        #expect(pauses.suffix(3).allSatisfy { $0 >= .seconds(48) && $0 <= .seconds(72) })
        #expect(world.ends.isEmpty)
    }

    @Test(arguments: [
        RelayTransportEvent.Kind.failed(.status(401)), .failed(.status(403)),
        .closed(code: 3000, reason: "Unauthorized: project not found"),
    ]) func testReconnectionsAreSpacedOutAndARefusalStopsThem(_ kind: RelayTransportEvent.Kind) throws {
        let world = try EngineWorld()
        world.start()
        let (_, _) = try world.session()
        let before = world.openings.count
        world.opening = { kind }
        world.cut()
        world.advance(by: .seconds(600))
        #expect(world.openings.count - before == 1)
        guard case .refused = world.engine.relayState else {
            Issue.record("not refused: \(world.engine.relayState)")
            return
        }
        #expect(world.ends.isEmpty)
        // New settings are a reason to try again.
        world.opening = { .opened }
        world.give(.settingsChanged([try #require(RelayAddress("wss://other.example", project: "q", agent: "a"))]))
        #expect(world.isConnected)
        #expect(world.openings.last?.address.hasPrefix("wss://other.example?projectId=q") == true)
    }
}
