// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Messages that no honest peer sends: never a crash, never an effect, always a finding.
struct BadInputTests {
    static let key = SecretBytes(copying: [UInt8](repeating: 7, count: 32))

    static func type(_ type: UInt8, _ count: Int) -> String {
        Base64.encode([type] + [UInt8](repeating: 0, count: count))
    }

    static let envelopes: [(String, EnvelopeError)] = [
        ("", .tooShort), ("A", .notBase64), ("AA==A", .notBase64), ("AAA!", .notBase64), (" AAA", .notBase64),
        (type(0, 0), .tooShort), (type(0, 27), .tooShort), (type(0, 28), .notAuthentic), (type(1, 59), .tooShort),
        (type(1, 60), .notAuthentic), (type(2, 100), .notEncrypted), (type(3, 100), .unknownType(3)),
        (type(255, 100), .unknownType(255)), (String(repeating: "A", count: SignLimits.message + 4), .tooLarge),
        ("ä", .notBase64), ("AA\0A", .notBase64),
    ]

    @Test(arguments: envelopes.indices) func badEnvelopesAreRefusedByTheirFault(_ index: Int) {
        let (text, error) = Self.envelopes[index]
        #expect(throws: error) { try Envelope.open(text, key: Self.key) }
    }

    @Test func everyChangedBitIsFound() throws {
        let text = try #require(Envelope.seal(Array(#"{"id":1,"result":true}"#.utf8), key: Self.key))
        let bytes = try #require(Base64.decode(text))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect(throws: EnvelopeError.self) { try Envelope.open(Base64.encode(changed), key: Self.key) }
            }
        }
        #expect(throws: EnvelopeError.notAuthentic) {
            try Envelope.open(text, key: SecretBytes(copying: [UInt8](repeating: 8, count: 32)))
        }
    }

    @Test func noIvIsUsedTwice() throws {
        let texts = try (0..<1000).map { _ in try #require(Envelope.seal([1, 2, 3], key: Self.key)) }
        #expect(Set(texts.map { $0.prefix(17) }).count == 1000)
    }

    @Test func paddingMayBeMissing() throws {
        for count in 1...6 {
            let content = [UInt8](repeating: 5, count: count)
            let text = try #require(Envelope.seal(content, key: Self.key))
            #expect(try Envelope.open(String(text.prefix { $0 != "=" }), key: Self.key).content == content)
        }
    }

    static let contents: [String] = [
        "", "5", "null", "[]", "{}", "{", #"{"id":1}"#, #"{"method":"x"}"#, #"{"id":1.5,"result":1}"#,
        #"{"id":-1,"result":1}"#, #"{"id":18446744073709551616,"result":1}"#, #"{"id":1e3,"result":1}"#,
        #"{"id":[],"method":"x"}"#, #"{"id":"","result":1}"#, #"{"id":null,"result":1}"#,
        #"{"id":1,"method":5}"#, #"{"id":1,"result":1}x"#, "\u{FEFF}{}",
        #"{"id":"\#(String(repeating: "1", count: 65))","result":1}"#,
        #"{"id":1,"method":"\#(String(repeating: "m", count: 129))"}"#,
        #"{"id":1,"result":"# + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}",
        #"{"id":1,"result":"\ud800"}"#, #"{"id":1,"result":1,}"#, #"{'id':1}"#,
    ]

    @Test(arguments: contents) func badContentsAreDroppedAndAcknowledged(_ content: String) throws {
        #expect(RPCMessage(Array(content.utf8)) == nil)
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let (sessions, published) = (world.engine.sessions[wallet.topic]?.session, world.relay.publications.count)
        let sealed = try #require(Envelope.seal(Array(content.utf8), key: wallet.key))
        world.hear(world.relay.deliver(sealed, on: wallet.topic))
        #expect(world.relay.toProgram.isEmpty)
        #expect(world.engine.sessions[wallet.topic]?.session == sessions)
        #expect(world.relay.publications.count == published)
        #expect(world.notes.last == .unreadable(wallet.topic, .notJSON))
    }

    @Test func bytesThatAreNoTextAreDropped() throws {
        #expect(RPCMessage([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) == nil)
        #expect(RPCMessage([UInt8](repeating: 0x20, count: SignLimits.message + 1)) == nil)
    }

    @Test func ofTwoMembersOfOneNameTheLastCounts() throws {
        let message = RPCMessage(Array(#"{"id":1,"id":2,"result":1,"result":3,"method":null}"#.utf8))
        #expect(message == .result(RPCIdentifier(2), 3))
    }

    @Test func envelopesWithASendersKeyHaveNoPlaceInASession() throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let content = Array(#"{"id":1,"method":"wc_sessionDelete","params":{}}"#.utf8)
        let sealed = try #require(
            Envelope.seal(
                content, key: wallet.key, nonce: [UInt8](repeating: 1, count: 12),
                sender: [UInt8](repeating: 2, count: 32)))
        world.hear(world.relay.deliver(sealed, on: wallet.topic))
        #expect(world.engine.sessions.count == 1)
        #expect(world.notes.last == .unreadable(wallet.topic, .unexpectedSender))
    }

    static let frames: [String] = [
        "", "{", "[]", "ping", #"{"id":1}"#, #"{"id":5,"result":true}"#, #"{"id":0,"error":{}}"#,
        #"{"id":0,"error":"words"}"#, #"{"error":{"code":-32600,"message":"x"}}"#, #"{"id":7,"error":{"code":"x"}}"#,
        #"{"id":7,"method":"irn_other","params":{}}"#, #"{"id":7,"method":"irn_subscription"}"#,
        #"{"id":7,"method":"irn_subscription","params":{"data":{"topic":"x","message":"y"}}}"#,
        #"{"id":7,"method":"irn_subscription","params":{"data":{"topic":5,"message":6}}}"#,
        #"{"id":7,"method":"irn_subscription","params":{"data":{"topic":"\#(String(repeating: "a", count: 64))","message":""}}}"#,
        #"{"id":"x","method":"irn_subscription","params":[]}"#, #"{"id":7,"error":{"code":99999999999999999999}}"#,
    ]

    @Test(arguments: frames) func strangeFramesOfTheRelayChangeNothing(_ frame: String) throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, session) = try world.session()
        let request = try world.request(wallet)
        world.hear([frame])
        #expect(world.isConnected)
        #expect(world.engine.sessions[wallet.topic]?.session == session)
        #expect(world.answers[request] == nil)
        let id = try #require(world.read(wallet).ids("wc_sessionRequest").first)
        world.send(.result(id, 1), from: wallet)
        #expect(try world.answers[request]?.first?.get() == 1)
    }

    @Test func descriptionsOfWalletsAreBounded() throws {
        let million = String(repeating: "ä", count: 1_000_000)
        let metadata = try #require(
            AppMetadata(json: [
                "name": .string(million), "description": .string(million), "url": "javascript:alert(1)",
                "icons": .array((0..<100).map { .string("https://x.example/\($0).png") } + [.string(million)]),
                "redirect": ["native": "file:///etc/passwd", "universal": "http://x", "linkMode": 5],
            ]))
        #expect(metadata.name.utf8.count <= SignLimits.name && metadata.name.allSatisfy { $0 == "ä" })
        #expect(metadata.description.utf8.count <= SignLimits.words)
        #expect(metadata.url.isEmpty && metadata.redirect == nil)
        #expect(metadata.icons.count == SignLimits.icons)
        #expect(AppMetadata(json: metadata.json) == metadata)
    }

    @Test(arguments: [
        "https://relay.example", "ws://relay.example", "ws://127.0.0.1.example", "wss://", "wss:///", "wss://a@b",
        "wss://relay.example?x=1", "wss://relay.example#x", "relay.example", "", "ws://localhost.example", "wss://a b",
    ]) func relaysThatAreNotSecureAreRefused(_ address: String) {
        #expect(RelayAddress(address, project: "p", agent: "a") == nil)
    }

    @Test(arguments: [
        "wss://relay.example", "wss://relay.example/", "wss://relay.example:8443/path", "ws://127.0.0.1:4711",
        "ws://localhost", "ws://[::1]:9",
    ]) func relaysThatAreSecureOrOnThisComputer(_ address: String) throws {
        let relay = try #require(RelayAddress(address, project: "p&q", agent: "wc-2/x y"))
        #expect(relay.text == "\(relay.audience)?projectId=p%26q&ua=wc-2%2Fx%20y")
        #expect(!relay.audience.hasSuffix("/"))
    }
}
