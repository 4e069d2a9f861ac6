// SPDX-License-Identifier: MIT

import NEARPrimitives
import SeededTesting
import Testing
import ThreadTesting

@testable import WalletConnectSign

/// Random lives of a client: everything may happen at every moment, and the promises hold.
struct InterleavingTests {
    /// The number of lives; each is printed by its seed where a promise is broken.
    static let count = UInt64(SoakCount.full(or: 500))

    @Test(.ownThread) func nothingThatHappensBreaksAPromise() throws {
        for seed in 1...Self.count {
            var life = try RandomLife(seed: seed)
            try life.run()
            let faults = life.faults
            #expect(faults.isEmpty, "seed \(seed): \(faults.joined(separator: "; "))")
            if !faults.isEmpty { return }
        }
    }
}

/// One random life.
struct RandomLife {
    private var random: SignRandom
    private let world: EngineWorld
    private var wallets: [TestWallet] = []
    private var settlements: [RPCMessage] = []
    private var requests: [Int] = []
    private var open: [(wallet: Int, id: RPCIdentifier)] = []
    private var proposals: [Int] = []
    private(set) var faults: [String] = []

    init(seed: UInt64) throws {
        random = .seeded(seed)
        world = try EngineWorld(seed: seed, proposesByRelay: seed.isMultiple(of: 2))
        world.start()
    }

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func run() throws {
        for _ in 0..<40 {
            try step()
            check()
            guard faults.isEmpty else { return }
        }
        try finish()
    }

    private mutating func step() throws {
        switch number(18) {
        case 0, 1: proposals.append(try world.propose())
        case 2, 3: try scan()
        case 4: settle()
        case 5, 6: if !wallets.isEmpty { requests.append(try world.request(wallets[number(wallets.count)])) }
        case 7: answer()
        case 8: world.cut(code: [0, 1001, 4010, 1013][number(4)])
        case 9: world.advance(by: .seconds([1, 5, 20, 61, 200, 400][number(6)]), ponging: number(3) > 0)
        case 10: world.hear(world.relay.redeliver())
        case 11: world.give(.cancelAttempt(number(6) + 1))
        case 12: if let ticket = requests.randomElement(using: &random) { world.give(.cancel(ticket: ticket)) }
        case 13: sendFromWallet()
        case 14:
            if !wallets.isEmpty { world.give(.disconnect(wallets[number(wallets.count)].topic, .userDisconnected)) }
        case 15: changeRelay()
        case 16:
            world.give(number(2) == 0 ? .networkChanged : .tick)
            if number(2) == 0, let ref = world.engine.late.keys.min() { world.give(.noted(ref)) }
        default: if number(4) == 0 { try kill() }
        }
    }

    /// A wallet scans a link and approves, perhaps twice, perhaps without settling.
    private mutating func scan() throws {
        guard let ticket = proposals.randomElement(using: &random), let offer = world.offers[ticket],
            let message = world.relay.fetch(offer.uri.topic).first?.message
        else { return }
        var wallet: TestWallet
        do {
            guard let made = try TestWallet(offer.uri.text, proposal: message, at: world.now.wall) else { return }
            wallet = made
        } catch is PairingURIError {
            return
        }
        let settlement = wallet.settlement(expiry: world.now.wall.seconds + Int64(number(2) == 0 ? 500 : 604_800))
        wallets.append(wallet)
        settlements.append(settlement)
        let approval = world.relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic)
        let settled = world.relay.deliver(wallet.sealed(settlement), on: wallet.topic)
        world.hear(number(2) == 0 ? approval + settled : settled + approval)
    }

    private mutating func settle() {
        guard !wallets.isEmpty else { return }
        let index = number(wallets.count)
        world.send(settlements[index], from: wallets[index])
    }

    private mutating func answer() {
        guard !wallets.isEmpty else { return }
        let index = number(wallets.count)
        for message in world.read(wallets[index]) {
            if case .request(let id, "wc_sessionRequest", _) = message { open.append((index, id)) }
        }
        guard let chosen = open.randomElement(using: &random) else { return }
        let answer: RPCMessage =
            number(3) == 0 ? .failure(chosen.id, RPCAnswerError(code: 5000, message: "no")) : .result(chosen.id, "done")
        world.send(answer, from: wallets[chosen.wallet])
    }

    private mutating func sendFromWallet() {
        guard !wallets.isEmpty else { return }
        let index = number(wallets.count)
        let id = wallets[index].nextID()
        let event: JSONValue = ["event": ["name": "accountsChanged", "data": 1], "chainId": "near:testnet"]
        let message: RPCMessage =
            switch number(5) {
            case 0: .request(id, method: "wc_sessionDelete", params: ["code": 6000, "message": "bye"])
            case 1: .request(id, method: "wc_sessionExtend", params: [:])
            case 2: .request(id, method: "wc_sessionEvent", params: event)
            case 3: .request(id, method: "wc_sessionUpdate", params: ["namespaces": TestWallet.grants])
            default: .request(id, method: "wc_sessionPing", params: [:])
            }
        world.send(message, from: wallets[index])
    }

    private mutating func changeRelay() {
        switch number(5) {
        case 0: world.opening = { .failed(.refused("")) }
        case 1: world.opening = { nil }
        case 2:
            let tag = [1100, 1103, 1108, 1112][number(4)]
            world.relay.fault = { _, published in published == tag ? .lost : nil }
        case 3:
            world.relay.fault = { _, published in published == 1108 ? .error(code: 3001, data: "slow") : nil }
        default:
            world.opening = { .opened }
            world.relay.fault = { _, _ in nil }
        }
    }

    /// Ends the process, perhaps in the middle of a batch of changes.
    private mutating func kill() throws {
        world.changesLeft = number(6)
        try step()
        world.forgetWaiters()
        requests = []
        proposals = []
        // The relay's ids are a millisecond with six random digits: two processes never begin in the same one.
        world.advance(by: .milliseconds(1))
        try world.restart(seed: UInt64(number(1000)))
    }

    // MARK: Promises

    private mutating func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
        if !condition { faults.append(fault()) }
    }

    private mutating func check() {
        guard !world.isKilled else { return }
        let engine = world.engine
        for (ticket, answers) in world.answers { expect(answers.count == 1, "ticket \(ticket) was answered twice") }
        for (number, ends) in world.outcomes { expect(ends.count == 1, "attempt \(number) ended twice") }
        var ends: [Topic: Int] = [:]
        for case .ended(let session, _) in world.events { ends[session.topic, default: 0] += 1 }
        for (topic, count) in ends {
            expect(count == 1, "session ended \(count) times")
            expect(engine.sessions[topic] == nil, "an ended session is there")
        }
        let records = world.stored.records.keys
        let keys = Set(world.stored.secrets.keys.filter { $0.hasPrefix("session/") })
        let agreed = engine.attempts.values.compactMap(\.agreement).map { SecretLabel.session($0.topic) }
        expect(keys == Set(engine.sessions.keys.map(SecretLabel.session)).union(agreed), "keys and sessions differ")
        expect(
            Set(records.filter { $0.kind == .session }.map(\.id)) == Set(engine.sessions.keys.map(\.text)),
            "records and sessions differ")
        expect(!records.contains { $0.kind == .inbox }, "a message is left in the inbox")
        expect(
            Set(records.filter { $0.kind == .outbox }.map(\.id))
                == Set(engine.outbox.values.filter { $0.purpose == .persistent }.map(\.id.key)), "outboxes differ")
        expect(engine.early.count <= SignLimits.earlyMessages, "too many early messages")
        expect(engine.attempts.count <= SignLimits.attempts, "too many attempts")
    }

    /// In the end, with a relay that works, everybody has heard an outcome and nothing is left to do.
    private mutating func finish() throws {
        world.opening = { .opened }
        world.relay.fault = { _, _ in nil }
        world.advance(by: .seconds(1300))
        check()
        for publications in Dictionary(grouping: world.relay.publications, by: \.id).values {
            expect(Set(publications.map(\.message)).count == 1, "two messages under one id")
        }
        for ticket in requests { expect(world.answers[ticket]?.count == 1, "request \(ticket) has no outcome") }
        for ticket in proposals {
            guard let offer = world.offers[ticket] else {
                expect(world.answers[ticket]?.count == 1, "proposal \(ticket) has no outcome")
                continue
            }
            expect(world.outcomes[offer.number]?.count == 1, "attempt \(offer.number) has no outcome")
        }
        expect(world.engine.attempts.isEmpty, "an attempt is left")
        expect(world.engine.outbox.isEmpty, "a message is left in the outbox")
        for topic in world.engine.sessions.keys {
            world.give(.disconnect(topic, .userDisconnected))
        }
        for ref in world.engine.late.keys { world.give(.noted(ref)) }
        check()
        let (state, left) = (world.engine.relayState, world.stored.records.keys.map(\.kind))
        expect(state == .idle, "still connected: \(state)")
        expect(world.stored.secrets.keys.allSatisfy { $0 == SecretLabel.client }, "a key is left")
        expect(left.isEmpty, "records are left: \(left)")
    }
}
