// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Web pages: those that the devnet doesn't answer, those that may read, and those that may change the chain.
@Suite(.ownThread) struct PageAccessTests {
    /// A request of each method that changes the chain, one that would succeed.
    private static func changes(_ devnet: Devnet, _ client: RawClient) async throws -> [(String, JSONValue)] {
        let actions: [Action] = [.transfer(TransferAction(deposit: .test(1)))]
        let transaction = try await client.sign(devnet.accounts[0], to: devnet.accounts[1].id, actions)
        let text: JSONValue = .string(Data(transaction.borshBytes).base64EncodedString())
        let record: JSONValue = ["Data": ["account_id": "alice.test.near", "data_key": "aw==", "value": "dg=="]]
        return [
            ("send_tx", ["signed_tx_base64": text]), ("broadcast_tx_async", [text]), ("broadcast_tx_commit", [text]),
            ("devnet_faucet", ["account_id": "alice.test.near"]), ("sandbox_patch_state", ["records": [record]]),
            ("sandbox_fast_forward", ["delta_height": 5]), ("devnet_snapshot", [:]), ("devnet_restore", ["id": 1]),
        ]
    }

    @Test(arguments: [
        ["evil.example"], ["evil.example:3030"], ["127.0.0.1.evil.example"], ["localhost.evil.example"], ["127.0.0.2"],
        ["0.0.0.0"], ["localhost:80@evil.example"], ["[::1].evil.example"], ["127.0.0.1:x"], [""], [],
        ["127.0.0.1", "evil.example"], ["evil.example", "127.0.0.1"], ["loc\u{212A}alhost"],
    ])
    func onlyThisComputersNamesAreAnswered(_ hosts: [String]) async throws {
        try await withDevnet { devnet, client in
            let headers = hosts.map { "Host: \($0)" }
            for line in ["GET /", "GET /status", "GET /health", "OPTIONS /", "POST /", "GET /explorer.js"] {
                let connection = try RawConnection(devnet.rpcURL)
                let answer = try connection.request(line, headers, body: [])
                #expect(answer.status == 403)
                #expect(String(decoding: answer.body, as: UTF8.self).contains("the Host header names another server"))
                #expect(!answer.lines.contains { $0.hasPrefix("access-control-") })
                try connection.close()
            }
            for (method, params) in try await Self.changes(devnet, client) {
                let connection = try RawConnection(devnet.rpcURL)
                #expect(try connection.call(method, params, headers: headers).status == 403)
                try connection.close()
            }
            #expect(try await client.result("status", [])["sync_info"]?["latest_block_height"] == 0)
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost:3030", "LocalHost", "[::1]:8080", "127.0.0.1:65535"])
    func thisComputersNamesAreAnswered(_ host: String) async throws {
        try await withDevnet { devnet, _ in
            let connection = try RawConnection(devnet.rpcURL)
            #expect(try connection.request("GET /status", ["Host: \(host)"]).status == 200)
            try connection.close()
        }
    }

    @Test(arguments: [
        "https://evil.example", "null", "http://127.0.0.1", "http://localhost:5174", "https://app.example.evil.example",
        "http://app.example", "https://app.example:444", "https://app.example/", "HTTPS://APP.EXAMPLE", "*", "",
    ])
    func anotherPageReadsAndChangesNothing(_ origin: String) async throws {
        try await withDevnet {
            $0.allowedOrigins = ["https://app.example", "http://localhost:5173"]
        } _: { devnet, client in
            let host = "127.0.0.1:\(try #require(devnet.rpcURL.port))"
            let headers = ["Host: \(host)", "Origin: \(origin)"]
            let connection = try RawConnection(devnet.rpcURL)
            for (method, params) in try await Self.changes(devnet, client) {
                let answer = try connection.call(method, params, headers: headers)
                #expect(answer.status == 403, "\(method)")
                #expect(try answer.json()["error"]?["cause"]?["name"] == "ORIGIN_NOT_ALLOWED")
                #expect(try answer.json()["error"]?["data"]?.stringValue?.contains("--allow-origin") == true)
                // So that whoever writes the page can read what is missing.
                #expect(answer.has("access-control-allow-origin: *"))
            }
            let answer = try connection.call("status", [], headers: headers)
            #expect(answer.status == 200)
            #expect(answer.has("access-control-allow-origin: *"))
            #expect(try answer.json()["result"]?["sync_info"]?["latest_block_height"] == 0)
            try connection.close()
        }
    }

    /// A page may send its reads with any header, so every preflight is granted.
    @Test func preflightsAreGranted() async throws {
        try await withDevnet { devnet, _ in
            let connection = try RawConnection(devnet.rpcURL)
            let answer = try connection.request(
                "OPTIONS /", ["Host: localhost", "Origin: https://evil.example", "Access-Control-Request-Method: POST"])
            #expect(answer.status == 204)
            #expect(answer.has("access-control-allow-origin: *"))
            #expect(!answer.lines.contains { $0.hasPrefix("access-control-allow-credentials") })
            try connection.close()
        }
    }

    @Test(arguments: [
        (["https://app.example", "http://localhost:5173"], "http://localhost:5173"),
        (["https://app.example", "http://localhost:5173"], "https://app.example"), (["*"], "https://evil.example"),
        (["*"], "null"), ([], "http://localhost:99"),
    ])
    func anAllowedPageChangesTheChain(_ allowed: [String], _ origin: String) async throws {
        try await withDevnet {
            $0.allowedOrigins = allowed
        } _: { devnet, client in
            let connection = try RawConnection(devnet.rpcURL)
            // The last case is the explorer's own page, at whatever port it is reached.
            let headers = ["Host: localhost:99", "Origin: \(origin)"]
            for (method, params) in try await Self.changes(devnet, client) {
                let answer = try connection.call(method, params, headers: headers)
                #expect(answer.status == 200, "\(method)")
                #expect(try answer.json()["error"] == nil)
            }
            try connection.close()
        }
    }

    /// Two headers leave open which of them a page has sent.
    @Test func twoOriginsAreNobody() async throws {
        try await withDevnet { devnet, client in
            let connection = try RawConnection(devnet.rpcURL)
            let headers = ["Host: localhost", "Origin: http://localhost", "Origin: https://evil.example"]
            let (method, params) = try await Self.changes(devnet, client)[3]
            #expect(try connection.call(method, params, headers: headers).status == 403)
            #expect(try connection.call(method, params, headers: Array(headers.dropLast())).status == 200)
            try connection.close()
        }
    }

    @Test(arguments: [
        "localhost:5173", "http://localhost:5173/", "https://App.example", "https://app.example:443", "http://a:80",
        "http://", "http://a:", "http://a:0", "http://a:65536", "null", "", "http://a b", "https://a@b", "//a",
        "http://\u{e9}.example", "http://[::1", "https://app.example/page",
    ])
    func whatNoBrowserSendsIsNoOrigin(_ origin: String) async throws {
        var configuration = DevnetConfiguration()
        configuration.allowedOrigins = ["https://app.example", origin]
        let error = await #expect(throws: DevnetError.self) { try await Devnet.start(configuration) }
        #expect(error?.description.contains("a browser sends no origin as it is written here") == true)
    }

    @Test(arguments: ["https://app.example", "http://localhost:5173", "http://[::1]:8080", "tauri://localhost", "*"])
    func whatBrowsersSendIsAnOrigin(_ origin: String) throws {
        _ = try PageAccess(allowing: [origin])
    }

    @Test func theProgramTakesOrigins() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "origins-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = try await DevnetProgram(
            state: folder, ["--allow-origin", "https://a.example", "--allow-origin", "https://b.example"])
        defer { program.kill() }
        let connection = try RawConnection(program.url)
        for (origin, status) in [("a", 200), ("b", 200), ("c", 403)] {
            let headers = ["Host: localhost", "Origin: https://\(origin).example"]
            let answer = try connection.call("sandbox_fast_forward", ["delta_height": 1], headers: headers)
            #expect(answer.status == status)
        }
        try connection.close()
        try FileManager.default.removeItem(at: folder)
    }
}
