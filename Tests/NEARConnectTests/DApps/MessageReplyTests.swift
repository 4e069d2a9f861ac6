// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Answers to pages before and after WebKit has let go what it reads messages with.
final class MessageReplyTests: MainLoopTestCase {
    /// Longer than the time for which WebKit keeps a virtual machine without messages.
    private static let pause = Duration.milliseconds(11_500)

    /// Answers by some 70 KB, which has a virtual machine collect its garbage soon.
    ///
    /// In the suite there is one round and no pause. `Scripts/soak message-replies` has both and an allocator that
    /// overwrites freed memory: answers by values of a machine that WebKit had replaced ended in the second round.
    func testLongAnswersAfterPausesHarmNothing() throws {
        let rounds = SoakCount.full(or: 1)
        try run(timeout: 60 + 30 * Double(rounds)) {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let key = try SecretKey.generate(.ed25519).publicKey
            let accounts = try (0..<600).map {
                DAppAnswer.SiteAccount(
                    accountId: try AccountId("account-\($0).test.near"), publicKey: key, network: "devnet")
            }
            scene.answer = { _, _ throws(DAppError) in .accounts(accounts, mark: 0) }
            let page = try await scene.open("/")
            for _ in 0..<rounds {
                let count = try await page.run(
                    """
                    const counts = [];
                    for (let turn = 0; turn < 5; turn += 1) counts.push((await wallet.getAccounts()).length);
                    return counts.join(" ");
                    """)
                XCTAssertEqual(count, "600 600 600 600 600")
                if rounds > 1 { try await ContinuousClock().sleep(for: Self.pause) }
            }
            await scene.stop()
        }
    }
}
