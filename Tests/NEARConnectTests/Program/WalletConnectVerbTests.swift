// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

/// `walletconnect`: each verb is a process of its own, and what one has stored the next one finds.
final class WalletConnectVerbTests: HomeTestCase {
    private static func check(_ answer: JSONValue, of verb: String) throws {
        try AnswerSchema.check(CommandRun(status: 0, output: answer.text, errors: ""), of: "walletconnect \(verb)")
    }

    func testAWalletIsConnectedAskedAndDisconnected() throws {
        let environment = environment
        try run {
            let server = try await WalletConnectRelay.start()
            let relay = server.address
            let phone = try XCTUnwrap(
                ScriptedWalletConnectWallet(
                    ScriptedWalletConnectWallet.Settings(
                        relay: relay, accounts: [try DevnetAccount(try AccountId("alice.testnet"), seed: "phone")])))
            let connect = try LineChild(walletConnect: ["connect", "--json", "--relay", relay], environment)
            let link = try await connect.next()
            try Self.check(link, of: "connect")
            XCTAssertEqual(link["event"], "uri")
            try await phone.pair(try XCTUnwrap(link["uri"]?.stringValue))
            let connected = try await connect.next()
            try Self.check(connected, of: "connect")
            XCTAssertEqual(connect.end(), 0)
            let topic = try XCTUnwrap(connected["session"]?["topic"]?.stringValue)
            XCTAssertEqual(connected["session"]?["accounts"], ["near:testnet:alice.testnet"])

            for (verb, words) in [
                ("sessions", ["sessions"]), ("accounts", ["accounts"]),
                ("request", ["request", String(topic.prefix(8)), "near_getAccounts", "--relay", relay]),
                ("ping", ["ping", topic, "--relay", relay]),
            ] {
                let run = try await CommandRun.walletConnect(words + ["--json"], environment)
                XCTAssertEqual(run.status, 0, "\(verb): \(run.output)\(run.errors)")
                XCTAssertEqual(try AnswerSchema.check(run, of: "walletconnect \(verb)").count, 1)
                if verb == "request" {
                    XCTAssertEqual(try run.json()[0]["result"]?[0]?["accountId"], "alice.testnet")
                }
            }

            let listen = try LineChild(walletConnect: ["listen", "--json", "--relay", relay], environment)
            let there = try await listen.next { $0["event"] == "relay" && $0["state"] == "connected" }
            try Self.check(there, of: "listen")
            // The relay delivers to one connection of a client: others speak through the process that has it.
            for (verb, words) in [
                ("sessions", ["sessions"]), ("accounts", ["accounts"]), ("ping", ["ping", topic]),
                ("request", ["request", topic, "near_getAccounts"]),
            ] {
                let run = try await CommandRun.walletConnect(words + ["--relay", relay, "--json"], environment)
                XCTAssertEqual(run.status, 0, "\(verb): \(run.output)\(run.errors)")
                XCTAssertEqual(try AnswerSchema.check(run, of: "walletconnect \(verb)").count, 1)
            }
            // Topics are random: only another first digit is never the beginning of this one.
            let other = topic.hasPrefix("0") ? "1" : "0"
            let unknown = try await CommandRun.walletConnect(["ping", other, "--relay", relay, "--json"], environment)
            XCTAssertEqual(try AnswerSchema.check(unknown, of: "walletconnect ping")[0]["code"], "sessionUnknown")
            let forgotten = try await CommandRun.walletConnect(["forget", "--relay", relay, "--json"], environment)
            XCTAssertEqual(try AnswerSchema.check(forgotten, of: "walletconnect forget")[0]["code"], "storeLocked")
            // One that doesn't answer is named.
            listen.signal(SIGSTOP)
            let second = try await CommandRun.walletConnect(["ping", topic, "--relay", relay, "--json"], environment)
            XCTAssertEqual(try AnswerSchema.check(second, of: "walletconnect ping")[0]["code"], "storeLocked")
            XCTAssertTrue(second.output.contains("near-connect-walletconnect (process"), second.output)
            listen.signal(SIGCONT)
            XCTAssertEqual(listen.interrupt(), 0)

            let ended = try await CommandRun.walletConnect(
                ["disconnect", topic, "--relay", relay, "--json"], environment)
            XCTAssertEqual(try AnswerSchema.check(ended, of: "walletconnect disconnect")[0]["told"], true)
            for await report in phone.reports { if case .ended = report { break } }
            let left = await phone.topics
            XCTAssertEqual(left, [])
            let none = try await CommandRun.walletConnect(["sessions", "--json"], environment)
            XCTAssertEqual(none.output, "")
            await phone.stop()
            await server.stop()
        }
    }

    /// Connects the phone by a command, and returns the session.
    private static func connect(
        _ phone: ScriptedWalletConnectWallet, over relay: String, _ environment: [String: String]
    ) async throws -> JSONValue {
        let connect = try LineChild(walletConnect: ["connect", "--json", "--relay", relay], environment)
        let link = try await connect.next()
        try await phone.pair(try XCTUnwrap(link["uri"]?.stringValue))
        let connected = try await connect.next()
        try check(connected, of: "connect")
        XCTAssertEqual(connect.end(), 0)
        return try XCTUnwrap(connected["session"])
    }

    /// A wallet that is connected through another process belongs to the profile, and both processes know it.
    func testAWalletIsConnectedThroughTheProcessThatHasTheStore() throws {
        let environment = environment
        try run {
            let server = try await WalletConnectRelay.start()
            let relay = server.address
            let alice = try DevnetAccount(try AccountId("alice.testnet"), seed: "phone")
            let phone = try XCTUnwrap(ScriptedWalletConnectWallet(.init(relay: relay, accounts: [alice])))
            // A session, so that who listens is connected and says so.
            let first = try await Self.connect(phone, over: relay, environment)
            let listen = try LineChild(walletConnect: ["listen", "--json", "--relay", relay], environment)
            _ = try await listen.next { $0["event"] == "relay" && $0["state"] == "connected" }
            let second = try await Self.connect(phone, over: relay, environment)
            XCTAssertNotEqual(second["topic"], first["topic"])
            let heard = try await listen.next { $0["event"] == "session" && $0["session"] == second }
            try Self.check(heard, of: "listen")
            XCTAssertEqual(listen.interrupt(), 0)
            let sessions = try await CommandRun.walletConnect(["sessions", "--json"], environment)
            XCTAssertEqual(Set(try sessions.json().compactMap { $0["session"] }), [first, second])
            await phone.stop()
            await server.stop()
        }
    }

    /// Compares what the phone has signed with what was asked for; what is forgotten is gone on both sides.
    func testATransactionIsSignedAndEverythingIsForgotten() throws {
        let environment = environment
        let folder = home.appendingPathComponent(".local/share/near-connect/default/walletconnect")
        try run {
            let relay = try await WalletConnectRelay.start()
            let alice = try DevnetAccount(try AccountId("alice.test.near"), seed: DevnetConfiguration().seed)
            let phone = try XCTUnwrap(
                ScriptedWalletConnectWallet(.init(relay: relay.address, accounts: [alice])))
            let connect = try LineChild(
                walletConnect: [
                    "connect", "--json", "--chain", "near:devnet", "--method", "near_signTransaction", "--relay",
                    relay.address,
                ], environment)
            let link = try await connect.next()
            try await phone.pair(try XCTUnwrap(link["uri"]?.stringValue))
            let connected = try await connect.next()
            let topic = try XCTUnwrap(connected["session"]?["topic"]?.stringValue)
            XCTAssertEqual(connect.end(), 0)

            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: alice.id, publicKey: alice.publicKey, nonce: 7, receiverId: alice.id,
                    blockHash: try CryptoHash(bytes: [UInt8](repeating: 7, count: 32)),
                    actions: [.transfer(TransferAction(deposit: try .near(1)))]))
            let words = ["sign", topic, Base64.encode(transaction.borshBytes), "--relay", relay.address, "--json"]
            let signed = try AnswerSchema.check(
                try await CommandRun.walletConnect(words, environment), of: "walletconnect sign")[0]
            let bytes = try XCTUnwrap(signed["signedTransaction"]?.stringValue.flatMap { Base64.decode($0) })
            XCTAssertTrue(try SignedTransaction(borsh: bytes).verify())
            await phone.setScript(PhoneWalletScript(["near_signTransaction": [.wrongBytes]]))
            let wrong = try await CommandRun.walletConnect(words, environment)
            XCTAssertEqual(try AnswerSchema.check(wrong, of: "walletconnect sign")[0]["code"], "answerInvalid")

            let forgotten = try await CommandRun.walletConnect(
                ["forget", "--relay", relay.address, "--json"], environment)
            let answer = try AnswerSchema.check(forgotten, of: "walletconnect forget")[0]
            XCTAssertEqual(answer["told"], true)
            XCTAssertEqual(answer["sessions"], 1)
            for await report in phone.reports { if case .ended = report { break } }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            XCTAssertEqual(left, ["lock"])
            await phone.stop()
            await relay.stop()
        }
    }

    func testARelayThatIsNotThereIsNamedAndNoLinkIsShown() throws {
        let run = try CommandRun.run(
            ["walletconnect", "connect", "--json", "--relay", "ws://127.0.0.1:1"], environment)
        let answers = try AnswerSchema.check(run, of: "walletconnect connect")
        XCTAssertEqual(answers.map { $0["code"] }, ["relayUnreachable"])
        XCTAssertEqual(run.status, 3)
    }

    func testThePublicRelayNeedsAProject() throws {
        let run = try CommandRun.run(["walletconnect", "connect", "--json"], environment)
        XCTAssertEqual(try AnswerSchema.check(run, of: "walletconnect connect").map { $0["code"] }, ["projectMissing"])
        XCTAssertEqual(run.status, 64)
    }

    func testTheProfilesSettingsNameRelayAndProject() throws {
        let folder = home.appendingPathComponent(".config/near-connect/default")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("walletconnect.json")
        try Data(#"{"relay": "ftp://nowhere", "projectId": "0123"}"#.utf8).write(to: file)
        let relay = try CommandRun.run(["walletconnect", "sessions", "--json"], environment)
        XCTAssertEqual(try AnswerSchema.check(relay, of: "walletconnect sessions").map { $0["code"] }, ["usage"])
        XCTAssertTrue(relay.output.contains("ftp://nowhere"), relay.output)
        try Data("{".utf8).write(to: file)
        let broken = try CommandRun.run(["walletconnect", "sessions", "--json"], environment)
        XCTAssertEqual(try AnswerSchema.check(broken, of: "walletconnect sessions").map { $0["code"] }, ["settings"])
    }

    /// The link, whoever has it can answer: standard output has it once, and nothing else has it.
    func testTheLinkIsPrintedOnceAndNeverLogged() throws {
        let environment = environment
        try run {
            let relay = try await WalletConnectRelay.start()
            let process = try CommandRun.process(
                ["walletconnect", "connect", "--verbose", "--relay", relay.address], environment)
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            let link = try await Self.firstLine(output)
            XCTAssertTrue(link.hasPrefix("wc:"), link)
            let key = try XCTUnwrap(link.split(separator: "symKey=").last).prefix(64)
            kill(process.processIdentifier, SIGINT)
            process.waitForEnd()
            XCTAssertEqual(process.terminationStatus, 6)
            let rest = try output.fileHandleForReading.readToEnd() ?? Data()
            let said = try errors.fileHandleForReading.readToEnd() ?? Data()
            for text in [rest, said] { XCTAssertFalse(String(decoding: text, as: UTF8.self).contains(key)) }
            await relay.stop()
        }
    }

    private static func firstLine(_ pipe: Pipe) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        var line = Data()
                        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]),
                            !byte.isEmpty
                        { line += byte }
                        return String(decoding: line, as: UTF8.self)
                    })
            }
        }
    }
}
