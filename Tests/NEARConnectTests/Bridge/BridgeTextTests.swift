// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Texts that break programs which build scripts or JSON by hand.
///
/// They arrive exactly, or are refused with a typed error.
final class BridgeTextTests: MainLoopTestCase {
    private static let texts = [
        "'", "\"", "`${1+1}`", "\\", "\\'\\\"\\n", "line\nbreak\r\n\ttab", "\0", "a\0b", "\u{2028}\u{2029}",
        "😀👩‍👩‍👧 ünïcödé \u{202E}rtl",
        "</script><script>alert(1)</script>", "<!--", "]]>", "{{cspNonce}}", "%00%27%22", "\u{FEFF}bom",
        "\u{7F}\u{1B}[31m",
        "__proto__", "'); nearConnect.cancel('r1'); ('", String(repeating: "\\\"😀\u{2028}", count: 1 << 17),
    ]

    @MainActor
    private static func signedIn() async throws -> WalletTestEnvironment {
        let environment = try await WalletTestEnvironment.start()
        _ = try await environment.manager.signIn(walletId: "near-connect-keystore")
        return environment
    }

    /// A program that speaks with a helper names itself; nobody vouches for that.
    func testANameThatAnotherProgramChoseIsQuotedInTheWalletList() throws {
        try run {
            for (asker, shown) in [
                (Asker.peer(.unknown), "\"appName\":\"“Shop”\""),
                (.program(origin: "https://shop.example"), "\"appName\":\"Shop\""),
            ] {
                let environment = try await WalletTestEnvironment.start {
                    $0.asker = asker
                    $0.appName = "Shop"
                }
                let html = try environment.manager.bridge.makePage().html
                XCTAssertTrue(html.contains(shown), shown)
                try await environment.stop()
            }
        }
    }

    func testMessagesAndRecipientsAreSignedExactly() throws {
        try run {
            let environment = try await Self.signedIn()
            let nonce = [UInt8](repeating: 1, count: 32)
            for text in Self.texts {
                for (message, recipient) in [(text, "app.example"), ("hello", text)] {
                    let signed = try await environment.manager.sign(
                        message: message, recipient: recipient, nonce: nonce)
                    let payload = try NEP413Payload(message: message, nonce: nonce, recipient: recipient)
                    XCTAssertNoThrow(try signed.verify(payload, expectedAccount: environment.accounts[0].id))
                }
            }
            try await environment.stop()
        }
    }

    func testMethodsAndArgumentsReachTheChainExactly() throws {
        try run(timeout: 120) {
            let environment = try await Self.signedIn()
            let contract = environment.accounts[1].id
            for text in Self.texts {
                let arguments = JSONValue.object(["text": .string(text), "quotes\"\\": "'"]).bytes
                let calls = [
                    (text, [UInt8]("{}".utf8)), ("method", arguments), ("method", [UInt8](text.utf8) + [0xFF]),
                ]
                for (method, args) in calls {
                    try await Self.expectCall(method, args, of: contract, in: environment)
                }
            }
            try await environment.stop()
        }
    }

    /// Calls a method of an account without a contract; the chain's failure shows the arguments that it got.
    @MainActor
    private static func expectCall(
        _ method: String, _ args: [UInt8], of contract: AccountId, in environment: WalletTestEnvironment
    ) async throws {
        do {
            _ = try await environment.manager.callFunction(contractId: contract, methodName: method, args: args)
            XCTFail("there is no contract that could have answered")
        } catch NEARError.transactionFailed(let outcome) {
            guard case .functionCall(let call)? = outcome.transaction.actions.first else {
                return XCTFail("not a function call")
            }
            XCTAssertEqual(call.methodName, ExactText(method))
            // A wallet may write a JSON object anew; its value stays the same.
            if let object = try? JSONValue.parse(args), object.objectValue != nil {
                XCTAssertEqual(try JSONValue.parse(call.args), object)
            } else {
                XCTAssertEqual(call.args, args)
            }
        } catch NEARError.walletRejected(let reason) {
            // nearcore takes method names of up to 256 bytes.
            XCTAssertGreaterThan(method.utf8.count, 256, reason)
            XCTAssertFalse(environment.manager.isBusy)
        }
    }

    func testReceiversAreRefusedBeforeAnythingStarts() throws {
        try run {
            let environment = try await Self.signedIn()
            for text in Self.texts + [
                "", "a", "UPPER.near", "double..dot", "-start", "end-", String(repeating: "a", count: 65),
            ] {
                do {
                    _ = try await environment.manager.sendNEAR(to: text, amountYocto: "1")
                    XCTFail("\(text.prefix(20)) was taken for an account id")
                } catch NEARError.invalidArgument(let name, let reason) {
                    XCTAssertEqual(name, "receiverId")
                    XCTAssertFalse(reason.isEmpty)
                }
            }
            XCTAssertFalse(environment.manager.isBusy)
            try await environment.stop()
        }
    }
}
