// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARPrimitives
import TestSupport
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// One wallet's stored pairs against the others', in real frames of one page.
final class WalletStorageTests: MainLoopTestCase {
    /// The methods of a wallet that stores until it is refused, in one of several ways, and tells the refusal.
    private static func filling(_ store: String) -> String {
        """
        signIn: async () => {
          for (let n = 0; ; n += 1) await window.selector.storage.set(\(store));
        }, signOut: async () => {}
        """
    }

    /// The ways to fill: long values, many short pairs, long keys, letters of two bytes, one value that grows.
    private static let ways = [
        "long-values": #"`k${n}`, "x".repeat(100_000)"#,
        "many-pairs": #"`${n}`, """#,
        "long-keys": #"`${n}`.padStart(30_000), "1""#,
        "two-bytes": #"`k${n}`, "\u20ac".repeat(20_000)"#,
        "growing": #""k", "x".repeat(n * 10_000)"#,
    ]

    /// A wallet whose code uses the copy as it would use localStorage.
    private static let synchronous = WalletCode.manifest(
        id: "synchronous",
        """
        signIn: async () => {
          const copy = window.sandboxedLocalStorage, said = [];
          const attempt = (key, value) => {
            try { copy.setItem(key, value); said.push("stored"); } catch (error) { said.push(error.name); }
          };
          attempt("a", "x".repeat(100_000)); attempt("b", "x".repeat(40_000)); attempt("a", "x".repeat(50_000));
          attempt("b", "x".repeat(40_000)); attempt("c", "x".repeat(45_000)); copy.removeItem("a");
          attempt("c", "x".repeat(45_000));
          said.push(copy.getItem("b")?.length, copy.getItem("c")?.length);
          for (const key of ["b", "c"]) said.push((await window.selector.storage.get(key))?.length);
          throw new Error(said.join(" "));
        }, signOut: async () => {}
        """)

    private static let ordinary = WalletCode.manifest(
        id: "ordinary",
        """
        signIn: async () => {
          await window.selector.storage.set("key", "value");
          return [{accountId: "alice.test.near", publicKey: ""}];
        }, signOut: async () => {}
        """)

    /// Returns the text with which a sign-in is refused.
    @MainActor
    private static func refusal(_ manager: NEARWalletManager, _ wallet: String) async -> String? {
        do {
            _ = try await manager.signIn(walletId: wallet)
            return nil
        } catch {
            switch error {
            case .walletRejected(let reason): return reason
            default: return "\(error)"
            }
        }
    }

    @MainActor
    private static func stored(_ environment: WalletTestEnvironment) async throws -> Int {
        let view = try XCTUnwrap(environment.manager.coordinator?.view)
        let text = try await view.call(
            "return String(Object.keys(localStorage).reduce((sum, key) => sum + 2 * (key.length + localStorage.getItem(key).length), 0))"
        )
        return try XCTUnwrap(Int(text))
    }

    func testAWalletThatStoresAllItCanIsRefusedByNameAndLeavesTheOthersTheirSpace() throws {
        try run {
            let environment = try await WalletTestEnvironment.start { configuration in
                configuration.additionalManifests =
                    Self.ways.map { WalletCode.manifest(id: $0, Self.filling($1)) } + [Self.ordinary]
            }
            let manager = environment.manager
            _ = try await manager.signIn(walletId: PackagedWallet.keystore)
            for wallet in Self.ways.keys.sorted() {
                let before = try await Self.stored(environment)
                let refusal = await Self.refusal(manager, wallet) ?? "nothing"
                XCTAssertTrue(refusal.contains("\"\(wallet)\" may store 256 KB"), refusal)
                let growth = try await Self.stored(environment) - before
                XCTAssertTrue((1...256 * 1024 + 200).contains(growth), "\(wallet): \(growth)")
                XCTAssertEqual(manager.currentAccount?.walletId, PackagedWallet.keystore)
            }
            _ = try await manager.sign(message: "hello", recipient: "test")
            environment.restartManager()
            _ = try await environment.manager.sign(message: "hello", recipient: "test")
            try await environment.stop()
        }
    }

    func testAWalletThatUsesTheCopyHearsAtOnceThatThereIsNoSpace() throws {
        try run {
            let environment = try await WalletTestEnvironment.start { configuration in
                configuration.additionalManifests = [Self.synchronous]
            }
            let said = await Self.refusal(environment.manager, "synchronous")
            XCTAssertEqual(
                said,
                "stored QuotaExceededError stored stored QuotaExceededError stored 40000 45000 40000 45000")
            try await environment.stop()
        }
    }

    /// A profile of a version without limits, in which a wallet has stored all that WebKit allows.
    func testAFullStorageNamesTheWalletThatFillsItAndKeepsNobodyFromSigningIn() throws {
        try run {
            let environment = try await WalletTestEnvironment.start { configuration in
                configuration.additionalManifests = [Self.ordinary]
            }
            let manager = environment.manager
            try await manager.ready()
            let view = try XCTUnwrap(manager.coordinator?.view)
            let error = try await view.call(
                """
                let size = 1 << 20, n = 0;
                for (;;) {
                  try {
                    localStorage.setItem(`old%3Afiller:${n += 1}`, "x".repeat(size));
                  } catch (error) {
                    if (size === 0) return error.name;
                    size = Math.floor(size / 2);
                  }
                }
                """)
            XCTAssertEqual(error, "QuotaExceededError")
            _ = try await manager.signIn(walletId: PackagedWallet.keystore)
            _ = try await manager.sign(message: "hello", recipient: "test")
            let refusal = await Self.refusal(manager, "ordinary") ?? "nothing"
            XCTAssertTrue(refusal.contains("\"old:filler\" takes 102"), refusal)
            XCTAssertEqual(manager.currentAccount?.walletId, PackagedWallet.keystore)
            environment.restartManager()
            _ = try await environment.manager.sign(message: "hello", recipient: "test")
            try await environment.stop()
        }
    }
}
