// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import SafeText

/// Errors as people read them: the chain's reason is a sentence, whichever wallet hands it on.
final class ErrorWordsTests: MainLoopTestCase {
    @MainActor
    private static func error(_ body: () async throws -> Void) async throws -> NEARError {
        do {
            try await body()
        } catch let error as NEARError {
            return error
        }
        XCTFail("it succeeded")
        return .noTransactionHash
    }

    /// Neither wallet's refusal shows JSON, and both have the sentence of the chain's error.
    func testTheChainsRefusalIsASentence() throws {
        for wallet in ["near-connect-keystore", ScriptedWallet.id] {
            try run {
                let environment = try await WalletTestEnvironment.start(script: [:])
                let manager = environment.manager
                _ = try await manager.signIn(walletId: wallet)
                let bob = environment.accounts[1].id
                let error = try await Self.error { try await manager.sendNEAR(to: bob, amount: .near(20_000)) }
                let expected = InvalidTxError.notEnoughBalance(
                    signerId: environment.accounts[0].id, balance: try .near(10_000), cost: try .near(20_000))
                let beginning = "\(expected)".prefix { $0 != "0" }
                for text in [error.errorDescription, manager.lastError] {
                    let text = try XCTUnwrap(text)
                    XCTAssertFalse(text.contains("{"), text)
                    XCTAssertTrue(text.contains(beginning), "“\(beginning)” isn’t in “\(text)”")
                    XCTAssertFalse(text.contains("TxExecutionError"), text)
                }
                // Programs have the node's own error all the same.
                let report = ErrorReport(error)
                XCTAssertNotNil(report.nodeError?["InvalidTxError"]?["NotEnoughBalance"], "\(report)")
                try await environment.stop()
            }
        }
    }

    /// A wallet's own words stay, and the JSON in them is put into words or left out.
    func testJSONInAWalletsWordsIsNotShown() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            for (said, shown) in [
                (
                    #"Sorry: {"TxExecutionError":{"InvalidTxError":"Expired"}}. Bye"#,
                    "Sorry: \(InvalidTxError.expired) Bye"
                ),
                (#"HTTP 400 {"code": -1, "message": "No such key"}"#, "HTTP 400 No such key"),
                (#"HTTP 400 {"code": -1, "data": {"a": [1]}} (x)"#, "HTTP 400 … (x)"),
                (#"cut off: {"TxExecutionError":{"InvalidTx"#, "cut off: …"),
            ] {
                for step in ["reject", "fail"] {
                    try await environment.setScript(["signMessage": [["do": .string(step), "message": .string(said)]]])
                    let error = try await Self.error { _ = try await manager.sign(message: "a", recipient: "b") }
                    for text in [error.errorDescription, manager.lastError] {
                        XCTAssertTrue(text?.contains(shown) == true, "“\(shown)” isn’t in “\(text ?? "")”")
                    }
                }
            }
            try await environment.stop()
        }
    }

    /// A label with megabytes of a program's own mistake would stop its window.
    func testASentenceQuotesTheBeginningOfALongText() {
        let whole = String(repeating: "é", count: 2000)
        for id in [whole, whole + whole + whole] {
            let text = NEARError.unknownWallet(id: id).errorDescription ?? ""
            XCTAssertEqual(text.hasSuffix("é …"), id != whole)
            XCTAssertLessThanOrEqual(text.unicodeScalars.count, DisplayText.sentenceLimit)
            XCTAssertTrue(text.hasPrefix("No wallet has the id “\(whole)"))
        }
    }
    /// The limit counts Unicode scalars, whatever each takes in UTF-8, and the mark of what is left out among them.
    func testASentenceHasAtMostItsLimitOfScalars() {
        for scalar in ["x", "é", "…", "😀"] {
            let longest = String(repeating: scalar, count: DisplayText.sentenceLimit)
            XCTAssertEqual(DisplayText.sentence(longest), longest)
            let cut = DisplayText.sentence(longest + scalar)
            XCTAssertEqual(cut, String(repeating: scalar, count: DisplayText.sentenceLimit - 2) + " …")
            XCTAssertEqual(cut.unicodeScalars.count, DisplayText.sentenceLimit)
        }
    }
}
