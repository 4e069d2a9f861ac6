// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnect
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnectCore

/// A program that dies while a transaction is under way: what its journal and the chain know together afterwards.
final class JournalKillTests: MainLoopTestCase {
    @MainActor
    private final class Scene {
        let devnet: Devnet
        let client: NEARRPCClient
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("kill-\(UUID().uuidString)")
        var journal: TransactionJournal { TransactionJournal(folders: ProfileFolders(root: root)) }
        var alice: DevnetAccount { devnet.accounts[0] }
        private let child = Process()

        init(_ production: BlockProductionMode = DevnetConfiguration().blockProduction) async throws {
            var configuration = DevnetConfiguration()
            configuration.blockProduction = production
            configuration.accounts = try ["alice.test.near", "bob.test.near"].map {
                DevnetConfiguration.Account(try AccountId($0))
            }
            devnet = try await Devnet.start(configuration)
            client = try NEARRPCClient(url: devnet.rpcURL.absoluteString)
        }

        /// Starts the program that is to die at `record`.
        func start(dyingAt record: String?) throws {
            let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            child.executableURL = folder.appendingPathComponent("near-connect-test-child")
            child.arguments =
                [
                    "journal", "--rpc", devnet.rpcURL.absoluteString, "--profile", root.path, "--signer",
                    alice.id.text, "--key", alice.secretKey.exposedText(), "--receiver", devnet.accounts[1].id.text,
                ] + (record.map { ["--dying-at", $0] } ?? [])
            try child.run()
        }

        func kill() {
            Glibc.kill(child.processIdentifier, SIGKILL)
        }

        /// Waits for the program's end.
        ///
        /// - Returns: Whether it was killed.
        func wasKilled() async -> Bool {
            await waitUntil("the end of the program") { !self.child.isRunning }
            return child.terminationReason == .uncaughtSignal && child.terminationStatus == SIGKILL
        }

        func nonce() async throws -> UInt64 {
            try await client.viewAccessKey(alice.publicKey, of: alice.id).value.nonce
        }

        /// The one entry, before and after the chain was asked, twice: the second time changes nothing.
        func states() async throws -> (before: JournalEntry.State?, after: JournalEntry.State?) {
            let before = try await journal.contents()
            XCTAssertEqual(before.entries.count, 1)
            XCTAssertEqual(before.problems, [])
            _ = try await journal.reconcile(network: "devnet", client: client)
            let after = try await journal.contents().entries.first?.state
            _ = try await journal.reconcile(network: "devnet", client: client)
            let again = try await journal.contents().entries.first?.state
            XCTAssertEqual(after?.code, again?.code)
            return (before.entries.first?.state, after)
        }

        func end() async throws {
            await devnet.stop()
            try await removeFolder(root)
        }
    }

    func testKilledWhenTheIntentWasWritten() throws {
        try run {
            let scene = try await Scene()
            let nonce = try await scene.nonce()
            try scene.start(dyingAt: "intent")
            let wasKilled = await scene.wasKilled()
            XCTAssertTrue(wasKilled)
            let states = try await scene.states()
            XCTAssertEqual(states.before?.code, "unknown")
            XCTAssertEqual(states.after?.code, "not-sent", "a signature would have been written down first")
            let after = try await scene.nonce()
            XCTAssertEqual(after, nonce)
            try await scene.end()
        }
    }

    func testKilledWhenItWasSigned() throws {
        try run {
            let scene = try await Scene()
            let nonce = try await scene.nonce()
            try scene.start(dyingAt: "signed")
            let wasKilled = await scene.wasKilled()
            XCTAssertTrue(wasKilled)
            let states = try await scene.states()
            XCTAssertEqual(states.after?.code, "unknown", "whoever has the signature could still send it")
            let after = try await scene.nonce()
            XCTAssertEqual(after, nonce, "reconciling sends nothing")
            try await scene.devnet.fastForward(86_500)
            let later = try await scene.states()
            XCTAssertEqual(later.after?.code, "not-sent")
            try await scene.end()
        }
    }

    func testKilledWhenItWasSent() throws {
        try run {
            // Blocks are made by hand, so the program waits for its transaction when it dies.
            let scene = try await Scene(.manual)
            let nonce = try await scene.nonce()
            try scene.start(dyingAt: nil)
            while try await scene.nonce() == nonce { try await scene.devnet.produceBlock() }
            scene.kill()
            let wasKilled = await scene.wasKilled()
            XCTAssertTrue(wasKilled)
            for _ in 0..<5 { try await scene.devnet.produceBlock() }
            let states = try await scene.states()
            XCTAssertEqual(states.after?.code, "confirmed")
            let balance = try await scene.client.viewAccount(scene.devnet.accounts[1].id).value.amount
            XCTAssertEqual(balance, try .near(10_001), "once")
            try await scene.end()
        }
    }

    func testKilledWhenTheWalletHadAnswered() throws {
        try run {
            let scene = try await Scene()
            try scene.start(dyingAt: "end")
            let wasKilled = await scene.wasKilled()
            XCTAssertTrue(wasKilled)
            let states = try await scene.states()
            XCTAssertEqual(states.before?.code, "unknown")
            XCTAssertEqual(states.after?.code, "confirmed")
            try await scene.end()
        }
    }

    func testNotKilledAtAll() throws {
        try run {
            let scene = try await Scene()
            try scene.start(dyingAt: nil)
            let wasKilled = await scene.wasKilled()
            XCTAssertFalse(wasKilled)
            let states = try await scene.states()
            XCTAssertEqual(states.before?.code, "confirmed")
            XCTAssertEqual(states.before, states.after)
            try await scene.end()
        }
    }
}
