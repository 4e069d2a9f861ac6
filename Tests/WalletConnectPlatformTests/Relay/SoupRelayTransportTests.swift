// SPDX-License-Identifier: MIT

import GLibRuntime
import WalletConnectPlatform
import WalletConnectSign
import XCTest

/// The websocket against a server on loopback that sends what each test says.
final class SoupRelayTransportTests: TransportTestCase {
    func testTextsGoBothWaysInOrder() throws {
        try run {
            let server = try TestServer { peer, _ in
                try peer.accept()
                try peer.echo()
            }
            let recorder = Recorder()
            let outcome = try await recorder.outcome("ws://127.0.0.1:\(server.port)/?projectId=x")
            XCTAssertEqual(outcome, .opened)
            let texts = (0..<200).map { "\($0) – é – \(String(repeating: "x", count: $0 * 50))" } + ["with\u{0}zero"]
            for text in texts { await recorder.transport.send(text) }
            try await waitUntil("the echoes") { recorder.kinds().count == texts.count + 1 }
            XCTAssertEqual(Array(recorder.kinds().dropFirst()), texts.map { .text($0) })
            await recorder.stop()
            server.stop()
        }
    }

    func testTheLargestTextComesAndALargerOneEndsTheConnection() throws {
        try run {
            let server = try TestServer { peer, _ in
                try peer.accept()
                try peer.send(String(repeating: "a", count: SignLimits.frame))
                try peer.send(String(repeating: "b", count: SignLimits.frame + 1))
                // libsoup's own reading goes on until this side lets go.
                _ = try peer.readFrame()
                while true { _ = try peer.readFrame() }
            }
            let recorder = Recorder()
            await recorder.open("ws://127.0.0.1:\(server.port)/")
            try await waitUntil("the end") { recorder.kinds().count == 3 }
            guard case .text(let text) = recorder.kinds()[1], case .closed(0, _) = recorder.kinds()[2] else {
                return XCTFail("\(recorder.kinds().map { String("\($0)".prefix(80)) })")
            }
            XCTAssertEqual(text.utf8.count, SignLimits.frame)
            await recorder.stop()
            server.stop()
        }
    }

    func testTheTokenTravelsAsAHeaderAndNoCompressionIsOffered() throws {
        try run {
            let server = try TestServer { peer, server in
                try peer.accept()
                server.note(peer.header("Authorization") ?? "none")
                server.note(peer.header("Sec-WebSocket-Extensions") ?? "none")
                server.note(peer.request[0])
                try peer.echo()
            }
            let recorder = Recorder()
            let outcome = try await recorder.outcome("ws://localhost:\(server.port)/?projectId=x")
            XCTAssertEqual(outcome, .opened)
            try await waitUntil("the notes") { server.notes.count == 3 }
            XCTAssertEqual(server.notes, ["Bearer secret-token", "none", "GET /?projectId=x HTTP/1.1"])
            await recorder.stop()
            server.stop()
        }
    }

    func testCloseCodesAndReasonsArriveAsTheyAre() throws {
        try run {
            let recorder = Recorder()
            for (index, code) in [3000, 4010, 1013, 1001, 4008].enumerated() {
                let server = try TestServer { peer, _ in
                    try peer.accept()
                    try peer.sendClose(code, "because \(code)")
                    _ = try peer.readFrame()
                }
                await recorder.open("ws://127.0.0.1:\(server.port)/", index + 1)
                try await waitUntil("the end") { recorder.kinds(index + 1).count == 2 }
                guard case .closed(code, let reason) = recorder.kinds(index + 1)[1] else {
                    XCTFail("\(code): \(recorder.kinds(index + 1))")
                    continue
                }
                // libsoup keeps no reason of a code that it doesn't know, and 1013 is younger than RFC 6455.
                if code != 1013 { XCTAssertEqual(reason, "because \(code)") }
                server.stop()
            }
            await recorder.stop()
        }
    }

    func testACutConnectionClosesWithCodeZero() throws {
        try run {
            let server = try TestServer { peer, _ in
                try peer.accept()
                _ = try peer.readFrame()
            }
            let recorder = Recorder()
            await recorder.open("ws://127.0.0.1:\(server.port)/")
            try await waitUntil("the opening") { recorder.kinds() == [.opened] }
            await recorder.transport.send("cut me")
            try await waitUntil("the end") { recorder.kinds().count == 2 }
            guard case .closed(0, _) = recorder.kinds()[1] else { return XCTFail("\(recorder.kinds())") }
            await recorder.stop()
            server.stop()
        }
    }

    func testEachPongIsHeardAndSilenceIsNot() throws {
        try run {
            let server = try TestServer { peer, server in
                try peer.accept()
                while true {
                    let frame = try peer.readFrame()
                    if frame.opcode == 8 { return try peer.send(8, frame.content) }
                    guard frame.opcode == 9 else { continue }
                    server.note("ping")
                    if server.notes.count == 1 { try peer.send(10, frame.content) }
                }
            }
            let recorder = Recorder()
            await recorder.open("ws://127.0.0.1:\(server.port)/")
            try await waitUntil("three pings") { server.notes.count >= 3 }
            XCTAssertEqual(recorder.events.map(\.kind), [.opened, .heard])
            await recorder.stop()
            server.stop()
        }
    }

    func testAnOpeningThatIsRefusedTellsTheStatus() throws {
        try run {
            let recorder = Recorder()
            for (index, status) in [401, 403, 429, 500].enumerated() {
                let server = try TestServer { peer, _ in
                    try peer.readRequest()
                    try peer.write([
                        "HTTP/1.1 \(status) No", "Content-Length: 0", "Connection: close",
                        "WWW-Authenticate: Basic realm=\"relay\"",
                    ])
                }
                let outcome = try await recorder.outcome("ws://127.0.0.1:\(server.port)/", index + 1)
                XCTAssertEqual(outcome, .failed(.status(status)))
                XCTAssertEqual(server.clients, 1)
                server.stop()
            }
            await recorder.stop()
        }
    }

    func testARedirectIsNotFollowed() throws {
        try run {
            let target = try TestServer { peer, server in
                try peer.accept()
                server.note(peer.header("Authorization") ?? "none")
            }
            let server = try TestServer { peer, _ in
                try peer.readRequest()
                try peer.write([
                    "HTTP/1.1 302 Found", "Location: ws://127.0.0.1:\(target.port)/", "Content-Length: 0",
                    "Connection: close",
                ])
            }
            let recorder = Recorder()
            let outcome = try await recorder.outcome("ws://127.0.0.1:\(server.port)/")
            XCTAssertEqual(outcome, .failed(.status(302)))
            XCTAssertEqual(target.clients, 0)
            await recorder.stop()
            server.stop()
            target.stop()
        }
    }

    func testAClosedPortAndAnUnknownNameAreNamed() throws {
        try run {
            let server = try TestServer { _, _ in }
            server.stop()
            let recorder = Recorder()
            let closed = try await recorder.outcome("ws://127.0.0.1:\(server.port)/", 1)
            guard case .failed(.refused) = closed else { return XCTFail("\(closed)") }
            let direct = Recorder(RelaySettings(certificates: nil, proxy: .address("direct://"), ping: 1))
            let unknown = try await direct.outcome("wss://relay.invalid/", 2)
            guard case .failed(.name) = unknown else { return XCTFail("\(unknown)") }
            await recorder.stop()
            await direct.stop()
        }
    }

    func testOnlySecureAddressesLeaveThisComputer() throws {
        try run {
            let recorder = Recorder()
            let addresses = ["ws://relay.test/", "http://127.0.0.1/", "wss://user@relay.test/", "nonsense", "wss:///x"]
            for (index, address) in addresses.enumerated() {
                let outcome = try await recorder.outcome(address, index)
                guard case .failed(.other) = outcome else { return XCTFail("\(address): \(outcome)") }
            }
            await recorder.stop()
        }
    }

    func testAnOpeningThatIsGivenUpTellsNothing() throws {
        try run {
            let server = try TestServer { peer, server in
                try peer.readRequest()
                server.note("asked")
                _ = try peer.read(1)
            }
            let recorder = Recorder()
            await recorder.open("ws://127.0.0.1:\(server.port)/")
            try await waitUntil("the request") { server.notes == ["asked"] }
            await recorder.transport.close()
            try await waitUntil("the end at the server") { server.running == 0 }
            XCTAssertEqual(recorder.events, [])
            await recorder.stop()
            server.stop()
        }
    }
}
