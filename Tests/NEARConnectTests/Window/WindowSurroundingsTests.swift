// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect

/// A clock that jumps under an open window, and a language that is another one with the next start.
final class WindowSurroundingsTests: HomeTestCase {
    /// The chain, and the words that start a window with the keys of its accounts.
    @MainActor
    private struct Scene {
        let environment: WalletTestEnvironment
        let arguments: [String]
        var alice: AccountId { environment.accounts[0].id }
        var bob: AccountId { environment.accounts[1].id }
        private let before: NEARToken

        init(home: URL) async throws {
            environment = try await WalletTestEnvironment.start()
            let keys = home.appendingPathComponent("keys")
            try environment.devnet.writeCredentials(to: keys)
            arguments = [
                "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                "--credentials", keys.path,
            ]
            before = try await Self.amount(of: environment.accounts[1].id, environment)
        }

        private static func amount(of account: AccountId, _ environment: WalletTestEnvironment) async throws
            -> NEARToken
        {
            let node = try NEARRPCClient(endpoints: [RPCEndpoint(url: environment.devnet.rpcURL)])
            return try await node.viewAccount(account).value.amount
        }

        /// Signs in with the keys of the file.
        func signIn(_ reader: ScreenReader) async throws {
            try await reader.press("push button", "Use the keys of this computer")
            try await reader.approve("Sign in")
            _ = try await reader.find("label", alice.text)
        }

        /// Returns what the receiver has got, in millionths of a NEAR.
        func got() async throws -> UInt128 {
            let now = try await Self.amount(of: bob, environment)
            return (now.yoctoNEAR - before.yoctoNEAR) / (NEARToken.yoctoPerNEAR / 1_000_000)
        }
    }

    private static func rows(_ reader: ScreenReader, _ words: String = "") async throws -> [String] {
        try await reader.elements().filter { $0.role == "table cell" && (words.isEmpty || $0.name.contains(words)) }
            .map(\.name)
    }

    func testAClockThatJumpsLosesNothingAndSendsNothingTwice() throws {
        let home = home
        try run(timeout: 240) {
            let scene = try await Scene(home: home)
            let clock = try MovedClock(in: home)
            var program = try await ReadProgram(scene.arguments, home: home, variables: clock.environment)
            let reader = program.reader
            try await scene.signIn(reader)
            try await reader.send("1", to: scene.bob.text)
            _ = try await reader.find("push button", "Approve")
            // A question that is there stays, and is answered once.
            try clock.move(by: 400)
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent 1")
            try clock.move(by: -30)
            try await reader.send("2", to: scene.bob.text)
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent 2")
            let got = try await scene.got()
            XCTAssertEqual(got, 3_000_000)
            try clock.move(by: 0)
            kill(program.processIdentifier, SIGTERM)
            XCTAssertEqual(try program.next(scene.arguments), 0)
            _ = try await reader.find("toggle button", "Account \(scene.alice.text)")
            try await reader.choose("list item", "Activity")
            _ = try await reader.find("table cell", "send 1")
            // In the order of the times that stand beside them.
            let sent = try await Self.rows(reader, "send ")
            XCTAssertEqual(sent.map { $0.prefix { $0 != "\u{00A0}" } }, ["send 1 NEAR", "send 2 NEAR"])
            let done = try await Self.rows(reader, "Done")
            XCTAssertEqual(done.count, 2)
            try await reader.press("push button", "Ask the chain now")
            _ = try await reader.find("statusbar", "Everything on devnet is settled")
            let last = try await scene.got()
            XCTAssertEqual(last, 3_000_000)
            try await program.stop()
            try await scene.environment.stop()
        }
    }

    func testAKeyringThatEndsInTheMidstIsNamedAndNothingIsSentTwice() throws {
        let home = home
        try run(timeout: 240) {
            let scene = try await Scene(home: home)
            let bus = try PrivateBus(services: [ScreenReader.service])
            let keyring = try TestKeyring(on: bus)
            try await keyring.start()
            let program = try await ReadProgram(Array(scene.arguments.dropLast(2)), home: home, bus: bus)
            let reader = program.reader
            try await reader.press("push button", "Import a key…")
            let key = scene.environment.accounts[0].secretKey.exposedText()
            try await reader.type(key, into: "password text", "Secret key or seed phrase")
            try await reader.type(scene.alice.text, into: "text", "Account on devnet")
            try await reader.press("push button", "Keep key")
            try await reader.approve("Sign in")
            _ = try await reader.find("label", scene.alice.text)
            try await reader.send("1", to: scene.bob.text)
            _ = try await reader.find("push button", "Approve")
            try await keyring.kill()
            try await reader.approve("Approve")
            _ = try await reader.find("label", "The desktop’s keyring isn’t available")
            // Locked, and nobody there to open it. What was typed still stands in the fields.
            try await keyring.start(unlocked: false)
            try await reader.press("push button", "Send")
            try await reader.approve("Approve")
            _ = try await reader.find("label", "your keys stayed locked")
            try await keyring.kill()
            try await keyring.start()
            let nothing = try await scene.got()
            XCTAssertEqual(nothing, 0)
            try await reader.press("push button", "Send")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent 1")
            let got = try await scene.got()
            XCTAssertEqual(got, 1_000_000)
            try await reader.choose("list item", "Activity")
            _ = try await reader.find("table cell", "Done")
            let states = try await Self.rows(reader).filter { ["Done", "Not sent", "Unknown"].contains($0) }
            XCTAssertEqual(states, ["Done", "Not sent", "Not sent"])
            try await keyring.kill()
            try await program.stop()
            try await scene.environment.stop()
        }
    }

    func testAnotherLanguageReadsWhatWasWrittenInTheFirstOne() throws {
        let home = home
        try run(timeout: 240) {
            let scene = try await Scene(home: home)
            let locales = home.appendingPathComponent("locales")
            try FileManager.default.createDirectory(at: locales, withIntermediateDirectories: true)
            let status = try CommandRun.shell("localedef -i de_DE -f UTF-8 \"$1/de_DE.UTF-8\"", locales.path)
            XCTAssertEqual(status, 0)
            var program = try await ReadProgram(scene.arguments, home: home)
            let reader = program.reader
            try await scene.signIn(reader)
            try await reader.send("1.5", to: scene.bob.text)
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent 1.5")
            kill(program.processIdentifier, SIGTERM)
            let german = ["LOCPATH": locales.path, "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"]
            XCTAssertEqual(try program.next(scene.arguments, variables: german), 0)
            _ = try await reader.find("label", "Betrag in NEAR")
            try await reader.type(scene.bob.text, into: "text", "An")
            try await reader.type("2,5", into: "text", "Betrag in NEAR")
            try await reader.press("push button", "Senden")
            try await reader.approve("Genehmigen")
            _ = try await reader.find("statusbar", "Sie haben 2,5")
            try await reader.choose("list item", "Aktivität")
            // What was written in English, too.
            for amount in ["1,5", "2,5"] { _ = try await reader.find("table cell", amount) }
            kill(program.processIdentifier, SIGTERM)
            XCTAssertEqual(try program.next(scene.arguments), 0)
            _ = try await reader.find("table column header", "State")
            for amount in ["1.5", "2.5"] { _ = try await reader.find("table cell", "send \(amount)") }
            let got = try await scene.got()
            XCTAssertEqual(got, 4_000_000)
            try await program.stop()
            try await scene.environment.stop()
        }
    }
}
