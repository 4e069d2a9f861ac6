// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Programs that share a profile, and that are killed: pins are whole at every moment.
@Suite(.ownThread, .timeLimit(.minutes(3)), .serialized) struct WalletProcessTests {
    private let id = "example-wallet"

    /// The steps of changing the lock at which a program may be killed, in order.
    private static let steps = [
        "directoryCreated", "temporaryCreated", "temporaryWritten", "temporarySynced", "renamed", "directorySynced",
        "cleaning", "cleaned",
    ]

    /// Another program on the profile.
    private struct Child {
        private let process = Process()
        private let output = Pipe()

        init(_ profile: WalletProfile, dyingAt step: String? = nil, _ change: String, of ids: [String]) throws {
            let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            process.executableURL = folder.appendingPathComponent("near-connect-test-child")
            process.arguments =
                [
                    "wallets", "--profile", profile.root.path, "--list",
                    try profile.site.url("manifest.json").absoluteString,
                ] + (step.map { ["--dying-at", $0] } ?? []) + [change] + ids
            process.environment = profile.site.environment
            process.standardOutput = output
            try process.run()
        }

        /// Waits for the end.
        ///
        /// - Returns: Whether it was killed, and the codes of the errors that it met.
        func end() -> (wasKilled: Bool, errors: [String]) {
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            let wasKilled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
            return (wasKilled, text.split(separator: "\n").map(String.init))
        }
    }

    @Test(arguments: steps) func whoDiesWhileAgreeingLeavesAWalletThatRuns(step: String) async throws {
        let profile = try WalletProfile()
        let library = try profile.library
        let old = try await library.pin(id)
        try profile.serve([id], ["version": "2.0.0"])
        try profile.site.serve("code.js", "other();")
        _ = try await library.checkForUpdates()
        #expect(try Child(profile, dyingAt: step, "trust", of: [id]).end().wasKilled)
        let status = try library.status(of: id)
        let isStored = ["renamed", "directorySynced", "cleaning", "cleaned"].contains(step)
        #expect(status.state == (isStored ? .pinned : .updateOffered), "\(status.problem ?? "")")
        #expect((status.pinned?.executor == old.executor) == !isStored)
        // The next one who changes something finds the way free, and cleans up.
        if !isStored { try await library.pin(id) }
        try profile.site.serve("code.js", "third();")
        _ = try await library.checkForUpdates()
        try await library.pin(id)
        #expect(try profile.names(under: "wallets") == library.lock().hashes.sorted())
        #expect(try profile.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
    }

    @Test(arguments: steps) func whoDiesWhileForgettingLeavesNoWalletWithoutItsCode(step: String) async throws {
        let profile = try WalletProfile(["example-wallet", "other-wallet"])
        let library = try profile.library
        try await library.pin(id)
        // Other code, so that something is there to be removed.
        try profile.site.serve("code.js", "other();")
        let other = try await library.pin("other-wallet")
        #expect(try Child(profile, dyingAt: step, "remove", of: [id]).end().wasKilled)
        let isStored = ["renamed", "directorySynced", "cleaning", "cleaned"].contains(step)
        #expect(try library.status(of: id).state == (isStored ? .listed : .pinned))
        #expect(try library.status(of: "other-wallet").state == .pinned)
        if !isStored { try await library.remove(id) }
        try await library.remove("other-wallet")
        #expect(try profile.names(under: "wallets").isEmpty, "\(other)")
        #expect(try profile.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
    }

    @Test func programsThatChangeOneLockLoseNothingOfEachOthers() async throws {
        let groups = (0..<4).map { group in (0..<2).map { "wallet-\(group)-\($0)" } }
        let gone = (0..<2).map { "gone-\($0)" }
        let profile = try WalletProfile(groups.flatMap(\.self) + gone)
        let library = try profile.library
        for id in gone { try await library.pin(id) }
        var children = try groups.map { try Child(profile, "trust", of: $0) }
        children.append(try Child(profile, "remove", of: gone))
        for child in children { #expect(child.end().errors.isEmpty) }
        #expect(try library.lock().wallets.keys.sorted() == groups.flatMap(\.self).sorted())
        #expect(try library.statuses().allSatisfy { $0.state != .altered })
    }

    @Test func programsThatFindADamagedLockSetItAsideOnce() async throws {
        let ids = (0..<6).map { "wallet-\($0)" }
        let profile = try WalletProfile(ids)
        try await profile.library.pin("wallet-0")
        try profile.write(lock: "{\"schema\": 1, ")
        let children = try ids.map { ($0, try Child(profile, "trust", of: [$0])) }
        var pinned: Set<String> = []
        for (id, child) in children {
            let errors = child.end().errors
            if errors.isEmpty { pinned.insert(id) } else { #expect(errors == ["lock-corrupt"]) }
        }
        #expect(pinned.count == ids.count - 1, "one of them was told")
        #expect(try profile.names().filter { $0.contains(".corrupt-") }.count == 1)
        #expect(try Set(profile.library.lock().wallets.keys) == pinned)
    }
}
