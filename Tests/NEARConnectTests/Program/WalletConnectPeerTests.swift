// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import WalletConnectSign
import XCTest

/// `near-connect walletconnect relay` and `wallet`: what they print, what they follow, and that they work together.
final class WalletConnectPeerTests: MainLoopTestCase {
    /// One of the two, started, each of whose lines is compared with its schema.
    private struct Peer {
        let verb: String
        let process = Process()
        let input = Pipe()
        let output = Pipe()

        init(_ words: [String], _ arguments: [String]) throws {
            verb = words.joined(separator: " ")
            process.executableURL = try CommandRun.executable()
            process.arguments = words + ["--json"] + arguments
            _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        /// Reads lines up to one with this event, and returns that.
        func event(_ name: String) throws -> JSONValue {
            while true {
                var line: [UInt8] = []
                while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
                    line.append(byte)
                }
                let json = try JSONValue.parse(line)
                let schema = JSONSchema(
                    try AnswerSchema.json("\(verb.replacing(" ", with: "-")).schema.json"))
                XCTAssertTrue(try schema.accepts(json), json.text)
                if json["event"]?.stringValue == name { return json }
            }
        }

        func write(_ text: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
        }

        /// Ends standard input and waits for the program's end.
        func end() throws -> Int32 {
            try input.fileHandleForWriting.close()
            process.waitForEnd()
            return process.terminationStatus
        }
    }

    func testARelayAndAPhoneOfOtherProcessesServeAProgram() throws {
        try run {
            let relay = try Peer(["walletconnect", "relay"], [])
            let url = try XCTUnwrap(try relay.event("ready")["url"]?.stringValue)
            let phone = try Peer(["walletconnect", "wallet"], ["-", "--relay", url])
            _ = try phone.event("ready")
            let client = try SignClient(
                SignConfiguration(
                    projectId: "p",
                    metadata: AppMetadata(name: "Test", description: "", url: "https://app.example"), relay: url),
                transport: LoopbackRelayTransport(), store: MemorySignStore())
            try await client.start()
            let chain = try XCTUnwrap(ChainID("near:testnet"))
            let attempt = try await client.propose(
                SessionProposal(
                    required: ["near": NamespaceRequest(chains: [chain], methods: ["near_getAccounts"], events: [])]))
            try phone.write(attempt.uri.text)
            let session = try await attempt.session()
            XCTAssertEqual(try phone.event("settled")["topic"]?.stringValue, session.topic.text)
            let accounts = try await client.request(
                "near_getAccounts", [:], chain: chain, session: session.topic)
            XCTAssertEqual(accounts[0]?["accountId"]?.stringValue, "alice.test.near")
            XCTAssertEqual(try phone.event("answered")["method"]?.stringValue, "near_getAccounts")
            for line in [
                #"{"ping": true}"#, #"{"extend": 604790}"#, #"{"event": {"name": "x", "chain": "near:testnet"}}"#,
            ] {
                try phone.write(line)
                _ = try phone.event("told")
            }
            try phone.write(#"{"script": {"*": ["hang"]}}"#)
            _ = try phone.event("script")
            try phone.write(#"{"sleep": true}"#)
            _ = try phone.event("sleeps")
            try phone.write(#"{"wake": true}"#)
            try phone.write(#"{"disconnect": {"code": 6000, "message": "bye"}}"#)
            XCTAssertEqual(try phone.event("ended")["code"], 6_000)
            while await !client.sessions.isEmpty { await Task.yield() }
            try relay.write(#"{"calls": true}"#)
            let calls = try XCTUnwrap(try relay.event("calls")["calls"]?.arrayValue)
            XCTAssertTrue(calls.contains { $0["tag"] == 1_108 }, "\(calls)")
            await client.stop()
            XCTAssertEqual(try phone.end(), 0)
            XCTAssertEqual(try relay.end(), 0)
        }
    }

    func testLinesThatCantBeFollowedAreSaidAndThePeersGoOn() throws {
        let relay = try Peer(["walletconnect", "relay"], ["--rules", #"[{"on": "connect", "do": "limit"}]"#])
        let url = try XCTUnwrap(try relay.event("ready")["url"]?.stringValue)
        for line in ["x", "[]", "{}", #"{"close": 5}"#, #"{"rules": 5}"#, #"{"cut": true, "release": true}"#] {
            try relay.write(line)
            XCTAssertNotNil(try relay.event("error")["message"], line)
        }
        for (line, event) in [
            (#"{"rules": []}"#, "rules"), (#"{"release": true}"#, "released"), (#"{"close": 4010}"#, "closed"),
            (#"{"cut": true}"#, "closed"),
        ] {
            try relay.write(line)
            _ = try relay.event(event)
        }
        let phone = try Peer(["walletconnect", "wallet"], ["--relay", url])
        _ = try phone.event("ready")
        for line in ["x", #"{"pair": "wc:x"}"#, #"{"script": {"*": ["fly"]}}"#, #"{"ping": true}"#, #"{"fly": 1}"#] {
            try phone.write(line)
            XCTAssertNotNil(try phone.event("error")["message"], line)
        }
        XCTAssertEqual(try phone.end(), 0)
        XCTAssertEqual(try relay.end(), 0)
    }

    func testACommandLineThatIsWrongIsRefusedWithStatus64() throws {
        let environment = ProcessInfo.processInfo.environment
        for arguments in [
            ["relay", "--rules", "x"], ["relay", "--rules", #"[{"on": "x", "do": "lose"}]"#],
            ["wallet", "--relay", "wss://relay.example"], ["wallet", "--relay", "ws://127.0.0.1:1", "--script", "[]"],
        ] {
            let run = try CommandRun.run(["walletconnect"] + arguments + ["--json"], environment)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertEqual(
                try AnswerSchema.check(run, of: "walletconnect \(arguments[0])").map { $0["code"] }, ["usage"])
        }
    }
}
