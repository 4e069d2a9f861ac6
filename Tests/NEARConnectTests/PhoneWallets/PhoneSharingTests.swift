// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import WalletConnectPlatform
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// A program that has the sessions, a window above all, and other processes that speak through it.
final class PhoneSharingTests: HomeTestCase {
    /// The folders of the profile that commands use in this home.
    private var folders: ProfileFolders {
        get throws { try ProfileFolders(profile: "default", environment: environment) }
    }

    /// Waits for the end of a session at the phone.
    @MainActor
    private static func untilEnded(_ scene: PhoneManagerScene) async {
        await scene.untilPhone { if case .ended = $0 { true } else { false } }
    }

    func testCommandsSpeakThroughTheWindow() throws {
        let (environment, folders) = (environment, try folders)
        try run {
            let scene = try await PhoneManagerScene.start { $0.profile = .folders(folders) }
            let window = ConnectWindow(manager: scene.manager)
            window.present()
            _ = try await scene.signIn()
            let relay = ["--relay", scene.relay.address, "--json"]
            let sessions = try await CommandRun.walletConnect(["sessions", "--json"], environment)
            let session = try AnswerSchema.check(sessions, of: "walletconnect sessions")[0]["session"]
            XCTAssertEqual(session?["owner"], "wallet-connect")
            let topic = try XCTUnwrap(session?["topic"]?.stringValue)
            let ping = try await CommandRun.walletConnect(["ping", topic] + relay, environment)
            XCTAssertEqual(ping.status, 0, ping.output)
            let asked = try await CommandRun.walletConnect(["request", topic, "near_getAccounts"] + relay, environment)
            XCTAssertEqual(try asked.json()[0]["result"]?[0]?["accountId"], "alice.test.near")
            // Only this process is connected: nobody took the other's messages.
            let connections = await scene.relay.connectionCount
            XCTAssertEqual(connections, 2, "the window's and the phone's")
            let ended = try await CommandRun.walletConnect(["disconnect", topic] + relay, environment)
            XCTAssertEqual(try AnswerSchema.check(ended, of: "walletconnect disconnect")[0]["told"], true)
            await Self.untilEnded(scene)
            await waitUntil("the sign-out") { !scene.manager.isSignedIn }
            XCTAssertNil(scene.manager.lastError, "the user has done it")
            window.close()
            // The window's store is free.
            scene.manager.close()
            let none = try await CommandRun.walletConnect(["sessions", "--json"], environment)
            XCTAssertEqual(none.output, "")
            XCTAssertEqual(none.status, 0, none.errors)
            try await scene.stop()
        }
    }

    /// The window is a process of its own, which opens its account's session at the start.
    func testCommandsSpeakThroughAWindowOfAnotherProcess() throws {
        let (environment, folders) = (environment, try folders)
        try run {
            let scene = try await PhoneManagerScene.start { $0.profile = .folders(folders) }
            _ = try await scene.signIn()
            scene.manager.close()
            let relay = ["--relay", scene.relay.address]
            let shell = try CommandRun.process(
                ["shell", "--network", "devnet", "--rpc-url", scene.environment.devnet.rpcURL.absoluteString] + relay,
                environment)
            (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try shell.run()
            var holder: String?
            while holder?.contains("near-connect-view") != true, shell.isRunning {
                let glance = try await SignStoreGlance(folders)
                holder = glance.answers ? glance.holder : nil
                await MainLoop.turn()
            }
            let sessions = try await CommandRun.walletConnect(["sessions", "--json"], environment)
            let topic = try XCTUnwrap(try sessions.json()[0]["session"]?["topic"]?.stringValue)
            let ping = try await CommandRun.walletConnect(["ping", topic, "--json"] + relay, environment)
            XCTAssertEqual(ping.status, 0, ping.output)
            XCTAssertTrue(shell.isRunning)
            let forgotten = try await CommandRun.walletConnect(["forget", "--json"] + relay, environment)
            XCTAssertEqual(try forgotten.json()[0]["code"], "storeLocked", "the window goes on with the keys")
            let ended = try await CommandRun.walletConnect(["disconnect", topic, "--json"] + relay, environment)
            XCTAssertEqual(try ended.json()[0]["told"], true, ended.output)
            await Self.untilEnded(scene)
            let accounts = AccountStore(folder: folders.data)
            await waitUntil("the window's sign-out") { (try? accounts.load(network: "devnet")) == .nothing }
            shell.terminate()
            shell.waitForEnd()
            try await scene.stop()
        }
    }

    /// A command that listens has the sessions first; then a window signs in, and ends.
    func testAWindowGetsTheSessionsFromACommandThatListens() throws {
        let (environment, folders, home) = (environment, try folders, home)
        try run {
            let scene = try await PhoneManagerScene.start { $0.profile = .folders(folders) }
            let listen = try ListeningCommand(scene, in: home, environment)
            try await listen.untilItHasTheStore(folders)
            _ = try await scene.signIn()
            // The command hears through the window what it would have heard itself.
            await listen.untilItTellsTheSession()
            scene.manager.close()
            try await listen.untilItHasTheStore(folders)
            try await Self.ping(scene, environment)
            XCTAssertEqual(try listen.end(), 1, "each session is told once")
            try await scene.stop()
        }
    }

    /// The time of a wallet's last word isn't stored, so the process that has the sessions next tells another one.
    func testASessionIsToldOnceThoughItsWalletHasSpokenMeanwhile() throws {
        let (environment, folders, home) = (environment, try folders, home)
        try run {
            let scene = try await PhoneManagerScene.start { $0.profile = .folders(folders) }
            _ = try await scene.signIn()
            // Times are told in whole seconds.
            let second = Date.now.timeIntervalSince1970.rounded(.down)
            await waitUntil("the next second") { Date.now.timeIntervalSince1970 >= second + 1 }
            try await Self.ping(scene, environment)
            let listen = try ListeningCommand(scene, in: home, environment)
            await listen.untilItTellsTheSession()
            scene.manager.close()
            try await listen.untilItHasTheStore(folders)
            XCTAssertEqual(try listen.end(), 1, "each session is told once")
            try await scene.stop()
        }
    }

    @MainActor
    private static func ping(_ scene: PhoneManagerScene, _ environment: [String: String]) async throws {
        let sessions = try await CommandRun.walletConnect(["sessions", "--json"], environment)
        let topic = try XCTUnwrap(try sessions.json()[0]["session"]?["topic"]?.stringValue)
        let ping = try await CommandRun.walletConnect(
            ["ping", topic, "--json", "--relay", scene.relay.address], environment)
        XCTAssertEqual(ping.status, 0, ping.output)
    }

    func testAForgottenWalletsPhoneIsTold() throws {
        let (environment, folders) = (environment, try folders)
        try run {
            let scene = try await PhoneManagerScene.start { $0.profile = .folders(folders) }
            _ = try await scene.signIn()
            scene.manager.close()
            // Nobody has opened the sessions since.
            let words = [
                "forget", "wallet-connect", "--network", "devnet", "--rpc-url",
                scene.environment.devnet.rpcURL.absoluteString, "--json",
            ]
            let other = try await CommandRun.inBackground(
                ["forget", "unity-wallet"] + words[2...] + ["--relay", scene.relay.address], environment)
            XCTAssertEqual(try AnswerSchema.check(other, of: "forget")[0]["phoneSessions"], 0)
            let run = try await CommandRun.inBackground(words + ["--relay", scene.relay.address], environment)
            let answer = try AnswerSchema.check(run, of: "forget")[0]
            XCTAssertEqual(answer["phoneSessions"], 1)
            XCTAssertEqual(answer["phonesAreTold"], true)
            XCTAssertEqual(answer["wasSignedIn"], true)
            await Self.untilEnded(scene)
            let left = await scene.phone.topics
            XCTAssertEqual(left, [])
            let glance = try await SignStoreGlance(folders)
            XCTAssertEqual(glance.ends, [])
            try await scene.stop()
        }
    }

    /// Without a relay the sessions go all the same, and it is said that the phone doesn't know.
    func testWhatIsForgottenWithoutARelayIsSaid() throws {
        let (environment, folders) = (environment, try folders)
        try run {
            let scene = try await PhoneManagerScene.start { $0.profile = .folders(folders) }
            _ = try await scene.signIn()
            scene.manager.close()
            let run = try await CommandRun.inBackground(
                [
                    "forget", "wallet-connect", "--network", "devnet", "--rpc-url",
                    scene.environment.devnet.rpcURL.absoluteString, "--json",
                ], environment.merging(["NEAR_CONNECT_WALLETCONNECT_PROJECT": ""]) { $1 })
            let answer = try AnswerSchema.check(run, of: "forget")[0]
            XCTAssertEqual(answer["phoneSessions"], 1)
            XCTAssertEqual(answer["phonesAreTold"], false)
            let glance = try await SignStoreGlance(folders)
            XCTAssertEqual(glance.ends, [])
            let known = await scene.phone.topics
            XCTAssertEqual(known.count, 1)
            try await scene.stop()
        }
    }
}

/// `walletconnect listen`, which prints into a file.
@MainActor
private struct ListeningCommand {
    private let process: Process
    private let output: URL
    private let errors: URL

    init(_ scene: PhoneManagerScene, in home: URL, _ environment: [String: String]) throws {
        output = home.appendingPathComponent("listen.jsonl")
        errors = home.appendingPathComponent("listen.errors")
        process = try CommandRun.process(
            ["walletconnect", "listen", "--json", "--relay", scene.relay.address], environment)
        for file in [output, errors] {
            XCTAssertTrue(FileManager.default.createFile(atPath: file.path, contents: nil))
        }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    private func sessions() throws -> [JSONValue] {
        try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
            .map { try JSONValue.parse(Array($0.utf8)) }.filter { $0["event"] == "session" }
    }

    func untilItTellsTheSession() async {
        // A line may be half written at one look.
        await waitUntil("the session's line") { (try? sessions())?.isEmpty == false }
    }

    func untilItHasTheStore(_ folders: ProfileFolders) async throws {
        while process.isRunning {
            let glance = try await SignStoreGlance(folders)
            if glance.answers, glance.holder?.contains("near-connect-walletconnect") == true { return }
            await MainLoop.turn()
        }
        let (lines, said) = (
            try String(contentsOf: output, encoding: .utf8), try String(contentsOf: errors, encoding: .utf8)
        )
        XCTFail("the command has ended: \(said) \(lines)")
    }

    /// Ends it, and returns the number of sessions that it has told.
    func end() throws -> Int {
        process.terminate()
        process.waitForEnd()
        XCTAssertEqual(process.terminationStatus, 0)
        return try sessions().count
    }
}
