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

    func testNumbersThatAWalletWouldWriteDifferentlyAreRefused() throws {
        try run {
            let manager = NEARWalletManager(configuration: NEARWalletConfiguration(profile: .ephemeral))
            // The second is exact in JavaScript, which writes 1152921504606847000; the third gets an exponent.
            for digits in ["9007199254740993", "1152921504606846976", "1000000000000000000000", "-9007199254740992"] {
                let number = try JSONValue.parse(digits)
                do {
                    _ = try await manager.perform(.wallets, ["args": ["amount": number]]) { _ in }
                    XCTFail("\(digits) was taken")
                } catch NEARError.invalidArgument(_, let reason) {
                    XCTAssertTrue(reason.contains(digits), reason)
                }
            }
            let largest = try JSONValue.parse("[9007199254740991, -9007199254740991]")
            _ = try await manager.perform(.wallets, ["args": largest]) { _ in }
        }
    }
}
