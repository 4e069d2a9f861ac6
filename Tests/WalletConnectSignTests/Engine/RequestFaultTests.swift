// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Requests that fail, each with what must happen; docs/walletconnect.md lists the faults.
struct RequestFaultTests {
    @Test func aCancelledRequestIsAnsweredLateWithANote() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let request = try world.request(wallet)
        world.give(.cancel(ticket: request))
        #expect(world.error(request) == .cancelled)
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        world.send(.result(id, "signed"), from: wallet)
        world.hear(world.relay.redeliver())
        let late = world.events.filter { if case .late = $0 { true } else { false } }
        #expect(late.count == 1)
    }

    @Test func aSilentWalletKeepsItsSession() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let request = try world.request(wallet)
        world.advance(by: .seconds(299.9))
        #expect(world.answers[request] == nil)
        world.advance(by: .seconds(0.2))
        #expect(world.error(request) == .requestExpired)
        #expect(world.engine.sessions.count == 1 && world.ends.isEmpty)
    }

    @Test func anEndOfTheSessionEndsItsRequests() throws {
        let world = try EngineWorld()
        world.start()
        var (wallet, _) = try world.session()
        let (other, _) = try world.session()
        let tickets = [try world.request(wallet), try world.request(wallet)]
        let untouched = try world.request(other)
        let ping = world.nextTicket()
        world.give(.ping(ticket: ping, wallet.topic))
        world.send(
            .request(wallet.nextID(), method: "wc_sessionDelete", params: ["code": 6000, "message": "x"]), from: wallet)
        let end = SignEnd.byWallet(WalletWords(code: 6000, message: "x"))
        for ticket in tickets + [ping] { #expect(world.error(ticket) == .sessionEnded(end)) }
        #expect(world.answers[untouched] == nil)
        #expect(world.ends == [end])
        #expect(world.error(try world.request(wallet)) == .sessionUnknown)
    }

    @Test func pingsAreAnsweredOrSilentAfter30Seconds() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let (first, second) = (world.nextTicket(), world.nextTicket())
        world.give(.ping(ticket: first, wallet.topic))
        let id = try #require(world.read(wallet).ids("wc_sessionPing").first)
        world.send(.result(id, true), from: wallet)
        #expect(try world.answers[first]?.first?.get() == true)
        world.give(.ping(ticket: second, wallet.topic))
        world.advance(by: .seconds(30))
        #expect(world.error(second) == .walletSilent)
        #expect(world.engine.sessions.count == 1)
    }

    @Test func aPingThatTheRelayNeverGotBlamesTheRelay() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.opening = { .failed(.refused("connection refused")) }
        world.cut()
        let ping = world.nextTicket()
        world.give(.ping(ticket: ping, wallet.topic))
        world.advance(by: .seconds(30))
        #expect(world.error(ping) == .relayUnreachable(.refused("connection refused")))
    }

    /// A request of the user's has another try at once, whatever pause the relay's absence has come to.
    @Test func aWishWaitsForNoLongPause() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.opening = { .failed(.refused("connection refused")) }
        world.cut()
        world.advance(by: .seconds(600))
        // The relay is back, which nobody knows.
        world.opening = { .opened }
        let (request, before) = (try world.request(wallet), world.openings.count)
        world.advance(by: .seconds(1))
        #expect(world.isConnected && world.openings.count <= before + 1)
        #expect(world.storedRequests[request] != nil)
        // Whoever asks again and again has a try a second at most.
        world.opening = { .failed(.refused("connection refused")) }
        world.cut()
        world.advance(by: .seconds(600))
        let tries = world.openings.count
        for _ in 0..<50 {
            _ = try world.propose()
            world.advance(by: .milliseconds(100))
        }
        #expect(world.openings.count - tries <= 6)
    }

    /// A relay that asks for fewer calls takes none of a request's time, and is asked no sooner.
    @Test func aLimitTakesNoneOfARequestsTime() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        world.opening = { .failed(.status(429)) }
        world.cut(code: 1013, reason: "too many")
        let before = world.openings.count
        let request = try world.request(wallet)
        world.advance(by: .seconds(7))
        #expect(world.openings.count == before)
        world.advance(by: .seconds(90))
        #expect(world.error(request) == nil)
        world.opening = { .opened }
        world.advance(by: .seconds(75))
        #expect(world.storedRequests[request] != nil && world.error(request) == nil)
    }

    /// Numbers of a damaged store are no reason to end the program, now or at the next start.
    @Test func aStoreWithTheGreatestNumberIsReadAndCountedOn() throws {
        let world = try EngineWorld()
        world.start()
        var (wallet, _) = try world.session()
        world.stored.records[SignRecordKey(.inbox, "18446744073709551615")] = [
            "topic": .string(wallet.topic.text), "message": "x",
        ]
        try world.restart()
        world.send(.request(wallet.nextID(), method: "wc_sessionPing", params: [:]), from: wallet)
        world.send(.request(wallet.nextID(), method: "wc_sessionPing", params: [:]), from: wallet)
        #expect(world.read(wallet).filter { if case .result = $0 { true } else { false } }.count == 2)
    }

    @Test(arguments: [
        (4001, "no", SignError.requestRejected(WalletWords(code: 4001, message: "no"))),
        (5000, "", .requestRejected(WalletWords(code: 5000, message: ""))),
        (5002, "User rejected", .requestRejected(WalletWords(code: 5002, message: "User rejected"))),
        (8000, "expired", .requestExpired), (10001, "?", .methodUnsupported("near_getAccounts")),
        (-32601, "?", .methodUnsupported("near_getAccounts")),
        (99, "odd", .requestRejected(WalletWords(code: 99, message: "odd"))),
    ]) func codesOfWalletsBecomeErrors(_ row: (code: Int, words: String, error: SignError)) throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let request = try world.request(wallet)
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        world.send(.failure(id, RPCAnswerError(code: row.code, message: row.words)), from: wallet)
        #expect(world.error(request) == row.error)
    }

    @Test func whatASessionDoesNotGrantIsNotSent() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let mainnet = try #require(ChainID("near:mainnet"))
        let testnet = try #require(EngineWorld.chain)
        func error(_ chain: ChainID, _ method: String, seconds: Int64 = 300, params: JSONValue = []) -> SignError? {
            let ticket = world.nextTicket()
            let order = RequestOrder(
                session: wallet.topic, chain: chain, method: method, params: params, seconds: seconds)
            world.give(.request(ticket: ticket, order))
            return world.error(ticket)
        }
        let before = world.relay.publications.count
        #expect(error(mainnet, "near_getAccounts") == .grantMissing([.account(mainnet)]))
        #expect(error(testnet, "near_signIn") == .grantMissing([.method("near_signIn", testnet)]))
        #expect(error(testnet, "near_getAccounts", seconds: 299) == .requestInvalid)
        #expect(error(testnet, "near_getAccounts", seconds: 604_801) == .requestInvalid)
        #expect(error(testnet, "") == .requestInvalid)
        let large = JSONValue.string(String(repeating: "x", count: SignLimits.message))
        #expect(error(testnet, "near_getAccounts", params: large) == .requestInvalid)
        #expect(world.relay.publications.count == before)
        for _ in 0..<SignLimits.openRequests { #expect(error(testnet, "near_getAccounts") == nil) }
        #expect(error(testnet, "near_getAccounts") == .tooMany)
    }
}
