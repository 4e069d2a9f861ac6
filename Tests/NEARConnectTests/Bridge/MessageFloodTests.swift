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
    private static func expectTurnsMeanwhile(_ amount: @MainActor () -> Int) async {
        var seen = amount()
        var turns = 0
        await waitUntil("turns of the loop in the flood") {
            let now = amount()
            if now > seen { turns += 1 }
            seen = now
            return turns >= 8
        }
    }

    /// Cancels `message` during the flood; the wallet signs the next one, and nothing of the flood is left.
    @MainActor
    private static func expectCancel(
        _ environment: WalletTestEnvironment, of message: Task<SignedMessage, any Error>,
        _ amount: @MainActor () -> Int
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
        let before = amount()
        for _ in 0..<3 { _ = try await manager.echo("after the flood") }
        XCTAssertEqual(amount(), before, "it goes on")
        XCTAssertEqual(manager.coordinator?.popups.count, 0)
    }

    func testAWalletsFrameThatFloodsThePage() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            // The script's flood shows and hides the frame a hundred times a batch, and the page tells the host each
            // time.
            var changes = 0
            let coordinator = try XCTUnwrap(manager.coordinator)
            let tap = BridgeEventTap(coordinator) { event, deliver in
                if case .message(.walletUI) = event { changes += 1 }
                deliver()
            }
            try await environment.setScript(["signMessage": ["flood"]])
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            await Self.expectTurnsMeanwhile { changes }
            try await Self.expectCancel(environment, of: message) { changes }
            tap.remove()
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
            await Self.expectTurnsMeanwhile(batches)
            try await Self.expectCancel(environment, of: message, batches)
            await site.stop()
            try await environment.stop()
        }
    }
}
