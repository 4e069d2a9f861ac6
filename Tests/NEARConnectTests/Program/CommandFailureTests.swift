// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import XCTest

@testable import NEARConnectCore

/// The end of a failed command: the table's sentence on standard error, or one object, and its status.
final class CommandFailureTests: XCTestCase {
    private func expect(
        _ error: any Error, from arguments: [String], in environment: [String: String], line: UInt = #line
    ) throws {
        let (run, report) = (try CommandRun.run(arguments, environment), ErrorReport(error))
        // A profile that is named for the first time is noted before.
        XCTAssertTrue(run.errors.hasSuffix("Error: \(report.sentence)\n"), run.errors, line: line)
        XCTAssertEqual(run.errors.components(separatedBy: "Error: ").count, 2, run.errors, line: line)
        XCTAssertEqual(run.status, report.status.rawValue, line: line)
        XCTAssertEqual(run.output, "", line: line)
    }

    func testACommandEndsWithTheSentenceAndTheStatusOfItsError() throws {
        let command = try CommandSite()
        try expect(WalletError.unknown(id: "nobody"), from: ["wallets", "show", "nobody"], in: command.environment)
        try expect(
            WalletError.packaged(id: "near-connect-keystore"), from: ["wallets", "remove", "near-connect-keystore"],
            in: command.environment)
        let gone = "\(command.root.path)/gone.json"
        try expect(
            WalletManifestFileError(path: gone, reasons: ["there is no such file"]), from: ["wallets", "check", gone],
            in: command.environment)
        let profile = thrownError { _ = try ProfileFolders(profile: "../x") }
        try expect(try XCTUnwrap(profile), from: ["history", "--profile", "../x"], in: command.environment)
        try expect(try XCTUnwrap(profile), from: ["links", "--profile", "../x"], in: command.environment)
        let account = thrownError { _ = try AccountId("A") }
        try expect(try XCTUnwrap(account), from: ["devnet", "--accounts", "A"], in: command.environment)
    }

    func testAFailureIsAnObjectWithTheSameWords() throws {
        let command = try CommandSite()
        let (run, error) = (
            try CommandRun.run(["wallets", "show", "nobody", "--json"], command.environment),
            ErrorReport(WalletError.unknown(id: "nobody"))
        )
        XCTAssertEqual(
            try run.json(),
            [
                [
                    "schema": 1, "command": "wallets show", "outcome": "failed", "id": "nobody",
                    "code": .string(error.code), "message": .string(error.sentence),
                    "status": .integer(Int128(error.status.rawValue)),
                ]
            ])
        XCTAssertEqual(run.errors, "")
        XCTAssertEqual(run.status, error.status.rawValue)
    }

    func testTheCommandLinesOwnErrorsAndHelpStayTheParsers() throws {
        let command = try CommandSite()
        for (arguments, status, says) in [
            (["history", "--rpc-url", "https://x.example"], 64, "Usage: near-connect history"),
            (["wallets", "trust", "x", "--sha256", "abc"], 64, "A SHA-256 has 64 hexadecimal digits."),
            (["nonsense", "--nonsense"], 64, "Usage:"),
            (["wallets", "trust", "--help"], 0, "OVERVIEW: Pin the version"),
            (["help", "wallets"], 0, "OVERVIEW: See, pin and update"), (["--version"], 0, "."),
        ] as [([String], Int32, String)] {
            let run = try CommandRun.run(arguments, command.environment)
            XCTAssertEqual(run.status, status, "\(arguments)")
            XCTAssertTrue((run.output + run.errors).contains(says), "\(arguments): \(run.output)\(run.errors)")
            XCTAssertEqual(run.errors.isEmpty, status == 0, run.errors)
        }
    }
}

/// Returns the error that `body` throws.
private func thrownError(by body: () throws -> Void, line: UInt = #line) -> (any Error)? {
    do {
        try body()
    } catch {
        return error
    }
    XCTFail("nothing was thrown", line: line)
    return nil
}
