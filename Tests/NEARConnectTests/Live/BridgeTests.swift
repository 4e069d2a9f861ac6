// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARPrimitives
import XCTest

@testable import NEARConnect

final class BridgeTests: MainLoopTestCase {
    func testThePageGetsReadyAndEchoesExactly() throws {
        try run {
            let manager = NEARWalletManager(configuration: NEARWalletConfiguration(profile: .ephemeral))
            let text = "' \" \\ \n \0 \u{2028} ${x} </script> 😀"
            let reply = try await manager.perform(.echo, ["text": .string(text)]) { $0 }
            guard case .echo(let value) = reply else { return XCTFail("not an echo") }
            XCTAssertEqual(value["text"]?.stringValue, text)
            XCTAssertTrue(manager.isBridgeReady)
            XCTAssertFalse(manager.isBusy)
        }
    }
}
