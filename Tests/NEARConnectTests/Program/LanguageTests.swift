// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import XCTest

/// The language of commands: the locale's, and English for programs that read them.
final class LanguageTests: XCTestCase {
    private func run(_ arguments: String..., locale: String = "C.UTF-8") throws -> CommandRun {
        try CommandRun.run(arguments, ["HOME": "/nonexistent", "LC_ALL": locale, "LANGUAGE": "de"])
    }

    func testHelpAndErrorsAreInTheLanguageOfTheLocale() throws {
        let help = try run("send", "--help")
        XCTAssertTrue(help.output.contains("NEAR an ein Konto senden."), help.output)
        XCTAssertTrue(help.output.contains("--idempotency-key"), "words that are typed stay as they are")
        // Each of the programs that `near-connect` executes sets the language by itself.
        XCTAssertTrue(try run("devnet", "--help").output.contains("Der Port auf 127.0.0.1; 0 nimmt einen freien."))
        XCTAssertTrue(try run("doctor", "--help").output.contains("Keinen Knoten und kein Relay fragen."))
        XCTAssertTrue(try run("walletconnect", "--help").output.contains("Wallets auf Handys"))
        let failure = try run("keys", "list", "--credentials", "/nonexistent", "--network", "testnet")
        XCTAssertTrue((failure.output + failure.errors).contains("ist kein Schlüssel"), "\(failure)")
    }

    func testWhatProgramsReadStaysEnglish() throws {
        let refused = try run("send", "bob.near", "1", "--json")
        XCTAssertEqual(refused.status, 64)
        XCTAssertEqual(
            try refused.json().first?["message"]?.stringValue,
            "“1” has no unit. Write it with its unit, for example “1.5 NEAR” or “1 yoctoNEAR”.")
        XCTAssertTrue(try run("send", "bob.near", "1").errors.contains("„1“ hat keine Einheit."))
    }

    func testTheLocaleCIsEnglish() throws {
        XCTAssertTrue(try run("send", "--help", locale: "C").output.contains("Send NEAR to an account."))
        XCTAssertTrue(try run("send", "--help", locale: "xx_XX.UTF-8").output.contains("Send NEAR to an account."))
    }
}
