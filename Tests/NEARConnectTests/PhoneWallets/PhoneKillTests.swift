// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import WalletConnectPlatform
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Programs that are killed while a phone is asked.
final class PhoneKillTests: MainLoopTestCase {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("phone-\(UUID().uuidString)")

    override func tearDownWithError() throws {
        // A program that was just killed may have had a helper that takes its own files with it.
        while FileManager.default.fileExists(atPath: root.path) {
            do {
                try FileManager.default.removeItem(at: root)
            } catch CocoaError.fileNoSuchFile {}
        }
    }

    @MainActor
    private static func child(_ scene: PhoneManagerScene, _ root: URL, payingFrom first: Int) throws -> LineChild {
        let folder = try CommandRun.executable().deletingLastPathComponent()
        let process = Process()
        process.executableURL = folder.appendingPathComponent("near-connect-test-child")
        process.arguments = [
            "phone", "--rpc", scene.environment.devnet.rpcURL.absoluteString, "--relay", scene.relay.address,
            "--root", root.path, "--receiver", scene.bob.text, "--first", "\(first)",
        ]
        var environment = ProcessInfo.processInfo.environment
        // No keyring, and no display: a phone needs none.
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(root.path)/none"
        environment["DISPLAY"] = nil
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        return try LineChild(process)
    }

    /// After a restart there is no half session, and nothing was sent twice or without the journal's knowledge.
    ///
    /// `Scripts/soak phone-kills` does so at two hundred points.
    func testAProgramThatIsKilledWhileAPhoneIsAskedSendsNothingTwice() throws {
        let (count, root) = (SoakCount.full(or: 4), root)
        try run(timeout: 60 + 15 * Double(count)) {
            let scene = try await PhoneManagerScene.start()
            let start = try await scene.balance(scene.bob)
            for point in 0..<count {
                // A failure is sought again at the same point.
                let (questions, delay) = (point == 0 ? 1 : Int.random(in: 1...4), Int.random(in: 0...60))
                let place = "point \(point), \(delay) ms after question \(questions)"
                let child = try Self.child(scene, root, payingFrom: 1_000 * (point + 1))
                // The last program is killed once it has signed in, whatever the random points were.
                var (asked, hasSignedIn) = (0, false)
                while asked < questions || (point == count - 1 && !hasSignedIn) {
                    let line = try await child.next()
                    if let link = line["link"]?.stringValue { try await scene.phone.pair(link) }
                    if line["asked"] != nil { asked += 1 }
                    if line["signedIn"] != nil { hasSignedIn = true }
                }
                try await Task.sleep(for: .milliseconds(delay))
                child.signal(SIGKILL)
                XCTAssertEqual(child.end(), SIGKILL, place)
                let isSignedIn = try await Self.check(root, after: place, from: start, of: scene)
                if hasSignedIn { XCTAssertTrue(isSignedIn, "who said that it is signed in stays so: \(place)") }
            }
            try await scene.stop()
        }
    }

    /// Starts over the profile that a killed program has left, and compares it with the chain and with the phone.
    ///
    /// - Returns: True if somebody is signed in.
    @MainActor
    private static func check(
        _ root: URL, after place: String, from start: UInt128, of scene: PhoneManagerScene
    ) async throws -> Bool {
        var configuration = scene.environment.configuration
        let folders = ProfileFolders(root: root)
        configuration.profile = .folders(folders)
        let glance = try await SignStoreGlance(folders)
        XCTAssertEqual(glance.damaged, 0, place)
        let manager = NEARWalletManager(configuration: configuration)
        if manager.isSignedIn {
            await waitUntil("the session, \(place)") { manager.session == .restored(isVerified: true) }
        }
        let sessions = try await manager.phoneSpeaker()?.sessions().map(\.topic) ?? []
        let known = await scene.phone.topics
        XCTAssertTrue(sessions.allSatisfy(known.contains), "a session that the phone hasn't: \(place)")
        // What was signed and sent is on the chain once, and the journal knows it. No two amounts are equal, so that a
        // transaction is one entry's alone.
        var (sent, paid, states): (UInt128, UInt128, [JournalEntry.State]) = (0, 0, [])
        let limit = ContinuousClock.now + .seconds(20)
        repeat {
            _ = try await manager.reconcile()
            let entries = try await manager.history()
            states = entries.map(\.state)
            sent = entries.filter { if case .confirmed = $0.state { true } else { false } }
                .flatMap(\.parts).flatMap(\.actions).compactMap { $0.amount?.yoctoNEAR }.reduce(0, +)
            paid = try await scene.balance(scene.bob) - start
        } while paid != sent && ContinuousClock.now < limit
        XCTAssertEqual(paid, sent, "\(place): \(states)")
        let isSignedIn = manager.isSignedIn
        manager.close()
        return isSignedIn
    }
}
