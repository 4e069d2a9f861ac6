// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnect
import NEARDevnet
import NEARPrimitives
import NEARRPC
import TestSupport
import XCTest

@testable import NEARConnectCore

/// A program in a container over a journal that processes outside use, too.
///
/// No process outside can tell whether the program still runs.
final class JournalNamespaceTests: MainLoopTestCase {
    /// The command that runs a program with process numbers of its own.
    private static let container = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]

    /// A look from outside while the wallet is asked; then the program signs and sends, and is killed.
    func testALookFromOutsideDoesNotCallNotSentWhatIsSentAfterwards() throws {
        let trial = Process()
        trial.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        trial.arguments = Self.container + ["/bin/true"]
        try trial.run()
        trial.waitForEnd()
        guard trial.terminationStatus == 0 else {
            throw XCTSkip("unshare is not possible here, so no second PID namespace was tried")
        }
        try run {
            var configuration = DevnetConfiguration()
            configuration.accounts = try ["alice.test.near", "bob.test.near"].map {
                DevnetConfiguration.Account(try AccountId($0))
            }
            let devnet = try await Devnet.start(configuration)
            let (alice, bob) = (devnet.accounts[0], devnet.accounts[1])
            let root = FileManager.default.temporaryDirectory.appendingPathComponent("space-\(UUID().uuidString)")
            let journal = TransactionJournal(folders: ProfileFolders(root: root))
            let client = try NEARRPCClient(url: devnet.rpcURL.absoluteString)
            let gate = Gate()
            // The keystore's question for the nonce waits: the intent is on disk then, and nothing is signed.
            try await LyingNode.run(before: devnet.rpcURL) { call, answer in
                if call["params"]?["request_type"] == "view_access_key" { await gate.wait() }
                return answer
            } _: { node in
                let child = try Self.start(asking: node.url, over: root, from: alice, to: bob)
                try await Self.wait(for: "the intent") { try await journal.contents().entries.count == 1 }
                _ = try await journal.reconcile(network: "devnet", client: client)
                let asked = try await journal.contents().entries.first?.state.code
                XCTAssertEqual(asked, "unknown")
                await gate.open()
                try await Self.wait(for: "the transaction") {
                    try await client.viewAccount(bob.id).value.amount == .near(10_001)
                }
                kill(child.processIdentifier, SIGKILL)
                try await Self.wait(for: "the end of the program") { !child.isRunning }
            }
            let entry = try await journal.contents().entries.first
            XCTAssertNotEqual(entry?.state.code, "not-sent")
            _ = try await journal.reconcile(network: "devnet", client: client)
            let state = try await journal.contents().entries.first?.state.code
            XCTAssertEqual(state, "confirmed")
            await devnet.stop()
            try await removeFolder(root)
        }
    }

    private static func start(
        asking node: URL, over root: URL, from alice: DevnetAccount, to bob: DevnetAccount
    ) throws -> Process {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        child.arguments =
            container + [
                folder.appendingPathComponent("near-connect-test-child").path, "journal", "--rpc", node.absoluteString,
                "--profile", root.path, "--signer", alice.id.text, "--key", alice.secretKey.exposedText(),
                "--receiver", bob.id.text,
            ]
        try child.run()
        return child
    }

    private static func wait(for what: String, _ condition: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(120)
        while try await !condition() {
            guard ContinuousClock.now < end else { throw LateError(what: what) }
            await Task.yield()
        }
    }

    private struct LateError: Error { let what: String }
}

/// A door that stays open once it was opened.
private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
