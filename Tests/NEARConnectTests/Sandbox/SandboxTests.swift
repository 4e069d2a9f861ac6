// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Glibc
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// WebKit's sandbox around real web processes.
///
/// Where this machine can't have it, the tests say so and are skipped.
final class SandboxTests: MainLoopTestCase {
    @MainActor
    private static func started() async throws -> WalletTestEnvironment {
        if case .unavailable(let problem) = SandboxProbe.here.decide() {
            throw XCTSkip("no sandbox here: \(problem.reason)")
        }
        return try await WalletTestEnvironment.start { $0.sandbox = .required }
    }

    /// The web processes below this process, at any depth: in a sandbox they are bubblewrap's children.
    private static func webProcesses() -> [pid_t] {
        ProcessTree.descendants(named: "WebKitWebProces")
    }

    /// Returns the namespaces of a process; `nil` if it has ended, as one of an earlier test may have.
    private static func namespaces(of process: pid_t) -> [String: String]? {
        do {
            return Dictionary(
                uniqueKeysWithValues: try ["mnt", "pid", "net"].map {
                    ($0, try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/\($0)"))
                })
        } catch {
            return nil
        }
    }

    func testAWholeWayOfAWalletInsideTheSandbox() throws {
        try run {
            let environment = try await Self.started()
            let manager = environment.manager
            XCTAssertEqual(manager.sandbox, .on)
            _ = try await manager.signIn(walletId: KeystoreService.walletId)
            let outcome = try await manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
            XCTAssertTrue(outcome.isSuccess)
            environment.restartManager()
            try await environment.manager.ready()
            let state = try await environment.manager.checkSession()
            XCTAssertEqual(state, .restored(isVerified: true), "the page's storage outlives the sandbox")
            try await environment.stop()
        }
    }

    func testAPageSeesNoFilesOfTheUser() throws {
        try run {
            let environment = try await Self.started()
            _ = try await environment.manager.signIn(walletId: KeystoreService.walletId)
            let folders = try XCTUnwrap(try environment.configuration.folders())
            let mine = try XCTUnwrap(Self.namespaces(of: getpid()))
            let files = [folders.data.path + "/account.json", folders.data.path + "/web/cookies.sqlite"]
            await waitUntil("the profile's files") { files.allSatisfy(FileManager.default.fileExists(atPath:)) }
            var looked = 0
            for process in Self.webProcesses() {
                guard let theirs = Self.namespaces(of: process) else { continue }
                for (name, their) in theirs {
                    XCTAssertNotEqual(their, mine[name], "the \(name) namespace of a web process")
                }
                let root = "/proc/\(process)/root"
                // Something is seen there, so that what isn't is hidden.
                guard FileManager.default.fileExists(atPath: root + "/usr") else { continue }
                for file in files { XCTAssertFalse(FileManager.default.fileExists(atPath: root + file)) }
                if Self.namespaces(of: process) == theirs { looked += 1 }
            }
            XCTAssertGreaterThan(looked, 0)
            try await environment.stop()
        }
    }

    func testAKilledProcessInTheSandboxComesBackInOne() throws {
        try run {
            let environment = try await Self.started()
            let manager = environment.manager
            try await manager.ready()
            let before = Self.webProcesses()
            XCTAssertFalse(before.isEmpty)
            let page = PageEvents(try XCTUnwrap(manager.coordinator))
            for process in before { kill(process, SIGKILL) }
            await waitUntil("the loss") { page.losses == 1 }
            try await manager.ready()
            XCTAssertTrue(Set(Self.webProcesses()).isDisjoint(with: before))
            let echo = try await manager.echo("back")
            XCTAssertEqual(echo, "back")
            try await environment.stop()
        }
    }

    func testWithoutWhatItNeedsARequiredSandboxIsNoBridge() throws {
        try run {
            setenv(SandboxFacts.environmentSwitch, "1", 1)
            defer { unsetenv(SandboxFacts.environmentSwitch) }
            let environment = try await WalletTestEnvironment.start { $0.sandbox = .required }
            XCTAssertNotNil(environment.manager.unavailableReason)
            do {
                try await environment.manager.ready()
                XCTFail("no error")
            } catch let error as NEARError {
                XCTAssertEqual(error.code, "bridge-unavailable")
            }
            do throws(NEARError) {
                try await environment.manager.resetCache()
                XCTFail("no error")
            } catch {
                XCTAssertEqual(error.code, "bridge-unavailable")
            }
            try await environment.stop()
        }
    }

    func testAWindowSaysThatPagesAreNotLockedIn() throws {
        try run {
            setenv(SandboxFacts.environmentSwitch, "1", 1)
            defer { unsetenv(SandboxFacts.environmentSwitch) }
            let environment = try await WalletTestEnvironment.start { $0.sandbox = .whereAvailable }
            try await environment.manager.ready()
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            XCTAssertTrue(window.body.sandboxNote.isRevealed)
            window.close()
            try await environment.stop()
        }
    }
}
