// SPDX-License-Identifier: MIT

import NEARPrimitives
import SignTesting
import Testing

@testable import WalletConnectSign

/// The actor around the engine: callers, streams, order, start and end.
struct SignClientTests {
    let transport = ScriptedTransport()
    let clock = TestClock()
    let store: ScriptedStore
    let client: SignClient

    init() throws {
        store = ScriptedStore(transport)
        client = try SignClient(
            SignConfiguration(projectId: "p", metadata: EngineWorld.metadata, relay: "wss://relay.example"),
            transport: transport, store: store, clock: clock, random: .seeded(1), log: { _ in })
    }

    /// A wallet that has scanned the link.
    func wallet(_ attempt: PairingAttempt) throws -> TestWallet {
        let now = clock.now.wall
        let message = try #require(transport.withRelay { $0.fetch(attempt.uri.topic).first?.message })
        return try #require(try TestWallet(attempt.uri.text, proposal: message, at: now))
    }

    func send(_ message: RPCMessage, from wallet: TestWallet) {
        transport.tell { $0.deliver(wallet.sealed(message), on: wallet.topic) }
    }

    func connected() async throws -> (TestWallet, SignSession) {
        let attempt = try await client.propose(try EngineWorld.proposal())
        var wallet = try wallet(attempt)
        let settlement = wallet.settlement(expiry: clock.now.wall.seconds + 604_800)
        let (approval, settled) = (wallet.sealedForPairing(wallet.approval), wallet.sealed(settlement))
        let (pairing, topic) = (wallet.pairing.topic, wallet.topic)
        transport.tell { $0.deliver(approval, on: pairing) + $0.deliver(settled, on: topic) }
        return (wallet, try await attempt.session())
    }

    /// Answers the next request of the program, as soon as the relay has it.
    func answerNext(_ wallet: TestWallet, _ result: JSONValue) {
        for (message, _) in transport.withRelay({ $0.fetch(wallet.topic) }) {
            if case .request(let id, "wc_sessionRequest", _)? = wallet.read(message) {
                send(.result(id, result), from: wallet)
            }
        }
    }

    @Test func aSessionIsMadeUsedAndEnded() async throws {
        try await client.start()
        #expect(await client.relay == .idle && transport.steps.allSatisfy { $0 != .opened })
        var events = await client.events().makeAsyncIterator()
        let (wallet, session) = try await connected()
        #expect(await client.sessions == [session])
        let testnet = try #require(EngineWorld.chain)
        let result = try await client.request(
            "near_getAccounts", [:], chain: testnet, session: session.topic,
            stored: { stored in
                #expect(stored.session == session.topic)
                answerNext(wallet, ["id": .string(stored.id)])
            })
        #expect(result["id"]?.stringValue != nil)
        await client.disconnect(session.topic)
        #expect(await client.sessions.isEmpty)
        var told: [SignEvent] = []
        while let event = await events.next() {
            if case .relay = event { continue }
            told.append(event)
            if case .ended = event { break }
        }
        #expect(told == [.settled(session), .ended(session, .byUs)])
        #expect(await !client.hasWaiters)
        #expect(transport.withRelay { $0.waitingTags(session.topic) }.last == 1112)
    }

    /// The wallet's own links count first, and those by which the user opened it outlast a restart.
    @Test func theLinksByWhichAWalletWasOpenedAreKept() async throws {
        try await client.start()
        let (_, session) = try await connected()
        let opened = WalletLinks(native: "hotwallet://", universal: "https://app.example")
        await client.note(opened, openedFor: session.topic)
        #expect(await client.sessions.first?.openedBy == opened)
        await client.stop()
        try await client.start()
        let restored = try #require(await client.sessions.first)
        #expect(restored.openedBy == opened)
        let named = WalletLinks(restored.peer)
        #expect(restored.links == (named.openOnly == nil ? opened : named))
        // Nothing is kept of a session that is gone.
        await client.disconnect(session.topic)
        await client.note(opened, openedFor: session.topic)
        #expect(await store.content.records.keys.allSatisfy { $0.kind != .session })
    }

    @Test func messagesAreStoredThenAcknowledged() async throws {
        try await client.start()
        let (_, session) = try await connected()
        let steps = transport.steps
        let acknowledgements = steps.indices.filter { index in
            if case .sent(let text) = steps[index] { text.contains(#""result":true"#) } else { false }
        }
        #expect(acknowledgements.count == 2)
        for index in acknowledgements {
            guard case .stored(let keys) = steps[index - 1] else {
                Issue.record("step \(index) acknowledges what isn't stored")
                continue
            }
            #expect(keys.contains { $0.kind == .inbox })
        }
        let content = await store.content
        #expect(content.records[SignRecordKey(.session, session.topic.text)] != nil)
    }

    @Test func aRequestIsStoredBeforeItIsSent() async throws {
        try await client.start()
        let (_, session) = try await connected()
        let testnet = try #require(EngineWorld.chain)
        let client = client
        let task = Task {
            try await client.request("near_getAccounts", [:], chain: testnet, session: session.topic)
        }
        let isSent = { (step: ScriptedTransport.Step) in
            if case .sent(let text) = step { text.contains(#""tag":1108"#) } else { false }
        }
        while !transport.steps.contains(where: isSent) { await Task.yield() }
        let steps = transport.steps
        let sent = try #require(steps.firstIndex(where: isSent))
        let stored = try #require(
            steps.firstIndex { if case .stored(let keys) = $0 { keys.contains { $0.kind == .request } } else { false } }
        )
        #expect(stored < sent)
        task.cancel()
        await #expect(throws: SignError.cancelled) { try await task.value }
        #expect(await !client.hasWaiters)
    }

    @Test func anUnreachableRelayEndsAProposalByTheClock() async throws {
        transport.setOpening(.failed(.refused("connection refused")))
        try await client.start()
        let client = client
        let attempt = Task { _ = try await client.propose(try EngineWorld.proposal()) }
        // The transport's event takes its time to arrive, and the clock none to go by.
        var hasFailed = false
        while !hasFailed {
            if case .waiting = await client.relay { hasFailed = true }
            await Task.yield()
        }
        await #expect(throws: SignError.relayUnreachable(.refused("connection refused"))) {
            try await clock.running { try await attempt.value }
        }
        #expect((.seconds(15)...(.seconds(16))).contains(clock.now.uptime))
        #expect(await !client.hasWaiters)
    }

    @Test func cancelledTasksEndTheirAttempts() async throws {
        try await client.start()
        let attempt = try await client.propose(try EngineWorld.proposal())
        let task = Task { try await attempt.session() }
        await attempt.cancel()
        await #expect(throws: SignError.cancelled) { try await task.value }

        let second = try await client.propose(try EngineWorld.proposal())
        let waiting = Task { try await second.session() }
        waiting.cancel()
        await #expect(throws: SignError.cancelled) { try await waiting.value }
        // The outcome stays.
        await #expect(throws: SignError.cancelled) { try await second.session() }
        #expect(second.number == 2)

        transport.setOpening(nil)
        await client.networkChanged()
        let client = client
        let proposing = Task { try await client.propose(try EngineWorld.proposal()) }
        proposing.cancel()
        await #expect(throws: SignError.cancelled) { try await proposing.value }
        #expect(await !client.hasWaiters)
    }

    @Test func stoppingTellsWhoWaitsAndStartingGoesOn() async throws {
        try await client.start()
        let (wallet, session) = try await connected()
        let testnet = try #require(EngineWorld.chain)
        let attempt = try await client.propose(try EngineWorld.proposal())
        let client = client
        let (asking, asked) = AsyncStream.makeStream(of: Void.self)
        let request = Task {
            try await client.request(
                "near_getAccounts", [:], chain: testnet, session: session.topic, stored: { _ in asked.finish() })
        }
        for await _ in asking {}
        let waiting = Task { try await attempt.session() }
        await client.stop()
        await #expect(throws: SignError.stopped) { try await request.value }
        await #expect(throws: SignError.stopped) { try await waiting.value }
        await #expect(throws: SignError.stopped) { try await attempt.session() }
        await #expect(throws: SignError.stopped) { try await client.ping(session.topic) }
        #expect(await !client.hasWaiters)

        var events = await client.events().makeAsyncIterator()
        try await client.start()
        #expect(await client.sessions.map(\.topic) == [session.topic])
        // The answer to the request of the earlier run is told as late.
        answerNext(wallet, "signed")
        while let event = await events.next() {
            if case .late(let late) = event {
                #expect(late.result == "signed")
                break
            }
        }
        let newer = try await client.propose(try EngineWorld.proposal())
        #expect(newer.number > attempt.number)
    }

    @Test func nothingIsDoneThatCouldNotBeStored() async throws {
        try await client.start()
        let (wallet, session) = try await connected()
        await store.fail(.failed("no space left"))
        let testnet = try #require(EngineWorld.chain)
        await #expect(throws: SignError.storeCorrupt("no space left")) {
            try await client.request("near_getAccounts", [:], chain: testnet, session: session.topic)
        }
        #expect(transport.withRelay { relay in relay.publications.allSatisfy { $0.tag != 1108 } })
        // The caller hears of it first.
        while transport.steps.last != .closed { await Task.yield() }
        await #expect(throws: SignError.storeCorrupt("no space left")) { try await client.ping(session.topic) }
        await #expect(throws: SignError.storeCorrupt("no space left")) { try await client.start() }
        await store.fail(nil)
        try await client.start()
        #expect(await client.sessions.map(\.topic) == [wallet.topic])
    }

    @Test func aFailureOfTheStoreIsToldAndTheNextStartDoesNothingOfTheOldOne() async throws {
        try await client.start()
        let (wallet, session) = try await connected()
        var events = await client.events().makeAsyncIterator()
        await store.fail(.failed("no space left"))
        let testnet = try #require(EngineWorld.chain)
        let client = client
        let refused = Task {
            try await client.request("near_getAccounts", [:], chain: testnet, session: session.topic)
        }
        await #expect(throws: SignError.storeCorrupt("no space left")) { try await refused.value }
        await store.fail(nil)
        // At once, while the failure is still being worked on.
        try await client.start()
        #expect(await client.sessions.map(\.topic) == [wallet.topic])
        var failures: [SignError] = []
        while failures.isEmpty, let event = await events.next() {
            if case .failed(let error) = event { failures.append(error) }
        }
        #expect(failures == [.storeCorrupt("no space left")])
        #expect(transport.withRelay { relay in relay.publications.allSatisfy { $0.tag != 1108 } })
        let answer = Task { try await client.request("near_getAccounts", [:], chain: testnet, session: session.topic) }
        while !transport.withRelay({ relay in relay.publications.contains { $0.tag == 1108 } }) { await Task.yield() }
        answerNext(wallet, "signed")
        #expect(try await answer.value == "signed")
    }

    @Test func aFaultOfTheStoreEndsWithOneFullStop() {
        for reason in ["no space left", "The keyring is locked. Unlock it."] {
            let text = "\(SignError.storeCorrupt(reason))"
            #expect(text.hasSuffix(".") && !text.hasSuffix(".."), "\(text)")
        }
    }

    @Test func aLockedStoreIsSaid() async throws {
        await store.fail(.locked("near-connect (process 5)"))
        await #expect(throws: SignError.storeLocked("near-connect (process 5)")) { try await client.start() }
        await #expect(throws: SignError.stopped) { try await client.propose(try EngineWorld.proposal()) }
        #expect(transport.steps.isEmpty)
        // A caller that waits for another one's start hears the same.
        let locked = client
        for _ in 0..<20 {
            let starts = (0..<4).map { _ in Task { try await locked.start() } }
            for start in starts {
                await #expect(throws: SignError.storeLocked("near-connect (process 5)")) { try await start.value }
            }
        }
    }

    @Test func everySubscriberHearsEverything() async throws {
        try await client.start()
        var first = await client.events().makeAsyncIterator()
        var second = await client.events().makeAsyncIterator()
        let (_, session) = try await connected()
        for _ in 0..<2 {
            while let event = await first.next(), event != .settled(session) {}
            while let event = await second.next(), event != .settled(session) {}
            break
        }
        #expect(await client.sessions.count == 1)
    }

    @Test func aClientThatIsDroppedEndsItsStreams() async throws {
        var other: SignClient? = try SignClient(
            SignConfiguration(projectId: "p", metadata: EngineWorld.metadata), transport: ScriptedTransport(),
            store: MemorySignStore(), clock: clock)
        try await other?.start()
        let events = try #require(await other?.events())
        other = nil
        for await event in events { Issue.record("an event: \(event)") }
    }

    /// The relay is told that a message has arrived, and doesn't say it again: whoever closes still hears of it.
    @Test func theStreamsOfAClosedClientEndWithWhatWasTold() async throws {
        try await client.start()
        let (_, session) = try await connected()
        let events = await client.events()
        await client.disconnect(session.topic)
        await client.close()
        var ended = false
        for await event in events {
            if case .ended(session, .byUs) = event { ended = true }
        }
        #expect(ended)
        try await client.start()
        #expect(await client.sessions == [])
    }

    @Test func relaysThatCantBeUsedAreRefusedAtOnce() {
        #expect(throws: SignError.relayUnreachable(.other("http://x"))) {
            try SignClient(
                SignConfiguration(projectId: "p", metadata: EngineWorld.metadata, relay: "http://x"),
                transport: transport, store: store)
        }
    }
}
