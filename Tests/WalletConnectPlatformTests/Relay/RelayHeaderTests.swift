// SPDX-License-Identifier: MIT

import WalletConnectPlatform
import WalletConnectSign
import XCTest

/// Other ways to introduce a program to a relay: the token in the address, and headers of the user's.
final class RelayHeaderTests: TransportTestCase {
    func testAHeaderIsReadOnlyWhereItCanHarmNothing() throws {
        for (line, name, value) in [
            ("Origin: https://app.example", "Origin", "https://app.example"), ("X-A:b", "X-A", "b"),
            ("x!#$%&'*+-.^_`|~9:  a: b  ", "x!#$%&'*+-.^_`|~9", "a: b"),
            ("\(String(repeating: "a", count: 64)): 1", String(repeating: "a", count: 64), "1"),
            ("A: \(String(repeating: "b", count: 1_024))", "A", String(repeating: "b", count: 1_024)),
            ("Tex: 1", "Tex", "1"),
        ] {
            let header = try XCTUnwrap(RelayHeader(line), line)
            XCTAssertEqual(header.name, name)
            XCTAssertEqual(header.value, value)
        }
        for line in [
            "", ":", "Origin", "Origin:", "Origin:   ", ": x", " Origin: x", "Ori gin: x", "Origin : x", "Ör: x",
            "A: é", "A: x\r\nB: y", "A: x\ny", "A: x\u{0}", "A: x\ty", "A: \u{7F}", "A\r\nB: x",
            "\(String(repeating: "a", count: 65)): 1", "A: \(String(repeating: "b", count: 1_025))",
            "Authorization: Bearer x", "AUTHORIZATION: x", "Host: x", "Connection: close", "Upgrade: h2c",
            "Content-Length: 5", "Transfer-Encoding: chunked", "Sec-WebSocket-Key: x", "Proxy-Authorization: x",
            "TE: x", "Keep-Alive: 1", "Expect: 100-continue",
        ] {
            XCTAssertNil(RelayHeader(line), line)
        }
    }

    func testTheTokenGoesInTheAddressAndHeadersBesideItWhereThatIsChosen() throws {
        try run {
            let server = try TestServer { peer, server in
                try peer.accept()
                server.note(peer.request[0])
                for name in ["Authorization", "Origin", "X-Trial"] { server.note(peer.header(name) ?? "none") }
                try peer.echo()
            }
            let lines = ["Origin: https://app.example", "X-Trial: a: b"]
            let recorder = Recorder(RelaySettings(token: .query, headers: lines.compactMap { RelayHeader($0) }))
            let outcome = try await recorder.outcome("ws://127.0.0.1:\(server.port)/?projectId=x")
            XCTAssertEqual(outcome, .opened)
            try await waitUntil("the notes") { server.notes.count == 4 }
            XCTAssertEqual(
                server.notes,
                ["GET /?projectId=x&auth=secret-token HTTP/1.1", "none", "https://app.example", "a: b"])
            await recorder.transport.send("hello")
            try await waitUntil("the echo") { recorder.kinds().count == 2 }
            await recorder.stop()
            server.stop()
        }
    }

    /// Sentences about a relay that isn't there name the address at most, and never the token.
    func testAFailureDoesNotNameTheTokenOfTheAddress() throws {
        try run {
            let closed = try TestServer { _, _ in }
            closed.stop()
            let refuses = try TestServer { peer, _ in
                try peer.readRequest()
                try peer.write(["HTTP/1.1 500 No", "Content-Length: 0", "Connection: close"])
            }
            let recorder = Recorder(RelaySettings(token: .query))
            for (index, port) in [closed.port, refuses.port].enumerated() {
                let outcome = try await recorder.outcome("ws://127.0.0.1:\(port)/?projectId=x", index + 1)
                guard case .failed(let fault) = outcome else { return XCTFail("\(outcome)") }
                XCTAssertFalse("\(fault) \(String(reflecting: fault))".contains("secret-token"))
            }
            await recorder.stop()
            refuses.stop()
        }
    }
}
