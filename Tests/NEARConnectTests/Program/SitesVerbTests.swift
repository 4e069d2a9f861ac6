// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARPrimitives
import TestSupport
import XCTest

/// `sites`: it shows permissions, and takes them away for every process of the profile.
final class SitesVerbTests: XCTestCase {
    private var root = FileManager.default.temporaryDirectory

    override func setUpWithError() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("sites-verb-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: root)
    }

    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["XDG_DATA_HOME": root.path]) { $1 }
    }

    private func run(_ arguments: String...) throws -> CommandRun {
        try CommandRun.run(["sites"] + arguments, environment)
    }

    private func permissions() -> SitePermissions {
        SitePermissions(folder: root.appendingPathComponent("near-connect/default"))
    }

    private func grant(_ site: String, _ network: ExactText) throws -> SiteOrigin {
        let origin = try XCTUnwrap(SiteOrigin(site))
        let account = SiteGrant.Account(accountId: try AccountId("a.testnet"), publicKey: nil)
        try permissions().grant([account], to: origin, on: network, chain: nil)
        return origin
    }

    func testPermissionsAreShownAndTakenAway() throws {
        XCTAssertEqual(try run("list").output, "No site has a permission.\n")
        let app = try grant("https://app.example", "testnet")
        _ = try grant("https://app.example", "mainnet")
        _ = try grant("https://shop.example:8443", "testnet")
        let window = permissions()
        XCTAssertNotNil(try window.grant(of: app, on: "mainnet", chain: nil))
        let lines = try run("list").output.split(separator: "\n")
        XCTAssertEqual(lines.count, 3)
        XCTAssertTrue(lines.allSatisfy { $0.contains("\ta.testnet\t") }, "\(lines)")
        XCTAssertTrue(try run("show", "app.example").output.contains("network: mainnet"))

        let mark = window.mark
        XCTAssertEqual(try run("revoke", "https://app.example/any/page", "--network", "mainnet").status, 0)
        XCTAssertNotEqual(window.mark, mark)
        XCTAssertNil(try window.grant(of: app, on: "mainnet", chain: nil))
        XCTAssertNotNil(try window.grant(of: app, on: "testnet", chain: nil))
        XCTAssertEqual(try run("revoke", "app.example").status, 0)
        XCTAssertNil(try window.site(app))
        XCTAssertEqual(try run("forget", "https://shop.example:8443").output, "forgotten: https://shop.example:8443\n")
        XCTAssertTrue(try window.sites().isEmpty)
    }

    func testLimitsAreSetShownAndTakenAway() throws {
        let app = try grant("https://app.example", "testnet")
        _ = try grant("https://app.example", "mainnet")
        let set = try run(
            "limit", "app.example", "--network", "testnet", "--deposit", "1 NEAR", "--contract", "shop.testnet",
            "--methods", "buy, sell")
        XCTAssertEqual(set.output, "set: https://app.example\ttestnet\n", set.errors)
        let daily = try permissions().site(app)?.grants["testnet"]?.limits?.daily
        XCTAssertEqual(
            daily,
            SiteLimits.Daily(
                amount: try NEARToken("1 NEAR"), contract: try AccountId("shop.testnet"), methods: ["buy", "sell"]))
        XCTAssertTrue(try run("show", "app.example").output.contains("shop.testnet"))
        XCTAssertNil(try permissions().site(app)?.grants["mainnet"]?.limits)
        // Real money moves by methods that the user has named, and never by all of them.
        let all = try run(
            "limit", "app.example", "--network", "mainnet", "--deposit", "1 NEAR", "--contract", "shop.near")
        XCTAssertEqual(all.status, 64, all.errors)
        XCTAssertTrue(all.errors.contains("on mainnet each method has to be named"), all.errors)
        for wrong in [
            ["--deposit", "1 NEAR"], ["--none", "--deposit", "1 NEAR"], ["--deposit", "1", "--contract", "a.near"], [],
        ] {
            let run = try CommandRun.run(
                ["sites", "limit", "app.example", "--network", "testnet"] + wrong, environment)
            XCTAssertEqual(run.status, 64, "\(wrong) \(run.errors)")
        }
        XCTAssertEqual(try run("limit", "app.example", "--network", "nowhere", "--none").status, 5)
        XCTAssertEqual(try run("limit", "app.example", "--network", "testnet", "--none").status, 0)
        XCTAssertNil(try permissions().site(app)?.grants["testnet"]?.limits)
    }

    func testKeysOfASiteAreNamedBeforeTheyAreForgotten() throws {
        let app = try grant("https://app.example", "testnet")
        let key = try SecretKey.generate().publicKey
        try permissions().add(
            [SiteGrant.Key(accountId: try AccountId("a.testnet"), publicKey: key)], of: app, on: "testnet")
        XCTAssertTrue(try run("show", "app.example").output.contains("has added the key \(key) to a.testnet"))
        let run = try run("revoke", "app.example")
        XCTAssertEqual(run.status, 0)
        XCTAssertTrue(run.errors.contains("the key \(key) stays on a.testnet"), run.errors)
        let none = try self.run("delete-keys", "app.example", "--network", "testnet")
        XCTAssertEqual(none.status, 5, none.errors)
        XCTAssertTrue(none.errors.contains("https://app.example has added no keys on testnet"), none.errors)
        let said = try self.run("delete-keys", "app.example", "--network", "testnet", "--json")
        XCTAssertEqual(try AnswerSchema.check(said, of: "sites delete-keys").first?["code"], "no-keys")
    }

    func testAnAccountGetsALabelOfOneLine() throws {
        let labels = AccountLabels(folder: root.appendingPathComponent("near-connect/default"))
        let account = try AccountId("a.testnet")
        func label(_ words: String...) throws -> CommandRun {
            try CommandRun.run(["keys", "label", "a.testnet", "--network", "testnet"] + words, environment)
        }
        XCTAssertEqual(try label("Savings").output, "label of a.testnet: Savings\n")
        XCTAssertEqual(try labels.labels(on: "testnet"), [account: "Savings"])
        for wrong in ["", "two\nlines", String(repeating: "a", count: 65)] {
            XCTAssertNotEqual(try label(wrong).status, 0, wrong)
        }
        XCTAssertEqual(try labels.labels(on: "testnet"), [account: "Savings"])
        XCTAssertEqual(try label().output, "label of a.testnet: none\n")
        XCTAssertEqual(try labels.labels(on: "testnet"), [:])
    }

    func testJSONIsAsTheSchemaSays() throws {
        _ = try grant("https://app.example", "testnet")
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/schemas/sites.schema.json")
        let schema = JSONSchema(try JSONValue.parse(Array(try Data(contentsOf: file))))
        for output in [try run("list", "--json").output, try run("show", "app.example", "--json").output] {
            let line = output.trimmingCharacters(in: .newlines)
            let whole: JSONValue = ["schema": 1, "sites": [try JSONValue.parse(line)]]
            XCTAssertTrue(try schema.accepts(whole), line)
        }
    }

    func testFramesAreAllowedAndRefused() throws {
        let app = try grant("https://app.example", "testnet")
        let shop = try XCTUnwrap(SiteOrigin("https://shop.example"))
        XCTAssertEqual(try run("frames", "allow", "app.example", "--inside", "shop.example").status, 0)
        XCTAssertEqual(try permissions().site(app)?.grants["testnet"]?.framesInside, [shop])
        XCTAssertTrue(try run("show", "app.example").output.contains("may ask in frames inside: https://shop.example"))
        XCTAssertEqual(
            try run("frames", "refuse", "app.example", "--inside", "shop.example").output,
            "refused: frames of https://app.example inside https://shop.example\n")
        XCTAssertEqual(try permissions().site(app)?.grants["testnet"]?.framesInside, [])
        for arguments in [
            ["refuse", "app.example", "--inside", "shop.example"],
            ["allow", "b.example", "--inside", "shop.example"],
            ["allow", "app.example", "--inside", "app.example"],
            ["allow", "app.example", "--inside", "http://shop.example"],
            ["allow", "app.example", "--inside", "file:///x"],
        ] {
            let run = try CommandRun.run(["sites", "frames"] + arguments, environment)
            XCTAssertNotEqual(run.status, 0, "\(arguments)")
            XCTAssertFalse(run.errors.isEmpty, "\(arguments)")
        }
        XCTAssertEqual(try permissions().site(app)?.grants["testnet"]?.framesInside, [])
    }

    func testNetworksOfSitesAreShownAndRemoved() throws {
        XCTAssertEqual(try run("networks").output, "No site has added a network.\n")
        let folder = root.appendingPathComponent("near-connect/default")
        let genesis = CryptoHash.sha256([1]).description
        let network =
            #"{"id":"fun","genesisHash":"\#(genesis)","rpcUrls":["https://rpc.example"],"version":2,"site":"https://app.example","since":"2026-01-01T00:00:00Z"}"#
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(#"{"schema":1,"networks":[\#(network)]}"#.utf8)
            .write(to: folder.appendingPathComponent("site-networks.json"))
        XCTAssertEqual(try run("networks", "list").output, "fun\thttps://app.example\thttps://rpc.example\n")
        XCTAssertTrue(try run("networks", "show", "fun").output.contains("genesis hash: \(genesis)"))
        for words in [["list"], ["show", "fun"]] {
            let verb = "sites networks \(words[0])"
            let run = try CommandRun.run(["sites", "networks"] + words + ["--json"], environment)
            var line = try XCTUnwrap(try AnswerSchema.check(run, of: verb).first?.objectValue)
            XCTAssertEqual(line.removeValue(forKey: "command"), .string(verb))
            XCTAssertEqual(line.removeValue(forKey: "schema"), 1)
            XCTAssertEqual(.object(line), try JSONValue.parse(network))
        }
        let unknown = try run("networks", "show", "other", "--json")
        XCTAssertEqual(try AnswerSchema.check(unknown, of: "sites networks show").first?["code"], "unknown-network")
        XCTAssertEqual(try run("networks", "remove", "other").status, try run("networks", "show", "other").status)
        XCTAssertNotEqual(try run("networks", "remove", "other").status, 0)
        let removed = try AnswerSchema.check(
            try run("networks", "remove", "fun", "--json"), of: "sites networks remove")
        XCTAssertEqual(removed.first?["network"], "fun")
        XCTAssertEqual(try SiteNetworks(folder: folder).all(), [])
    }

    func testWhatIsNoSiteOrHasNothingIsSaid() throws {
        for site in ["", "https://", "app.example:x", "file:///etc/passwd", "null", "http://localhost.:1"]
        where site != "null" {
            let run = try run("revoke", site)
            XCTAssertEqual(run.status, 64, run.errors)
            XCTAssertTrue(run.errors.contains("no site"), run.errors)
        }
        for verb in ["show", "revoke", "forget"] {
            let run = try run(verb, "https://app.example")
            XCTAssertEqual(run.status, 5, run.errors)
            XCTAssertTrue(run.errors.contains("https://app.example has no permission"), run.errors)
        }
        let folder = root.appendingPathComponent("near-connect/default")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: folder.appendingPathComponent("sites.json"))
        let damaged = try run("list")
        XCTAssertEqual(damaged.status, 0)
        XCTAssertTrue(damaged.errors.contains("sites.json.corrupt-"), damaged.errors)
    }
}
