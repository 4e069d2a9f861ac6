// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

final class BridgeTests: MainLoopTestCase {
    /// One that fetches nothing from the internet.
    @MainActor
    private static func manager() -> NEARWalletManager {
        var configuration = NEARWalletConfiguration(profile: .ephemeral)
        configuration.walletLists = []
        return NEARWalletManager(configuration: configuration)
    }

    func testThePageGetsReadyAndEchoesExactly() throws {
        try run {
            let manager = Self.manager()
            let text = "' \" \\ \n \0 \u{2028} ${x} </script> 😀"
            let reply = try await manager.requests.perform(.echo, ["text": .string(text)]) { $0 }
            guard case .echo(let value) = reply else { return XCTFail("not an echo") }
            XCTAssertEqual(value["text"]?.stringValue, text)
            XCTAssertTrue(manager.isBridgeReady)
            XCTAssertFalse(manager.isBusy)
        }
    }

    func testNumbersThatAWalletWouldWriteDifferentlyAreRefused() throws {
        try run {
            let manager = Self.manager()
            // The second is exact in JavaScript, which writes 1152921504606847000; the third gets an exponent.
            for digits in ["9007199254740993", "1152921504606846976", "1000000000000000000000", "-9007199254740992"] {
                let number = try JSONValue.parse(digits)
                do {
                    _ = try await manager.requests.perform(.wallets, ["args": ["amount": number]]) { _ in }
                    XCTFail("\(digits) was taken")
                } catch NEARError.invalidArgument(_, let reason) {
                    XCTAssertTrue(reason.contains(digits), reason)
                }
            }
            let largest = try JSONValue.parse("[9007199254740991, -9007199254740991]")
            _ = try await manager.requests.perform(.wallets, ["args": largest]) { _ in }
        }
    }

    func testAClosedManagerThatIsKeptKeepsNothingOfWebKit() throws {
        try run {
            // A new context shares the network process of an earlier test's as long as that one ends.
            await waitUntil("the end of earlier network processes") {
                ProcessTree.children(named: "WebKitNetworkPr").isEmpty
            }
            let before = LiveCount.all
            let manager = Self.manager()
            try await manager.ready()
            XCTAssertFalse(ProcessTree.children(named: "WebKitNetworkPr").isEmpty)
            XCTAssertEqual(LiveCount.of(.webContext), before[.webContext, default: 0] + 1)
            manager.close()
            // The network process runs for as long as the context lives.
            await waitUntil("the end of what the manager had") { LiveCount.isNoMore(than: before) }
            await waitUntil("the end of the network process") {
                ProcessTree.children(named: "WebKitNetworkPr").isEmpty
            }
            XCTAssertFalse(manager.isBridgeReady)
        }
    }
}
