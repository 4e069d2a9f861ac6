// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Wallets that send messages without end: the loop still turns, users can cancel, and the next request succeeds.
final class MessageFloodTests: MainLoopTestCase {
    /// Waits until the flood, counted by `amount`, has grown in each of eight turns of GTK's loop.
    ///
    /// A turn has a lower priority than keys, clicks and painting, so where it comes, a window responds. A flood that
    /// kept the loop busy would leave none.
    @MainActor
    private static func expectTurnsMeanwhile(_ amount: @MainActor () async throws -> Int) async throws {
        let start = ContinuousClock.now
        var seen = try await amount()
        var turns = 0
        while turns < 8 {
            guard ContinuousClock.now - start < .seconds(30) else { return XCTFail("the flood never grew: \(seen)") }
            await MainLoop.turn()
            let now = try await amount()
            if now > seen { turns += 1 }
            seen = now
        }
    }

    /// Cancels `message` during the flood; the wallet signs the next one, and nothing of the flood is left.
    @MainActor
    private static func expectCancel(
        _ environment: WalletTestEnvironment, of message: Task<SignedMessage, any Error>,
        _ amount: @MainActor () async throws -> Int
    ) async throws {
        let manager = environment.manager
        XCTAssertTrue(manager.isBusy)
        XCTAssertTrue(manager.cancelPendingOperation())
        do {
            _ = try await message.value
            XCTFail("no error")
        } catch NEARError.userCancelled {}
        XCTAssertFalse(manager.isBusy)
        try await environment.setScript([:])
        let signed = try await manager.sign(message: "next", recipient: "test")
        XCTAssertEqual(signed.accountId.text, "alice.test.near")
        let before = try await amount()
        for _ in 0..<3 { _ = try await manager.echo("after the flood") }
        let after = try await amount()
        XCTAssertEqual(after, before, "it goes on")
        XCTAssertEqual(manager.coordinator?.popups.count, 0)
    }

    func testAWalletsFrameThatFloodsThePage() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let coordinator = try XCTUnwrap(manager.coordinator)
            // The script's flood stores its batch's number, and shows and hides the frame, a hundred times a batch.
            let batches: @MainActor @Sendable () async throws -> Int = {
                let stored = try await coordinator.view.call(
                    "return localStorage.getItem(key) ?? ''", arguments: ["key": "\(ScriptedWallet.id):flood-9"])
                return Int(stored.prefix { $0 != "x" }) ?? 0
            }
            try await environment.setScript(["signMessage": ["flood"]])
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            try await Self.expectTurnsMeanwhile(batches)
            try await Self.expectCancel(environment, of: message, batches)
            try await environment.stop()
        }
    }

    func testAWalletsWindowThatFloodsItsOpener() throws {
        try run {
            let site = try await WalletSite.start([
                "/flood": WalletSite.Page(
                    """
                    <!DOCTYPE html><title>0</title><script>
                    let batch = 0;
                    const flood = () => {
                      for (let index = 0; index < 500; index += 1) opener.postMessage({ noise: "x".repeat(500) }, "*");
                      batch += 1;
                      document.title = String(batch);
                      setTimeout(flood, 0);
                    };
                    flood();
                    </script>
                    """)
            ])
            let steps: JSONValue = [["do": "open", "url": .string("\(site.origin)/flood")], "hang"]
            let environment = try await WalletTestEnvironment.start(
                script: ["signMessage": steps], allowsOpen: [site.origin])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            let coordinator = try XCTUnwrap(manager.coordinator)
            let batches: @MainActor @Sendable () -> Int = {
                coordinator.popups.first?.view.title.flatMap { Int($0) } ?? 0
            }
            try await Self.expectTurnsMeanwhile(batches)
            try await Self.expectCancel(environment, of: message, batches)
            await site.stop()
            try await environment.stop()
        }
    }
}
