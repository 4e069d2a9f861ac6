// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing
import WalletConnectSign

@testable import NEARConnectPeers

/// The relay's door: tokens, projects, one connection a client.
struct RelayEntryTests {
    /// A token with claims of the test's choice, signed by a key of its own or by another.
    private func token(
        _ identity: ClientIdentity, _ claims: JSONValue.Members, header: JSONValue = ["alg": "EdDSA", "typ": "JWT"],
        signer: ClientIdentity? = nil
    ) throws -> String {
        let now = SystemSignClock().now.wall.seconds
        var all: JSONValue.Members = [
            "iss": .string(identity.id), "sub": "ab", "iat": .integer(Int128(now)),
            "exp": .integer(Int128(now + 60)),
        ]
        for (name, value) in claims { all[name] = value }
        let parts = [header, JSONValue.object(all)].map { Self.forAddress(Base64.encode($0.bytes)) }
        let text = parts.joined(separator: ".")
        return "\(text).\(Self.forAddress(Base64.encode((signer ?? identity).sign(Array(text.utf8)) ?? [])))"
    }

    private static func forAddress(_ text: String) -> String {
        String(text.compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
    }

    @Test func tokensAreLookedAtAsTheRealRelayDoesIt() async throws {
        var settings = RelaySettings()
        settings.projects = ["p"]
        let relay = try await WalletConnectRelay.start(settings)
        let (identity, stranger) = (try #require(ClientIdentity.make()), try #require(ClientIdentity.make()))
        let client = PlainClient(identity)
        let now = SystemSignClock().now.wall.seconds
        let right: JSONValue.Members = ["aud": .string(relay.address)]
        func time(_ seconds: Int64) -> JSONValue { .integer(Int128(now + seconds)) }
        let cases: [(String, RelayTransportEvent.Kind)] = [
            (try token(identity, right), .opened),
            (try token(identity, ["aud": .string(relay.address.replacing("127.0.0.1", with: "localhost"))]), .opened),
            (try token(identity, ["aud": "wss://relay.walletconnect.org"]), .failed(.status(403))),
            (try token(identity, ["aud": .string(relay.address + "/")]), .failed(.status(403))),
            (try token(identity, right, signer: stranger), .failed(.status(403))),
            (try token(identity, right.merging(["iss": .string(stranger.id)]) { $1 }), .failed(.status(403))),
            (try token(identity, right.merging(["exp": time(-121)]) { $1 }), .failed(.status(401))),
            (try token(identity, right.merging(["exp": time(-60)]) { $1 }), .opened),
            (try token(identity, right.merging(["iat": time(300)]) { $1 }), .failed(.status(401))),
            (try token(identity, right.merging(["exp": .null]) { $1 }), .failed(.status(403))),
            (try token(identity, right.merging(["sub": ""]) { $1 }), .failed(.status(403))),
            (try token(identity, right.merging(["iss": "did:key:z6Mk"]) { $1 }), .failed(.status(403))),
            (try token(identity, right, header: ["alg": "none", "typ": "JWT"]), .failed(.status(403))),
            ("a.b", .failed(.status(403))), ("..", .failed(.status(403))),
            (try token(identity, right) + "=", .failed(.status(403))),
            (String(repeating: "a", count: 3_000), .failed(.status(403))),
        ]
        for (index, (token, expected)) in cases.enumerated() {
            #expect(try await client.connect(relay, token: token) == expected, "case \(index)")
        }
        #expect(try await client.connect(relay, project: "q") == .failed(.status(401)))
        #expect(try await client.connect(relay, project: "") == .failed(.status(401)))
        await relay.stop()
    }

    @Test func aTokenMayStandInTheAddress() async throws {
        let relay = try await WalletConnectRelay.start()
        let identity = try #require(ClientIdentity.make())
        let transport = LoopbackRelayTransport()
        var events = transport.events.makeAsyncIterator()
        let token = try token(identity, ["aud": .string(relay.address)])
        await transport.open(
            RelayOpening(
                connection: 1, address: "\(relay.address)/?auth=\(token)&projectId=p", authorization: "Basic x"))
        #expect(await events.next()?.kind == .opened)
        await transport.open(RelayOpening(connection: 2, address: "\(relay.address)/?projectId=p", authorization: ""))
        #expect(await events.next()?.kind == .failed(.status(401)))
        await relay.stop()
    }

    @Test func theLastConnectionOfAClientWins() async throws {
        let relay = try await WalletConnectRelay.start()
        let identity = try #require(ClientIdentity.make())
        let (first, second) = (PlainClient(identity), PlainClient(identity))
        #expect(try await first.connect(relay) == .opened)
        #expect(try await second.connect(relay) == .opened)
        #expect(try await first.next() == .closed(code: 4_010, reason: "another connection of this client"))
        #expect(await relay.connectionCount == 1)
        await relay.stop()
    }

    @Test func aRelayThatHasStoppedLeavesNothingOpen() async throws {
        let relay = try await WalletConnectRelay.start()
        let client = try PlainClient()
        #expect(try await client.connect(relay) == .opened)
        let waiting = Task { await relay.call { $0.method == "never" } }
        await relay.stop()
        #expect(await waiting.value == nil)
        #expect(try await client.next() == .closed(code: 0, reason: ""))
        await relay.stop()
        #expect(await relay.calls.isEmpty)
        guard case .failed(.refused) = try await client.connect(relay) else { throw PlainClientError.ended }
    }

    @Test func onlyLoopbackIsSpokenWith() async throws {
        let transport = LoopbackRelayTransport()
        var events = transport.events.makeAsyncIterator()
        for address in ["wss://127.0.0.1:1", "ws://relay.example:80", "ws://127.0.0.1", "ws://127.0.0.1:99999", "x"] {
            await transport.open(RelayOpening(connection: 1, address: address, authorization: ""))
            #expect(await events.next()?.kind == .failed(.other("only ws on this computer")))
        }
    }
}
