// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A wallet whose requests to nodes pile up, since the node never answers them.
final class ForwardFloodTests: MainLoopTestCase {
    /// Sends 40 requests that no node answers, and ends with what came back.
    private static let flood = """
        async signIn() {
          const url = window.selector.providers[window.selector.network][0];
          const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "gas_price", params: [null] });
          const ended = [];
          await new Promise((resolve) => {
            for (let number = 0; number < 40; number++) {
              fetch(url, { method: "POST", body }).then((answer) => {
                ended.push(answer.status);
                if (ended.length === 8) resolve();
              });
            }
          });
          throw new Error("ended: " + ended.join());
        }
        """
    private static let read = """
        async signIn() {
          const url = window.selector.providers[window.selector.network][0];
          const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "status", params: [] });
          throw new Error("status: " + (await fetch(url, { method: "POST", body })).status);
        }
        """
    private static let pageFlood: StaticString = """
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "gas_price", params: [null] });
        const ended = [];
        await new Promise((resolve) => {
          for (let number = 0; number < 40; number++) {
            fetch("near-connect://rpc/devnet", { method: "POST", body }).then((answer) => {
              ended.push(answer.status);
              if (ended.length === 8) resolve();
            });
          }
        });
        return ended.join();
        """

    @MainActor
    private static func failure(_ manager: NEARWalletManager, _ wallet: String) async -> String {
        do {
            _ = try await manager.signIn(walletId: wallet)
            return "signed in"
        } catch {
            return "\(error)"
        }
    }

    func testAWalletsFloodIsBoundedAndKeepsNoOtherWaiting() throws {
        try run {
            let devnet = try await Devnet.start(DevnetConfiguration())
            let (gate, opening) = AsyncStream<Void>.makeStream()
            let hidden = devnet.rpcURL
            let node = try await ScriptedNode.start { method, request in
                if method == "gas_price" {
                    for await _ in gate {}
                }
                return try await ScriptedNode.forward(request, to: hidden)
            }
            var configuration = NEARWalletConfiguration(
                network: .custom(try CustomNetwork(id: devnet.chainId, rpcURLs: [node.url])), profile: .ephemeral,
                sandbox: .off)
            configuration.walletLists = []
            configuration.additionalManifests = [
                WalletCode.manifest(id: "flooder", Self.flood), WalletCode.manifest(id: "reader", Self.read),
            ]
            let manager = NEARWalletManager(configuration: configuration)
            let refused = Array(repeating: "429", count: 8).joined(separator: ",")
            let flood = await Self.failure(manager, "flooder")
            XCTAssertTrue(flood.contains("ended: \(refused)"), flood)
            // What the wallet left over isn't the next one's trouble.
            let read = await Self.failure(manager, "reader")
            XCTAssertTrue(read.contains("status: 200"), read)
            // The page has room of its own, and no more than that.
            guard let view = manager.coordinator?.view else { return XCTFail("no bridge") }
            let page = try await view.call(Self.pageFlood)
            XCTAssertEqual(page, refused)
            let next = await Self.failure(manager, "reader")
            XCTAssertTrue(next.contains("status: 200"), next)
            opening.finish()
            manager.close()
            await node.stop()
            await devnet.stop()
        }
    }

    func testABudgetCountsRequestsAndBytes() {
        var budget = ForwardBudget()
        for _ in 0..<ForwardBudget.requestLimit { XCTAssertTrue(budget.take(0, for: .wallets)) }
        XCTAssertFalse(budget.take(0, for: .wallets))
        XCTAssertTrue(budget.take(ForwardBudget.byteLimit, for: .page))
        XCTAssertFalse(budget.take(1, for: .page))
        XCTAssertTrue(budget.take(0, for: .page))
        XCTAssertTrue(budget.isExhausted(for: .page) && budget.isExhausted(for: .wallets))
        budget.give(0, of: .wallets)
        budget.give(ForwardBudget.byteLimit, of: .page)
        XCTAssertTrue(budget.take(ForwardBudget.byteLimit, for: .wallets))
        XCTAssertFalse(budget.take(0, for: .wallets), "as many as before")
        XCTAssertFalse(budget.isExhausted(for: .page))
        XCTAssertFalse(budget.take(.max, for: .page), "no sum overflows")
    }
}
