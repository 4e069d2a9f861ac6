// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The scheme `near-connect:` answers only the bridge page and its frames.
final class BridgeSchemeTests: MainLoopTestCase {
    private static let request: StaticString = """
        try {
            const response = await fetch(address, body ? { method: "POST", body } : {});
            return response.status + " " + (await response.text()).slice(0, 60);
        } catch (error) { return "refused " + error.name; }
        """
    private static let status = #"{"jsonrpc":"2.0","id":1,"method":"status","params":[]}"#

    func testTheBridgeIsAnswered() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            try await manager.ready()
            guard let view = manager.coordinator?.view else { return XCTFail("no bridge") }
            let rows = [
                ("near-connect://rpc/devnet", Self.status, "200 "),
                ("near-connect://bridge/Bridge/bridge.js", "", "200 "),
                ("near-connect://rpc/mainnet", Self.status, "404 "), ("near-connect://rpc/devnet", "{", "502 "),
                ("near-connect://bridge/Bridge/missing.js", "", "404 "), ("near-connect://other/x", "", "404 "),
                ("near-connect://bridge/Wallets/../Bridge/../../Package.swift", "", "404 "),
            ]
            for (address, body, expected) in rows {
                let answer = try await view.call(Self.request, arguments: ["address": address, "body": body])
                XCTAssertTrue(answer.hasPrefix(expected), "\(address): \(answer)")
            }
            try await environment.stop()
        }
    }

    func testAPopupIsNotAnswered() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            try await manager.ready()
            guard let coordinator = manager.coordinator else { return XCTFail("no bridge") }
            _ = try await coordinator.view.call("window.open('about:blank'); return ''")
            await waitUntil("the popup") { coordinator.popups.count == 1 }
            guard let popup = coordinator.popups.first else { return }
            for (address, body) in [
                ("near-connect://rpc/devnet", Self.status), ("near-connect://bridge/Bridge/bridge.js", ""),
            ] {
                let answer = try await popup.view.call(Self.request, arguments: ["address": address, "body": body])
                XCTAssertTrue(answer.hasPrefix("403") || answer.hasPrefix("refused"), "\(address): \(answer)")
            }
            try await environment.stop()
        }
    }
}
