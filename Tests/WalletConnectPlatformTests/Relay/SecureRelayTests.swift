// SPDX-License-Identifier: MIT

import WalletConnectPlatform
import WalletConnectSign
import XCTest

/// The websocket with TLS, and through a proxy.
final class SecureRelayTests: TransportTestCase {
    func testATrustedAuthorityOpensASecureConnection() throws {
        try run {
            let certificates = try TestCertificates()
            let server = try secureServer(certificates)
            let recorder = Recorder(settings(trusting: certificates))
            let outcome = try await recorder.outcome("wss://localhost:\(server.port)/")
            XCTAssertEqual(outcome, .opened)
            let text = String(repeating: "secure ", count: 100_000)
            await recorder.transport.send(text)
            try await waitUntil("the echo") { recorder.kinds() == [.opened, .text(text)] }
            await recorder.stop()
            server.stop()
        }
    }

    func testAnotherAuthorityAnotherNameAndPlainTextAreNamedAsTLS() throws {
        try run {
            let certificates = try TestCertificates()
            let server = try secureServer(certificates)
            let plain = try TestServer { peer, _ in
                try peer.write(["HTTP/1.1 400 Bad Request", "Content-Length: 0"])
            }
            for (name, trusted, address) in [
                ("another authority", try TestCertificates(), "wss://localhost:\(server.port)/"),
                ("the system's", nil, "wss://localhost:\(server.port)/"),
                ("another name", certificates, "wss://other.localhost:\(server.port)/"),
                ("no TLS", certificates, "wss://localhost:\(plain.port)/"),
            ] {
                let recorder = Recorder(settings(trusting: trusted))
                let outcome = try await recorder.outcome(address)
                if case .failed(.tls(let words)) = outcome {
                    XCTAssertFalse(words.isEmpty, name)
                } else {
                    XCTFail("\(name): \(outcome)")
                }
                await recorder.stop()
            }
            server.stop()
            plain.stop()
        }
    }

    func testMissingCertificatesAreNamed() throws {
        try run {
            let recorder = Recorder(RelaySettings(certificates: "/nowhere/ca.pem"))
            let outcome = try await recorder.outcome("wss://localhost:1/")
            guard case .failed(.tls(let words)) = outcome else { return XCTFail("\(outcome)") }
            XCTAssertTrue(words.contains("/nowhere/ca.pem"), words)
            await recorder.stop()
        }
    }

    func testAProxyLeadsToTheRelayByCONNECT() throws {
        try run {
            let certificates = try TestCertificates()
            let proxy = try TestServer { peer, server in
                let head = try peer.readHead()
                server.note(head[0])
                server.note(head.contains { $0.contains("secret-token") } ? "token" : "no token")
                try peer.write(["HTTP/1.1 200 Connected"])
                try peer.startTLS(certificates)
                try peer.accept()
                try peer.echo()
            }
            let recorder = Recorder(
                settings(trusting: certificates, proxy: .address("http://127.0.0.1:\(proxy.port)")))
            let outcome = try await recorder.outcome("wss://relay.test/?projectId=x")
            XCTAssertEqual(outcome, .opened)
            await recorder.transport.send("through")
            try await waitUntil("the echo") { recorder.kinds() == [.opened, .text("through")] }
            XCTAssertEqual(proxy.notes, ["CONNECT relay.test:443 HTTP/1.1", "no token"])
            await recorder.stop()
            proxy.stop()
        }
    }

    func testAProxyThatRefusesIsNamedAndIsNotTakenForTheRelay() throws {
        try run {
            for status in [403, 407, 401, 502] {
                let proxy = try TestServer { peer, _ in
                    _ = try peer.readHead()
                    try peer.write([
                        "HTTP/1.1 \(status) No", "Content-Length: 0", "Connection: close",
                        "Proxy-Authenticate: Basic realm=\"proxy\"",
                    ])
                }
                let recorder = Recorder(
                    settings(trusting: nil, proxy: .address("http://127.0.0.1:\(proxy.port)")))
                let outcome = try await recorder.outcome("wss://relay.test/")
                guard case .failed(.proxy) = outcome else {
                    XCTFail("\(status): \(outcome)")
                    continue
                }
                await recorder.stop()
                proxy.stop()
            }
        }
    }

    func testAProxyThatIsNotThereIsNamed() throws {
        try run {
            let proxy = try TestServer { _, _ in }
            proxy.stop()
            let recorder = Recorder(
                settings(trusting: nil, proxy: .address("http://127.0.0.1:\(proxy.port)")))
            let outcome = try await recorder.outcome("wss://relay.test/")
            guard case .failed(.proxy) = outcome else { return XCTFail("\(outcome)") }
            await recorder.stop()
        }
    }

    func testThisComputersOwnAddressesNeedNoProxy() throws {
        try run {
            let proxy = try TestServer { _, server in server.note("asked") }
            let server = try TestServer { peer, _ in
                try peer.accept()
                try peer.echo()
            }
            let recorder = Recorder(
                settings(trusting: nil, proxy: .address("http://127.0.0.1:\(proxy.port)")))
            for (index, host) in ["127.0.0.1", "localhost"].enumerated() {
                let outcome = try await recorder.outcome("ws://\(host):\(server.port)/", index)
                XCTAssertEqual(outcome, .opened)
            }
            XCTAssertEqual(proxy.clients, 0)
            await recorder.stop()
            server.stop()
            proxy.stop()
        }
    }
}

/// A server with TLS that returns each text.
private func secureServer(_ certificates: TestCertificates) throws -> TestServer {
    try TestServer { peer, _ in
        try peer.startTLS(certificates)
        try peer.accept()
        try peer.echo()
    }
}

private func settings(
    trusting certificates: TestCertificates?, proxy: RelaySettings.Proxy = .system
) -> RelaySettings {
    RelaySettings(certificates: certificates?.authority, proxy: proxy)
}
