// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Requests of a wallet within a session, and the answers that it gets.
struct PeerRequestTests {
    let world: EngineWorld
    var wallet: TestWallet

    init() throws {
        world = try EngineWorld()
        world.start()
        wallet = try world.session().0
    }

    /// Sends a request, and returns the code of the answer, or 0 for `true`.
    mutating func ask(_ method: String, _ params: JSONValue, id: RPCIdentifier? = nil) throws -> Int? {
        let id = id ?? wallet.nextID()
        world.send(.request(id, method: method, params: params), from: wallet)
        let answer = try #require(world.relay.publications.last)
        switch wallet.read(answer.message) {
        case .result(id, true): return 0
        case .failure(id, let error): return error.code
        default: return nil
        }
    }

    static func namespaces(_ account: String, methods: JSONValue = ["near_getAccounts", "near_signTransaction"])
        -> JSONValue
    {
        [
            "namespaces": [
                "near": ["accounts": [.string(account)], "methods": methods, "events": ["accountsChanged"]]
            ]
        ]
    }

    var session: SignSession? { world.engine.sessions[wallet.topic]?.session }

    @Test mutating func anUpdateReplacesTheGrants() throws {
        #expect(try ask("wc_sessionUpdate", Self.namespaces("near:testnet:bob.testnet")) == 0)
        #expect(world.relay.publications.last?.tag == 1105)
        #expect(session?.namespaces.accounts.map(\.address) == ["bob.testnet"])
        guard case .updated(let told)? = world.events.last else { return #expect(Bool(false)) }
        #expect(told.namespaces.accounts.map(\.address) == ["bob.testnet"])
        try world.restart()
        #expect(session?.namespaces.accounts.map(\.address) == ["bob.testnet"])
    }

    @Test mutating func anUpdateMustHoldWhatWasRequired() throws {
        let before = session
        #expect(try ask("wc_sessionUpdate", Self.namespaces("near:mainnet:bob.near")) == 3003)
        #expect(try ask("wc_sessionUpdate", Self.namespaces("near:testnet:b", methods: ["near_getAccounts"])) == 3003)
        #expect(try ask("wc_sessionUpdate", ["namespaces": [:]]) == 1003)
        #expect(try ask("wc_sessionUpdate", nil) == 1003)
        #expect(try ask("wc_sessionUpdate", Self.namespaces("near:testnet")) == 1003)
        #expect(session?.namespaces == before?.namespaces)
    }

    @Test mutating func anOlderUpdateIsRefused() throws {
        let (older, newer) = (wallet.nextID(), wallet.nextID())
        #expect(try ask("wc_sessionUpdate", Self.namespaces("near:testnet:new"), id: newer) == 0)
        #expect(try ask("wc_sessionUpdate", Self.namespaces("near:testnet:old"), id: older) == 1003)
        try world.restart()
        #expect(session?.namespaces.accounts.map(\.address) == ["new"])
        let another = RPCIdentifier((older.number ?? 0) - 10)
        #expect(try ask("wc_sessionUpdate", Self.namespaces("near:testnet:old"), id: another) == 1003)
    }

    @Test mutating func anExtensionIsWithinSevenDays() throws {
        let now = world.now.wall.seconds
        world.advance(by: .seconds(100))
        #expect(try ask("wc_sessionExtend", [:]) == 0)
        #expect(session?.expires.seconds == now + 100 + 604_800)
        #expect(try ask("wc_sessionExtend", ["expiry": .integer(Int128(now + 604_800 + 150))]) == 0)
        #expect(session?.expires.seconds == now + 604_800 + 150)
        #expect(try ask("wc_sessionExtend", ["expiry": .integer(Int128(now + 604_800 + 149))]) == 1004)
        #expect(try ask("wc_sessionExtend", ["expiry": .integer(Int128(now + 604_800 + 400))]) == 1004)
        #expect(try ask("wc_sessionExtend", ["expiry": "soon"]) == 1004)
        #expect(try ask("wc_sessionExtend", ["expiry": 1]) == 1004)
        #expect(try ask("wc_sessionExtend", ["expiry": .integer(Int128.max)]) == 1004)
        #expect(session?.expires.seconds == now + 604_800 + 150)
    }

    /// A write for each message would cost a disk more than it tells anybody.
    @Test mutating func theTimeOfAWalletsLastWordIsStoredOnceAMinuteAndOutlivesAKill() throws {
        let settled = try #require(session).settled.seconds
        let record = SignRecordKey(.session, wallet.topic.text)
        func stored() -> Int64? { world.stored.records[record]?["lastSeen"]?.integerValue(as: Int64.self) }
        world.advance(by: .seconds(5))
        #expect(try ask("wc_sessionPing", [:]) == 0)
        #expect(session?.lastSeen.seconds == settled + 5)
        #expect(stored() == settled, "it is the settlement's minute still")
        for seconds: Int64 in [100, 160, 220] {
            world.advance(by: .seconds(settled + seconds - world.now.wall.seconds))
            #expect(try ask("wc_sessionPing", [:]) == 0)
            #expect(stored() == settled + seconds)
            world.advance(by: .seconds(1))
            #expect(try ask("wc_sessionPing", [:]) == 0)
            #expect(stored() == settled + seconds)
        }
        try world.restart()
        #expect(session?.lastSeen.seconds == settled + 220)
    }

    @Test mutating func aRecordWithoutTheTimeOfTheLastWordHasThatOfTheSettlement() throws {
        let record = SignRecordKey(.session, wallet.topic.text)
        guard case .object(var fields)? = world.stored.records[record] else { return #expect(Bool(false)) }
        fields["lastSeen"] = nil
        world.stored.records[record] = .object(fields)
        world.advance(by: .seconds(100))
        try world.restart()
        let restored = try #require(session)
        #expect(restored.lastSeen == restored.settled)
    }

    @Test mutating func eventsThatAreGrantedAreHandedOn() throws {
        let data: JSONValue = ["near:testnet:bob"]
        func params(_ name: String, _ chain: String) -> JSONValue {
            ["event": ["name": .string(name), "data": data], "chainId": .string(chain)]
        }
        #expect(try ask("wc_sessionEvent", params("accountsChanged", "near:testnet")) == 0)
        let testnet = try #require(ChainID("near:testnet"))
        let told = try #require(session)
        #expect(world.events.last == .event(told, chain: testnet, name: "accountsChanged", data: data))
        let count = world.events.count
        #expect(try ask("wc_sessionEvent", params("chainChanged", "near:testnet")) == 3002)
        #expect(try ask("wc_sessionEvent", params("accountsChanged", "near:mainnet")) == 3005)
        #expect(try ask("wc_sessionEvent", params("accountsChanged", "nonsense")) == 3005)
        #expect(try ask("wc_sessionEvent", [:]) == 3005)
        #expect(world.events.count == count)
    }

    @Test mutating func aRequestThatComesTwiceIsWorkedOnOnce() throws {
        let id = wallet.nextID()
        let params: JSONValue = ["event": ["name": "accountsChanged", "data": 1], "chainId": "near:testnet"]
        #expect(try ask("wc_sessionEvent", params, id: id) == 0)
        let count = world.events.count
        #expect(try ask("wc_sessionEvent", params, id: id) == 0)
        try world.restart()
        // The number as a text is the same id.
        let text = try #require(RPCIdentifier(json: .string("\(id)")))
        world.send(.request(text, method: "wc_sessionEvent", params: params), from: wallet)
        let events = world.events.dropFirst(count).filter { if case .event = $0 { true } else { false } }
        #expect(events.isEmpty)
        #expect(wallet.read(try #require(world.relay.publications.last).message) == .result(id, true))
    }

    @Test mutating func theHistoryIsBounded() throws {
        for _ in 0..<SignLimits.history + 50 {
            world.send(.request(wallet.nextID(), method: "wc_sessionPing", params: [:]), from: wallet)
        }
        let state = try #require(world.engine.sessions[wallet.topic])
        #expect(state.answers.count == SignLimits.history && state.answerOrder.count == SignLimits.history)
        #expect(world.stored.records.keys.filter { $0.kind == .history }.count == SignLimits.history)
        try world.restart()
        #expect(world.engine.sessions[wallet.topic]?.answerOrder == state.answerOrder)
    }

    @Test mutating func pingsAndStrangeMethodsAreAnswered() throws {
        #expect(try ask("wc_sessionPing", [:]) == 0)
        #expect(world.relay.publications.last?.tag == 1115)
        #expect(try ask("wc_sessionRequest", [:]) == 3001)
        #expect(try ask("wc_sessionPropose", [:]) == 3001)
        #expect(try ask("wc_sessionAuthenticate", [:]) == 10001)
        #expect(world.relay.publications.last?.tag == 0)
        #expect(try ask("eth_sign", nil) == 10001)
    }

    /// A JavaScript client would round this one.
    @Test mutating func idsBeyondDoublesAreAnsweredExactly() throws {
        for number in [9_007_199_254_740_993, 1_763_800_000_123_456_789, UInt64.max] {
            let id = RPCIdentifier(number)
            #expect(try ask("wc_sessionPing", [:], id: id) == 0)
        }
        let text = try #require(RPCIdentifier(json: .string("1763800000123456790")))
        #expect(try ask("wc_sessionPing", [:], id: text) == 0)
        #expect(world.relay.acknowledged.allSatisfy { UInt64($0) ?? 0 > 9_007_199_254_740_993 })
    }

    @Test mutating func answersToUnknownIdsAreDropped() throws {
        let count = world.relay.publications.count
        world.send(.result(RPCIdentifier(5), true), from: wallet)
        world.send(.failure(RPCIdentifier(5), RPCAnswerError(code: 1, message: "")), from: wallet)
        world.send(.failure(nil, RPCAnswerError(code: 1, message: "")), from: wallet)
        #expect(world.relay.publications.count == count)
        #expect(world.notes.filter { $0 == .unknownAnswer(wallet.topic) }.count == 3)
    }

    @Test mutating func anAnswerThatComesTwiceCountsOnce() throws {
        let ticket = try world.request(wallet)
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        world.send(.result(id, 1), from: wallet)
        world.send(.result(id, 2), from: wallet)
        #expect(world.answers[ticket]?.count == 1)
        #expect(try world.answers[ticket]?.first?.get() == 1)
    }
}
