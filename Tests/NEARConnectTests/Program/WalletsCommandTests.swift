// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import TestSupport

/// `near-connect wallets` as a user or a pipeline runs it, against a server with TLS.
final class WalletsCommandTests: XCTestCase {
    private static let code = "window.selector.ready({});"
    private static var hash: String { ContentHash.sha256([UInt8](code.utf8)).hex }

    func testAWalletsWholeLife() throws {
        let command = try CommandSite()
        let site = command.site

        let empty = try command.run("list")
        XCTAssertEqual(empty.status, 0, empty.errors)
        XCTAssertEqual(empty.output.split(separator: "\n").count, 1, empty.output)

        XCTAssertEqual(try command.run("update").status, 0)
        let listed = try command.run("list", "--json").json()
        XCTAssertEqual(listed.map { $0["state"] }, ["packaged", "listed"])

        let trusted = try command.run("trust", "example-wallet", "--json")
        XCTAssertEqual(trusted.status, 0, trusted.errors)
        XCTAssertEqual(try trusted.json().first?["accepted"]?["bytes"], 26)

        try site.serve(
            manifest: [
                command.entry([
                    "version": "0.9.0",
                    "permissions": [
                        "storage": true, "clipboardRead": true, "allowsOpen": ["https://evil.example"],
                    ],
                ])
            ])
        try site.serve("code.js", "steal();")
        let update = try command.run("update")
        XCTAssertEqual(update.status, 2, update.errors)
        for text in [
            "version 1.0.0 → 0.9.0, which is older", "may now: read the clipboard", "may now open https://evil.example",
            "may no longer open https://wallet.example", "code 26 → 8 bytes",
        ] { XCTAssertTrue(update.output.contains(text), "\(text) is not in \(update.output)") }
        let shown = try command.run("show", "example-wallet")
        XCTAssertTrue(shown.output.contains("May open     https://wallet.example"), shown.output)
        XCTAssertTrue(shown.output.contains("  may now: read the clipboard"), shown.output)

        let refused = try command.run("trust", "example-wallet")
        XCTAssertEqual(refused.status, 4)
        XCTAssertTrue(refused.errors.contains("--allow-downgrade"), refused.errors)
        XCTAssertEqual(try command.run("trust", "example-wallet", "--allow-downgrade").status, 0)

        XCTAssertEqual(try command.run("remove", "example-wallet", "--json").status, 0)
        let again = try command.run("remove", "example-wallet")
        XCTAssertEqual(again.status, 5)
        XCTAssertTrue(again.errors.contains("nothing to remove"), again.errors)
        let named = try command.run("show", "Example Wallet")
        XCTAssertTrue(named.errors.contains("Use “example-wallet” if you mean that one"), named.errors)

        try site.serve(manifest: [
            command.entry(), command.entry(["id": "other", "executor": "http://wallet.example/code.js"]),
        ])
        let faulty = try command.run("update")
        XCTAssertEqual(faulty.status, 0, faulty.errors)
        XCTAssertTrue(faulty.output.contains("other: \u{201C}executor\u{201D} has to be"), faulty.output)
        let told = try command.run("update", "--json").json()
        XCTAssertEqual(told.map { $0["outcome"] }, ["refused"])

        site.stop()
        let offline = try command.run("update")
        XCTAssertEqual(offline.status, 3)
        XCTAssertTrue(offline.errors.contains("No wallet list could be fetched"), offline.errors)
        let unknown = try command.run("show", "nobody")
        XCTAssertEqual(unknown.status, 5)
        XCTAssertTrue(unknown.errors.contains("No wallet list names"), unknown.errors)
    }

    func testHashesAreShownBeforePinningAndExactlyThoseArePinned() throws {
        let command = try CommandSite()
        let looked = try command.run("show", "example-wallet", "--fetch")
        XCTAssertEqual(looked.status, 0, looked.errors)
        let manifest = try WalletManifest(command.entry(), from: .remote, place: "").sha256
        let agreeing = "trust example-wallet --sha256 \(Self.hash) --manifest-sha256 \(manifest)"
        for text in [Self.hash, "May open     https://wallet.example", agreeing] {
            XCTAssertTrue(looked.output.contains(text), "\(text) is not in \(looked.output)")
        }
        let json = try command.run("show", "example-wallet", "--fetch", "--json").json()
        XCTAssertEqual(json.first?["fetched"]?["version"]?["executorSHA256"], .string(Self.hash))
        XCTAssertEqual(json.first?["state"], "listed", "looking is not agreeing")

        let wrong = String(repeating: "0", count: 64)
        for arguments in [["--sha256", wrong], ["--sha256", Self.hash, "--manifest-sha256", wrong]] {
            let run = try CommandRun.run(
                ["wallets", "trust", "example-wallet", "--json", "--list", "\(command.site.origin)/manifest.json"]
                    + arguments, command.environment)
            XCTAssertEqual(run.status, 4, run.errors)
            XCTAssertEqual(try run.json().first?["code"], "hash-differs")
        }
        XCTAssertEqual(try command.run("list", "--json").json().last?["state"], "listed")

        let trusted = try command.run(
            "trust", "example-wallet", "--sha256", Self.hash.uppercased(), "--manifest-sha256", manifest)
        XCTAssertEqual(trusted.status, 0, trusted.errors)
        for text in [Self.hash, "May          store values in this profile", "May open     https://wallet.example"] {
            XCTAssertTrue(trusted.output.contains(text), "\(text) is not in \(trusted.output)")
        }
        // A pipeline says the same each time.
        XCTAssertEqual(try command.run("trust", "example-wallet", "--sha256", Self.hash).status, 0)
        let nothing = try command.run("trust", "example-wallet")
        XCTAssertEqual(nothing.status, 5)
        XCTAssertTrue(nothing.errors.contains("near-connect wallets update"), nothing.errors)

        try command.site.serve("code.js", "one();")
        let update = try command.run("update")
        let first = ContentHash.sha256([UInt8]("one();".utf8)).hex
        XCTAssertTrue(update.output.contains("trust example-wallet --sha256 \(first)"), update.output)
        XCTAssertTrue(try command.run("show", "example-wallet").output.contains(first))
        // Another process replaces the offer, so the one that was shown can't be accepted any more.
        try command.site.serve("code.js", "two();")
        XCTAssertEqual(try command.run("update").status, 2)
        XCTAssertEqual(try command.run("trust", "example-wallet", "--sha256", first).status, 4)
        XCTAssertEqual(try command.run("trust", "example-wallet", "--sha256", Self.hash).status, 0, "it runs already")
    }

    func testAnUpdateThatNamesANewWalletSaysWhatItMayDo() throws {
        let command = try CommandSite()
        let update = try command.run("update", "example-wallet")
        XCTAssertEqual(update.status, 0, update.errors)
        for text in [Self.hash, "May          store values in this profile", "May open     https://wallet.example"] {
            XCTAssertTrue(update.output.contains(text), "\(text) is not in \(update.output)")
        }
    }

    func testAFailureCountsMoreThanWhatWaits() throws {
        let command = try CommandSite()
        // Which the server would answer with a text about the file that isn't there.
        try command.site.serve("gone.js", "", status: "404 Not Found")
        let (first, second) = (command.entry(["id": "a-wallet"]), command.entry(["id": "b-wallet"]))
        for (failing, waiting) in [("a", "b"), ("b", "a")] {
            try command.site.serve(manifest: [first, second])
            let pinning = try command.run("update", "a-wallet", "b-wallet")
            XCTAssertEqual(pinning.status, 0, pinning.errors)
            let entries = ["a", "b"].map { id in
                command.entry([
                    "id": .string("\(id)-wallet"),
                    "executor": .string("\(command.site.origin)/\(id == failing ? "gone.js" : "new.js")"),
                ])
            }
            try command.site.serve("new.js", "more();")
            try command.site.serve(manifest: entries)
            let run = try command.run("update", "--json")
            XCTAssertEqual(run.status, 3, run.output)
            let outcomes = try run.json().map { [$0["id"], $0["outcome"]] }
            XCTAssertEqual(
                Set(outcomes), [[.string("\(failing)-wallet"), "failed"], [.string("\(waiting)-wallet"), "offered"]])
            for id in ["a-wallet", "b-wallet"] { XCTAssertEqual(try command.run("remove", id).status, 0) }
        }
    }

    func testEachFailureIsAnObjectForPrograms() throws {
        let command = try CommandSite()
        let lock = command.root.appendingPathComponent("data/near-connect/default/wallets.lock")
        for (arguments, status, code) in [
            (["show", "nobody"], 5, "unknown-wallet"), (["trust", "nobody"], 5, "unknown-wallet"),
            (["remove", "example-wallet"], 5, "not-agreed-to"), (["trust", "Example Wallet"], 5, "unknown-wallet"),
            (["remove", "near-connect-keystore"], 5, "packaged"),
        ] as [([String], Int32, JSONValue)] {
            let run = try CommandRun.run(
                ["wallets"] + arguments + ["--json", "--list", "\(command.site.origin)/manifest.json"],
                command.environment)
            XCTAssertEqual(run.status, status, run.errors)
            XCTAssertEqual(try run.json().map { $0["code"] }, [code], run.output)
            XCTAssertEqual(try run.json().first?["id"], .string(arguments[1]))
            XCTAssertEqual(run.errors, "")
        }
        try FileManager.default.createDirectory(
            at: lock.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{".utf8).write(to: lock)
        let corrupt = try command.run("list", "--json")
        XCTAssertEqual(corrupt.status, 1)
        XCTAssertEqual(try corrupt.json().first?["code"], "lock-corrupt")
        command.site.stop()
        let offline = try command.run("update", "--json")
        XCTAssertEqual(offline.status, 3)
        XCTAssertEqual(try offline.json().first?["code"], "list-unavailable")
        let usage = try command.run("trust", "example-wallet", "--sha256", "abc")
        XCTAssertEqual(usage.status, 64)
    }

    func testAnEditedLockSteersNoTerminal() throws {
        let command = try CommandSite()
        XCTAssertEqual(try command.run("trust", "example-wallet").status, 0)
        let lock = command.root.appendingPathComponent("data/near-connect/default/wallets.lock")
        let text = try String(contentsOf: lock, encoding: .utf8)
        try Data(text.replacing("\"1.0.0\"", with: "\"1\\u001b[31m\\n\\u202e\"").utf8).write(to: lock)
        for arguments in [["list"], ["show", "example-wallet"]] {
            let run = try CommandRun.run(
                ["wallets"] + arguments + ["--list", "\(command.site.origin)/manifest.json"], command.environment)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertFalse(run.output.contains("\u{1B}") || run.output.contains("\u{202E}"), run.output)
        }
        XCTAssertEqual(try command.run("list").output.split(separator: "\n").count, 2)
    }

    func testAProfileThatIsNotThereIsSaidSo() throws {
        let command = try CommandSite()
        XCTAssertEqual(try command.run("trust", "example-wallet", "--profile", "shop").status, 0)
        let mistyped = try command.run("list", "--profile", "shp")
        XCTAssertEqual(mistyped.status, 0)
        XCTAssertTrue(
            mistyped.errors.contains("nothing in profile \u{201C}shp\u{201D} yet; there are: shop"), mistyped.errors)
        XCTAssertEqual(try command.run("list", "--profile", "shop").errors, "")
        XCTAssertEqual(try command.run("list", "--profile", "../shop").status, 64)
    }

    func testIdsAreCompleted() throws {
        let command = try CommandSite()
        XCTAssertEqual(try command.run("trust", "example-wallet", "--profile", "shop").status, 0)
        let words = ["near-connect", "wallets", "show", "--profile", "shop", ""]
        let run = try CommandRun.run(
            ["---completion", "wallets", "show", "--", "positional@0", "5", "0"] + words, command.environment)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(Set(run.output.split(separator: "\n")), ["near-connect-keystore", "example-wallet"])
    }
}
