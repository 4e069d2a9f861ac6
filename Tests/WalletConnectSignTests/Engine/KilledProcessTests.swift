// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Kills at every change of the store: what was stored before stays, all else is lost with the process.
struct KilledProcessTests {
    /// A whole life of one session: paired, settled, asked, extended, ended by the wallet.
    ///
    /// Steps are skipped whose ground a kill has taken away.
    private static func live(_ world: EngineWorld) throws -> TestWallet? {
        world.start()
        let ticket = try world.propose()
        guard world.offers[ticket] != nil else { return nil }
        var wallet = try world.wallet(for: ticket)
        world.connect(&wallet)
        if world.engine.sessions[wallet.topic] != nil, !world.isKilled {
            let request = try world.request(wallet)
            if let id = world.read(wallet).ids("wc_sessionRequest").first {
                world.send(.result(id, "done"), from: wallet)
            }
            _ = request
            let event: JSONValue = ["event": ["name": "accountsChanged", "data": 1], "chainId": "near:testnet"]
            world.send(.request(wallet.nextID(), method: "wc_sessionEvent", params: event), from: wallet)
            world.send(.request(wallet.nextID(), method: "wc_sessionExtend", params: [:]), from: wallet)
        }
        return wallet
    }

    /// Checks a store that was read: sessions and keys belong together, and nothing else is left.
    static func check(_ world: EngineWorld, at point: Int) {
        let sessions = world.stored.records.keys.filter { $0.kind == .session }.map(\.id)
        let keys = world.stored.secrets.keys.filter { $0.hasPrefix("session/") }.map { String($0.dropFirst(8)) }
        #expect(sessions.sorted() == keys.sorted(), "kill \(point): half a session")
        #expect(Set(sessions) == Set(world.engine.sessions.keys.map(\.text)), "kill \(point): another session")
        #expect(!world.stored.records.keys.contains { $0.kind == .inbox }, "kill \(point): a message is left")
        let attempts = world.stored.records.keys.filter { $0.kind == .attempt }.map(\.id)
        #expect(attempts.sorted() == world.engine.attempts.keys.map(\.text).sorted(), "kill \(point): half an attempt")
        #expect(world.engine.attempts.values.allSatisfy { $0.isDead })
    }

    @Test func aKillAtAnyChangeLeavesNoHalfSessionAndSendsNothingTwice() throws {
        let whole = try EngineWorld()
        whole.changesLeft = Int.max / 2
        let wallet = try #require(try Self.live(whole))
        #expect(whole.engine.sessions[wallet.topic] != nil)
        let changes = Int.max / 2 - (whole.changesLeft ?? 0)
        #expect(changes > 25)

        for point in 0...changes {
            let world = try EngineWorld(seed: UInt64(point))
            world.changesLeft = point
            var wallet = try Self.live(world)
            let acknowledged = world.relay.acknowledged
            try world.restart()
            Self.check(world, at: point)
            // The relay still has what wasn't acknowledged; the wallet acts on what it is told.
            for _ in 0..<3 { world.hear(world.relay.redeliver()) }
            #expect(world.relay.toProgram.isEmpty || world.engine.sessions.isEmpty, "kill \(point): not acknowledged")
            Self.check(world, at: point)
            #expect(world.relay.acknowledged.isSuperset(of: acknowledged))
            let sent = Dictionary(grouping: world.relay.publications, by: \.id)
            for (id, publications) in sent {
                #expect(Set(publications.map(\.message)).count == 1, "kill \(point): two messages under \(id)")
            }
            #expect(Set(world.relay.publications.filter { $0.tag == 1108 }.map(\.id)).count <= 1, "kill \(point)")
            let events = world.events.filter { if case .event = $0 { true } else { false } }
            #expect(events.count <= 1, "kill \(point): an event was told twice")
            guard wallet != nil, let topic = wallet?.topic else { continue }
            // Either the session stands on both sides, or the wallet was told that it is over.
            if world.engine.sessions[topic] == nil {
                try Self.expectDeletion(of: topic, wallet, in: world, at: point)
                continue
            }
            let id = wallet?.nextID() ?? RPCIdentifier(1)
            if let wallet {
                world.send(
                    .request(id, method: "wc_sessionDelete", params: ["code": 6000, "message": ""]), from: wallet)
            }
            #expect(world.ends.count == 1, "kill \(point): ended \(world.ends.count) times")
            #expect(world.stored.secrets.keys.allSatisfy { !$0.hasPrefix("session/") })
        }
    }

    /// The wallet was told, or hears it when its approval arrives.
    private static func expectDeletion(
        of topic: Topic, _ wallet: TestWallet?, in world: EngineWorld, at point: Int
    ) throws {
        let wallet = try #require(wallet)
        if !world.relay.publications.contains(where: { $0.topic == topic && $0.tag == 1112 }) {
            world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        }
        let isAwaited = world.engine.attempts[wallet.pairing.topic] != nil
        let isTold = world.relay.publications.contains { $0.topic == topic && $0.tag == 1112 }
        #expect(isTold || isAwaited, "kill \(point): the wallet has a dead session")
    }

    @Test func anAnswerThatCameBeforeAKillIsStillTold() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        try world.request(wallet)
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        try world.restart()
        world.send(.result(id, "signed"), from: wallet)
        guard case .late(let late)? = world.events.last else {
            Issue.record("not told")
            return
        }
        #expect(late.result == "signed" && late.request == id.key)
        // The request itself isn't sent again: whoever waited for it has ended.
        #expect(world.relay.publications.filter { $0.tag == 1108 }.count == 1)
        try world.restart()
        #expect(world.stored.records.keys.allSatisfy { $0.kind != .request })
    }

    @Test func aLateAnswerIsToldAfterEachStartUntilTheProgramHasWrittenItDown() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let ticket = try world.request(wallet)
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        world.give(.cancel(ticket: ticket))
        world.send(.result(id, "signed"), from: wallet)
        func told() -> [LateAnswer] {
            world.events.compactMap { if case .late(let late) = $0 { late } else { nil } }
        }
        // The program is killed before it has written it down; the relay doesn't bring it again.
        for starts in 1...3 {
            #expect(told().count == starts)
            try world.restart()
        }
        let late = try #require(told().last)
        #expect(told().allSatisfy { $0 == late } && late.result == "signed")
        // It stays where its session has ended meanwhile.
        world.give(.disconnect(wallet.topic, .userDisconnected))
        try world.restart()
        #expect(told().count == 5 && told().last == late)
        world.give(.noted(late.ref))
        try world.restart()
        #expect(told().count == 5)
        #expect(world.stored.records.keys.allSatisfy { $0.kind != .late && $0.kind != .request })
    }

    @Test func aKillWhileALateAnswerIsKeptTellsItOnceAStart() throws {
        let whole = try EngineWorld()
        whole.start()
        let (wallet, _) = try whole.session()
        let ticket = try whole.request(wallet)
        let id = try #require(whole.read(wallet).ids("wc_sessionRequest").first)
        whole.give(.cancel(ticket: ticket))
        let before = whole.stored
        whole.changesLeft = Int.max / 2
        whole.send(.result(id, "signed"), from: wallet)
        let changes = Int.max / 2 - (whole.changesLeft ?? 0)
        #expect(changes >= 4)
        for point in 1...changes {
            let world = try EngineWorld(seed: UInt64(point))
            world.stored = before
            world.start()
            world.changesLeft = point
            world.send(.result(id, "signed"), from: wallet)
            let told = world.events.count
            try world.restart()
            let late = world.events.dropFirst(told).filter { if case .late = $0 { true } else { false } }
            #expect(late.count == 1, "kill \(point): told \(late.count) times")
            #expect(world.stored.records.keys.filter { $0.kind == .late }.count == 1, "kill \(point)")
            #expect(world.stored.records.keys.allSatisfy { $0.kind != .request && $0.kind != .inbox }, "kill \(point)")
        }
    }

    @Test func aSessionWhoseKeyIsLostHasEnded() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.stored.secrets["session/\(wallet.topic)"] = nil
        try world.restart()
        guard case .ended(let session, .broken)? = world.events.last else {
            Issue.record("not told: \(String(describing: world.events.last))")
            return
        }
        #expect(session.topic == wallet.topic && world.engine.sessions.isEmpty)
        try world.restart()
        #expect(world.ends.count == 1)
    }

    @Test func anEndThatWasNotSentYetIsSentAfterTheRestart() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.opening = { .failed(.refused("")) }
        world.cut()
        world.give(.disconnect(wallet.topic, .userDisconnected))
        world.opening = { .opened }
        try world.restart()
        let ends = world.relay.publications.filter { $0.tag == 1112 }
        #expect(ends.count == 1)
        #expect(wallet.read(ends[0].message) != nil)
        #expect(world.stored.records.isEmpty)
    }

    @Test func anAttemptBeforeAKillAnswersItsLateApproval() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose()
        let wallet = try world.wallet(for: ticket)
        try world.restart()
        #expect(world.engine.attempts.count == 1)
        world.hear(world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        #expect(world.relay.waitingTags(wallet.topic) == [1112])
        #expect(world.engine.attempts.isEmpty && world.engine.sessions.isEmpty)
        #expect(world.stored.secrets.keys.sorted() == ["client"])
    }

    @Test func theClientKeepsItsKey() throws {
        let world = try EngineWorld()
        world.start()
        let id = world.engine.identity?.id
        try world.restart()
        #expect(world.engine.identity?.id == id && id != nil)
    }

    static let damages: [@Sendable (inout SignStoreContent) -> Void] = [
        { content in content.secrets = content.secrets.filter { !$0.key.hasPrefix("session/") } },
        { content in for key in content.records.keys where key.kind == .session { content.records[key] = nil } },
        { content in for key in content.records.keys where key.kind == .session { content.records[key] = [:] } },
        { content in
            for key in content.secrets.keys where key.hasPrefix("session/") {
                content.secrets[key] = SecretBytes(copying: [UInt8](repeating: 1, count: 32))
            }
        },
        { content in
            for key in content.records.keys { content.records[key] = ["namespaces": 5, "peer": ["name": 1]] }
        },
        { content in for key in content.records.keys { content.records[key] = nil } },
        { content in
            for kind in SignRecordKey.Kind.allCases { content.records[SignRecordKey(kind, "nonsense")] = ["a": "b"] }
            content.secrets["nonsense"] = SecretBytes(copying: [1])
        },
    ]

    @Test(arguments: damages.indices) func aDamagedStoreIsReadAsFarAsItIsWhole(_ index: Int) throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        try world.propose()
        Self.damages[index](&world.stored)
        try world.restart()
        let isNonsense = index == Self.damages.count - 1
        #expect((world.engine.sessions[wallet.topic] != nil) == isNonsense)
        Self.check(world, at: index)
        #expect(world.stored.records.keys.allSatisfy { $0.id != "nonsense" })
        #expect(world.stored.secrets["nonsense"] == nil)
        let (_, _) = try world.session()
    }
}
