// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Wallets that fail after their window has said something: what the user approved there may have been sent.
final class WindowAnswerTests: MainLoopTestCase {
    /// The two connectors whose wallets open windows: the embedded one, and one as upstream's.
    private static let sources = [ConnectorSource.embedded, .file(ConnectorLoaderTests.reference)]
    private static let pages = [
        "/speaks": WalletSite.Page("<script>opener.postMessage({ status: 'signed' }, '*')</script>"),
        "/silent": WalletSite.Page("<title>silent</title>"),
    ]

    /// A wallet that opens a window on `site`, waits until that has spoken or is closed, and fails.
    private static func wallet(_ site: String) -> String {
        WalletCode.manifest(
            id: "window",
            """
            async signIn() { return [{ accountId: "alice.test.near" }]; },
            async getAccounts() { return [{ accountId: "alice.test.near" }]; },
            async signMessage({ message }) { await ask(message); },
            async signAndSendTransaction({ receiverId }) { await ask(receiverId.split(".")[0]); },
            async signAndSendTransactions() { await ask("speaks"); },
            async signDelegateActions() { await ask("speaks"); }
            });
            async function ask(name) {
              const panel = window.selector.open("\(site)/" + name.replace("closed", ""), "_blank", "width=300,height=300");
              await panel.id();
              const isWanted = ({ method, status }) =>
                name.endsWith("closed") || name === "silent" ? method === "proxy-window:closed" : status === "signed";
              const heard = new Promise((resolve) => {
                window.addEventListener("message", ({ data }) => { if (isWanted(data)) resolve(); });
              });
              if (name === "silent") panel.close();
              await heard;
              throw new Error("Load failed");
            }
            void ({
            """,
            changes: ["permissions": ["storage": true, "allowsOpen": [.string(site)]]])
    }

    @MainActor
    private final class Stage {
        let environment: WalletTestEnvironment
        var manager: NEARWalletManager { environment.manager }

        init(_ source: ConnectorSource, _ site: WalletSite) async throws {
            environment = try await WalletTestEnvironment.start {
                $0.connector = source
                $0.additionalManifests = [WindowAnswerTests.wallet(site.origin)]
                $0.clock = ManualClock()
            }
            _ = try await manager.requests.perform(.signIn, ["walletId": "window"]) { _ in }
            let alice = environment.accounts[0]
            try manager.account.keep(
                NEARAccount(accountId: alice.id.text, publicKey: nil, walletId: "window"))
        }

        /// Runs `work` and returns its error's code, its words, and the state that the journal has of it.
        func ending(_ work: @MainActor () async throws -> Void) async throws -> (
            code: String, text: String, state: String
        ) {
            let before = try await manager.history().count
            do {
                try await work()
                return ("none", "", "")
            } catch let error as NEARError {
                let history = try await manager.history()
                let state = history.count > before ? history.first?.state.code : "none"
                return (error.code, error.errorDescription ?? "", state ?? "")
            }
        }

        func send(to name: String) async throws {
            _ = try await manager.sendNEAR(to: try AccountId("\(name).test.near"), amount: .near(1))
        }
    }

    @MainActor
    private static func onStages(_ body: (Stage, ConnectorSource) async throws -> Void) async throws {
        let site = try await WalletSite.start(pages)
        for source in sources {
            let stage = try await Stage(source, site)
            try await body(stage, source)
            try await stage.environment.stop()
        }
        await site.stop()
    }

    func testAnErrorAfterTheWindowHasSpokenIsNoRefusal() throws {
        try run {
            try await Self.onStages { stage, source in
                let request = NEARWalletManager.TransactionRequest(
                    receiverId: try AccountId("bob.test.near"),
                    actions: [.transfer(TransferAction(deposit: try .near(1)))])
                let works: [(String, @MainActor () async throws -> Void)] = [
                    ("one", { try await stage.send(to: "speaks") }),
                    ("several", { _ = try await stage.manager.signAndSendTransactions([request, request]) }),
                    ("delegated", { _ = try await stage.manager.signDelegateActions([request]) }),
                ]
                for (name, work) in works {
                    let found = try await stage.ending(work)
                    XCTAssertEqual(found.code, "wallet-error", "\(name), \(source)")
                    XCTAssertTrue(
                        found.text.contains("Load failed. What you approved there may have been sent"), found.text)
                    XCTAssertFalse(found.text.contains("refused"), found.text)
                    XCTAssertTrue(["open", "unknown"].contains(found.state), "\(name), \(source): \(found.state)")
                }
                let signed = try await stage.ending {
                    _ = try await stage.manager.sign(message: "speaks", recipient: "app.example")
                }
                XCTAssertEqual(signed.code, "wallet-error")
                XCTAssertTrue(signed.text.contains("Load failed. Try again"), signed.text)
                XCTAssertFalse(signed.text.contains("sent"), signed.text)
            }
        }
    }

    func testAnErrorOfAWalletWhoseWindowWasSilentIsARefusal() throws {
        try run {
            try await Self.onStages { stage, source in
                let found = try await stage.ending { try await stage.send(to: "silent") }
                XCTAssertEqual(found.code, "wallet-rejected", "\(source)")
                XCTAssertTrue(found.text.contains("The wallet refused: Load failed"), found.text)
                XCTAssertEqual(found.state, "refused", "\(source)")
                // A window that spoke for an earlier request says nothing about this one.
                _ = try await stage.ending { try await stage.send(to: "speaks") }
                let next = try await stage.ending { try await stage.send(to: "silent") }
                XCTAssertEqual(next.code, "wallet-rejected", "\(source)")
            }
        }
    }

    func testAUserWhoClosesAWindowThatHasSpokenCancelsAndTheChainIsAsked() throws {
        try run {
            try await Self.onStages { stage, source in
                let manager = stage.manager
                async let ending = stage.ending { try await stage.send(to: "speaksclosed") }
                await waitUntil("the window's word") {
                    manager.requests.table.interactive?.operation?.hasWindowSpoken == true
                }
                try XCTUnwrap(manager.coordinator?.popups.first).close(by: .user)
                let found = try await ending
                XCTAssertEqual(found.code, "user-cancelled", "\(source)")
                XCTAssertTrue(["open", "unknown"].contains(found.state), "\(source): \(found.state)")
            }
        }
    }
}
