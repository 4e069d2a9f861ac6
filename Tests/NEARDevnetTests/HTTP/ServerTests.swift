// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// The HTTP server: the requests that it takes, and its answers to malformed ones.
@Suite struct ServerTests {
    @Test func unknownPathsAndMethodsAreNotFound() async throws {
        try await withDevnet { _, client in
            for (method, path, status) in [("GET", "nothing", 404), ("DELETE", "status", 405), ("GET", "health", 200)] {
                let answer = try await client.send(method, path: path)
                #expect(answer.status == status)
            }
        }
    }

    @Test func aNodesOtherPagesAreThere() async throws {
        try await withDevnet { devnet, client in
            try await devnet.fastForward(7)
            let info = try await client.send("GET", path: "network_info")
            let expected = try await client.result("network_info", [])
            #expect(try info.json() == expected)
            #expect(info.headers["content-type"] == "application/json")
            let metrics = try await client.send("GET", path: "metrics")
            #expect(metrics.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = String(decoding: metrics.body, as: UTF8.self).split(separator: "\n")
            #expect(lines.contains("near_block_height_head 7"))
            // Prometheus takes what has a type and a number.
            for line in lines where !line.hasPrefix("#") {
                let parts = line.split(separator: " ")
                #expect(parts.count == 2 && UInt64(parts[1]) != nil)
                #expect(lines.contains("# TYPE \(parts[0]) gauge"))
            }
            #expect(try await client.send(path: "metrics", body: []).status == 405)
        }
    }

    @Test func oversizedBodyIsAnsweredAndForgotten() async throws {
        try await withDevnet { _, client in
            let answer = try await client.send(body: [UInt8](repeating: 0x20, count: RPCServer.maxBodySize + 1))
            #expect(answer.status == 413)
            #expect(try answer.json()["error"]?["cause"]?["name"] == "PARSE_ERROR")
            #expect(try await client.result("status", [])["chain_id"] == "devnet")
        }
    }

    /// With Nagle's algorithm, not one answer would take less than the 40 ms of a delayed acknowledgement.
    @Test func answersDoNotWaitForAcknowledgements() async throws {
        try await withDevnet { _, client in
            var fastest = Duration.seconds(60)
            // One is enough, and a busy machine may take its time until it comes.
            for _ in 0..<1_000 where fastest >= .milliseconds(40) {
                let begin = ContinuousClock.now
                _ = try await client.result("status", [])
                fastest = min(fastest, begin.duration(to: .now))
            }
            #expect(fastest < .milliseconds(40))
        }
    }

    @Test func portThatIsTakenIsATypedError() async throws {
        try await withDevnet { devnet, client in
            let port = UInt16(try #require(devnet.rpcURL.port))
            var configuration = DevnetConfiguration()
            configuration.port = port
            await #expect(throws: DevnetError.portInUse(port)) { try await Devnet.start(configuration) }
            #expect(try await client.result("status", [])["chain_id"] == "devnet")
        }
    }

    @Test func stoppedDevnetFreesItsPort() async throws {
        var configuration = DevnetConfiguration()
        let first = try await Devnet.start(configuration)
        configuration.port = UInt16(try #require(first.rpcURL.port))
        await first.stop()
        let second = try await Devnet.start(configuration)
        #expect(second.rpcURL == first.rpcURL)
        await second.stop()
    }

    @Test func onlyLoopbackIsListenedOn() async throws {
        try await withDevnet { devnet, _ in
            #expect(devnet.rpcURL.host == "127.0.0.1")
            // Another address of the same machine, which a server on all interfaces would answer at.
            let port = UInt16(try #require(devnet.rpcURL.port))
            let other = try sockaddr_in.inet(ip4: "127.0.0.2", port: port)
            let socket = try Socket(domain: AF_INET)
            #expect(throws: SocketError.self) { try socket.connect(to: other) }
            try socket.close()
        }
    }

    @Test(arguments: [
        (["chainId"], "chain id"), (["epoch"], "epoch"), (["twice"], "twice"), (["interval"], "time between blocks"),
    ])
    func wrongConfigurationIsATypedError(_ names: [String], _ words: String) async throws {
        var configuration = DevnetConfiguration()
        switch names.first {
        case "chainId": configuration.chainId = ""
        case "epoch": configuration.epochLength = 0
        case "twice": configuration.accounts = [.init(try AccountId("test.near"))]
        default: configuration.blockProduction = .every(.zero)
        }
        let error = await #expect(throws: DevnetError.self) { try await Devnet.start(configuration) }
        #expect(error?.description.contains(words) == true)
    }
}
