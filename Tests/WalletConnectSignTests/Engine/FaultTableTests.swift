// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// The faults that docs/walletconnect.md lists, each with what must happen.
struct FaultTableTests {
    @Test(arguments: [
        RelayFault.name("no such host"), .tls("untrusted"), .proxy("407"), .refused("connection refused"),
    ]) func anUnreachableRelayEndsAConnectWithin15SecondsWithTheCause(_ fault: RelayFault) throws {
        let world = try EngineWorld()
        world.opening = { .failed(fault) }
        world.start()
        let ticket = try world.propose()
        world.advance(by: .seconds(14.9))
        #expect(world.answers[ticket] == nil)
        world.advance(by: .seconds(0.1))
        #expect(world.error(ticket) == .relayUnreachable(fault))
        #expect(world.offers[ticket] == nil)
        // Nothing is left of it, and nothing is tried any more.
        #expect(world.engine.attempts.isEmpty && world.engine.outbox.isEmpty)
        #expect(world.stored.records.isEmpty && world.stored.secrets.keys.sorted() == ["client"])
        let tries = world.openings.count
        world.advance(by: .seconds(600))
        #expect(world.openings.count == tries)
        #expect(world.engine.relayState == .idle)
    }

    @Test func aRelayThatSaysNothingEndsAConnectToo() throws {
        let silent = try EngineWorld()
        silent.opening = { nil }
        silent.start()
        let ticket = try silent.propose()
        silent.advance(by: .seconds(15))
        #expect(silent.error(ticket) == .relayUnreachable(.silent))

        let deaf = try EngineWorld()
        deaf.relay.fault = { _, _ in .lost }
        deaf.start()
        let other = try deaf.propose()
        deaf.advance(by: .seconds(15))
        #expect(deaf.error(other) == .relayUnreachable(.silent))
    }

    @Test func aLostSocketComesBackWithAllTopicsAndTheOpenRequest() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let (other, _) = try world.session()
        let request = try world.request(wallet)
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        let calls = world.relay.subscribeCalls
        let told = world.events.count
        world.cut(code: 4010)
        #expect(!world.isConnected)
        world.advance(by: .seconds(0.7))
        #expect(!world.isConnected)
        world.advance(by: .seconds(0.6))
        #expect(world.isConnected)
        #expect(world.relay.subscribed == [wallet.topic, other.topic])
        #expect(world.relay.subscribeCalls == calls + 1)
        for event in world.events.dropFirst(told) {
            guard case .relay = event else {
                Issue.record("another event: \(event)")
                continue
            }
        }
        world.send(.result(id, 42), from: wallet)
        #expect(try world.answers[request]?.first?.get() == 42)
    }

    @Test func thousandTopicsAreTwoCalls() throws {
        let topics = try (0..<1000).map { number in
            try #require(Topic(String(repeating: "0", count: 60) + String(0x1000 + number, radix: 16)))
        }
        let calls = RelayMethod.subscriptions(to: topics)
        #expect(calls == [.subscribe(Array(topics[..<500])), .subscribe(Array(topics[500...]))])
        #expect(calls.allSatisfy { $0.name == "irn_batchSubscribe" })
        #expect(RelayMethod.subscriptions(to: []).isEmpty)
        #expect(RelayMethod.subscriptions(to: [topics[0]])[0].name == "irn_subscribe")
    }

    @Test func afterANetworkChangeItConnectsAtOnce() throws {
        let world = try EngineWorld()
        world.start()
        let (_, _) = try world.session()
        let first = world.openings.count
        world.give(.networkChanged)
        #expect(world.openings.count == first + 1 && world.isConnected)
        world.opening = { .failed(.refused("")) }
        world.cut()
        world.advance(by: .seconds(100))
        world.opening = { .opened }
        let before = world.openings.count
        world.give(.networkChanged)
        #expect(world.openings.count == before + 1 && world.isConnected)
        // But a relay that asked for fewer calls has its time.
        world.cut(code: 1013)
        let limited = world.openings.count
        world.give(.networkChanged)
        #expect(world.openings.count == limited)
    }

    @Test func aMessageThatIsTooLargeIsAcknowledgedAndDropped() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        // Also for a topic that nobody knows yet, of which messages are kept back.
        let other = Topic(ofKey: SecretBytes(copying: [UInt8](repeating: 9, count: 32)))
        _ = try world.propose()
        for topic in [wallet.topic, other] {
            world.relay.subscribed.insert(topic)
            world.hear(world.relay.deliver(String(repeating: "A", count: SignLimits.message + 4), on: topic))
            #expect(world.notes.last == .unreadable(topic, .tooLarge))
        }
        #expect(world.relay.toProgram.isEmpty && world.engine.early.isEmpty)
        #expect(world.engine.sessions.count == 1 && world.isConnected)
    }

    @Test func wordsOfAnEarlierConnectionCountNoMore() throws {
        let world = try EngineWorld()
        world.start()
        let (_, _) = try world.session()
        let first = world.engine.link.connection
        world.give(.networkChanged)
        for kind in [.closed(code: 3000, reason: "project"), .failed(.status(401)), .opened]
            as [RelayTransportEvent.Kind]
        {
            world.give(.transport(RelayTransportEvent(connection: first, kind: kind)))
        }
        #expect(world.engine.relayState == .connected)
    }

    @Test func aGoodConnectionMakesPausesShortAgain() throws {
        let world = try EngineWorld()
        world.start()
        let (_, _) = try world.session()
        world.opening = { .failed(.refused("")) }
        world.cut()
        world.advance(by: .seconds(300))
        world.opening = { .opened }
        world.advance(by: .seconds(80))
        #expect(world.isConnected)
        world.advance(by: .seconds(31))
        world.cut()
        world.advance(by: .seconds(1.21))
        #expect(world.isConnected)
    }

    @Test func aDeadRelayIsNoticedWithin40Seconds() throws {
        let world = try EngineWorld()
        world.start()
        let (_, _) = try world.session()
        let before = world.openings.count
        world.advance(by: .seconds(34), ponging: false)
        #expect(world.openings.count == before)
        world.advance(by: .seconds(6), ponging: false)
        #expect(world.openings.count == before + 1)
    }

    @Test func aLivingRelayIsLeftAlone() throws {
        let world = try EngineWorld()
        world.start()
        let (_, _) = try world.session()
        let before = world.openings.count
        world.advance(by: .seconds(3600))
        #expect(world.openings.count == before)
    }

    @Test func anExpiredTokenIsReplacedOnce() throws {
        let world = try EngineWorld()
        world.start()
        let (_, _) = try world.session()
        world.advance(by: .seconds(86_401))
        let before = world.openings.count
        world.cut(code: 3000, reason: "JWT expired")
        #expect(world.openings.count == before + 1)
        #expect(Set(world.openings.map(\.authorization)).count == world.openings.count)
        // A fresh one that isn't accepted is the end.
        world.cut(code: 3000, reason: "JWT expired")
        world.advance(by: .seconds(600))
        #expect(world.openings.count == before + 1)
        #expect(world.engine.relayState == .refused(.token("JWT expired")))
    }

    @Test func aRefusalTellsWhoWaitsForTheRelay() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.opening = { .failed(.status(401)) }
        world.cut()
        let request = try world.request(wallet)
        let attempt = try world.propose()
        world.advance(by: .seconds(2))
        #expect(world.error(request) == .relayRefused(.project("HTTP 401")))
        #expect(world.error(attempt) == .relayRefused(.project("HTTP 401")))
        #expect(world.error(try world.propose()) == .relayRefused(.project("HTTP 401")))
        let ping = world.nextTicket()
        world.give(.ping(ticket: ping, wallet.topic))
        #expect(world.error(ping) == .relayRefused(.project("HTTP 401")))
        #expect(world.engine.sessions.count == 1)
    }

    @Test func anErrorOfTheRelayByJSONRefusesToo() throws {
        let world = try EngineWorld()
        world.relay.fault = { method, _ in method == "irn_publish" ? .error(code: 3000, data: "ProjectNotFound") : nil }
        world.start()
        let ticket = try world.propose()
        #expect(world.error(ticket) == .relayRefused(.project("ProjectNotFound")))
        #expect(!world.isConnected)
    }

    @Test func aRateLimitStartsAt10SecondsAndDropsNothing() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.relay.fault = { _, tag in tag == 1108 ? .error(code: 3001, data: "too many") : nil }
        let request = try world.request(wallet, seconds: 3600)
        let first = world.relay.publications.count
        world.advance(by: .seconds(7.9))
        #expect(world.relay.publications.count == first)
        world.advance(by: .seconds(240))
        #expect((first + 3...first + 6).contains(world.relay.publications.count))
        #expect(world.answers[request] == nil)
        world.relay.fault = { _, _ in nil }
        world.advance(by: .seconds(75))
        #expect(world.storedRequests[request] != nil)

        let before = world.openings.count
        world.cut(code: 1013)
        world.advance(by: .seconds(7.9))
        #expect(world.openings.count == before)
        world.advance(by: .seconds(4.2))
        #expect(world.openings.count == before + 1)
    }

    @Test func aPublishWithoutAnAnswerIsSentAgainWithTheSameIdAndText() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.relay.fault = { _, tag in tag == 1108 ? .held : nil }
        let request = try world.request(wallet, seconds: 3600)
        world.advance(by: .seconds(59))
        let sent = world.relay.publications.filter { $0.tag == 1108 }
        #expect(sent.count == 4)
        #expect(Set(sent.map(\.id)).count == 1 && Set(sent.map(\.message)).count == 1)
        #expect(world.answers[request] == nil)
        world.advance(by: .seconds(1))
        #expect(world.error(request) == .deliveryUnknown)
        // A wallet that got it after all is still heard.
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        world.send(.result(id, "signed"), from: wallet)
        guard case .late(let late)? = world.events.last else {
            Issue.record("not told: \(String(describing: world.events.last))")
            return
        }
        #expect(late.result == "signed" && late.method == "near_getAccounts" && late.params == ["a": 1])
        #expect(late.owner == "wallet-connect")
        #expect(world.answers[request]?.count == 1)
        #expect(world.storedRequests[request] == nil)
    }

    @Test func aRequestThatNeverLeftSaysThatNothingWasSent() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.opening = { .failed(.refused("no route")) }
        world.cut()
        let request = try world.request(wallet)
        world.advance(by: .seconds(60))
        #expect(world.error(request) == .relayUnreachable(.refused("no route")))
        #expect(world.stored.records.keys.allSatisfy { $0.kind == .session || $0.kind == .history })
        world.opening = { .opened }
        world.advance(by: .seconds(120))
        #expect(world.relay.publications.allSatisfy { $0.tag != 1108 })
    }

    @Test func aMessageThatTheRelayNeverTakesFailsAtOnce() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.relay.fault = { _, tag in tag == 1108 ? .error(code: -32600, data: "PayloadSizeExceeded") : nil }
        let request = try world.request(wallet)
        #expect(world.error(request) == .relayRefused(.other("PayloadSizeExceeded")))
        #expect(world.isConnected)
    }

    @Test(arguments: [false, nil, 1, "true", [true], [:]] as [JSONValue]) func anotherAnswerThanTrueConfirmsNothing(
        _ value: JSONValue
    ) throws {
        let world = try EngineWorld()
        world.relay.fault = { _, tag in tag == 1100 ? .answer(value) : nil }
        world.start()
        let ticket = try world.propose()
        #expect(world.offers[ticket] == nil)
        world.advance(by: .seconds(15))
        #expect(world.error(ticket) == .relayUnreachable(.silent))
    }

    @Test func deletionsGoOutAsSoonAsTheRelayIsThere() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.opening = { .failed(.refused("")) }
        world.cut()
        world.give(.disconnect(wallet.topic, .userDisconnected))
        #expect(world.ends == [.byUs])
        #expect(world.engine.sessions.isEmpty)
        world.advance(by: .seconds(1800))
        world.opening = { .opened }
        world.advance(by: .seconds(80))
        #expect(world.relay.publications.last?.tag == 1112)
        // Nothing is left to be done.
        #expect(world.engine.relayState == .idle)
        #expect(world.stored.records.isEmpty)
    }

    // MARK: Attempts

    @Test func aCancelledAttemptAnswersALateApprovalWithAnEnd() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let wallet = try world.wallet(for: ticket)
        world.give(.cancelAttempt(1))
        #expect(world.attemptError(ticket) == .cancelled)
        // A newer attempt isn't touched.
        let newer = try world.propose()
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        let last = try #require(world.relay.publications.last)
        #expect(last.topic == wallet.topic && last.tag == 1112)
        #expect(world.engine.sessions.isEmpty)
        #expect(world.engine.attempts.count == 1)
        var second = try world.wallet(for: newer)
        world.connect(&second)
        #expect(world.outcomes[2]?.count == 1 && world.engine.sessions.count == 1)
        #expect(world.notes.contains(.lateApproval(1)))
    }

    @Test func anApprovedAttemptThatIsCancelledEndsTheWalletsSession() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        var wallet = try world.wallet(for: ticket)
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        world.give(.cancelAttempt(1))
        world.send(wallet.settlement(expiry: world.now.wall.seconds + 1000), from: wallet)
        #expect(world.engine.sessions.isEmpty)
        #expect(world.attemptError(ticket) == .cancelled)
        #expect(world.outcomes[1]?.count == 1)
        #expect(world.relay.waitingTags(wallet.topic) == [1112])
        #expect(world.stored.secrets.keys.sorted() == ["client"])
    }

    @Test func aLinkEndsAfterFiveMinutes() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let wallet = try world.wallet(for: ticket)
        world.advance(by: .seconds(299))
        #expect(world.attemptError(ticket) == nil)
        world.advance(by: .seconds(1))
        #expect(world.attemptError(ticket) == .proposalExpired)
        world.advance(by: .seconds(290))
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        #expect(world.relay.waitingTags(wallet.topic) == [1112])
        world.advance(by: .seconds(20))
        #expect(world.engine.attempts.isEmpty && world.engine.relayState == .idle)
    }

    @Test func aSettlementThatNeverComesEndsTheAttempt() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let wallet = try world.wallet(for: ticket)
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        world.advance(by: .seconds(301))
        #expect(world.attemptError(ticket) == .settlementInvalid(.missing))
        #expect(world.relay.waitingTags(wallet.topic) == [1112])
    }
}
