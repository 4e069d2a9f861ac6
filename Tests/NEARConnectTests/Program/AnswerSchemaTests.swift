// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnectCore

/// The JSON of every verb that the program declares: one schema each, with a version, that takes what it prints.
final class AnswerSchemaTests: MainLoopTestCase {
    /// Verbs without `--json`, and why.
    private static let without: [String: String] = [
        "shell": "a window for a user", "open": "a window for a user", "browse": "a window for a user or a WebDriver",
        "serve": "it speaks JSON-RPC with other programs, by serve.schema.json",
        "driver-config": "it prints other programs' formats: JSON for clients of WebDriver, TOML for Selenium Grid",
        "dapp-test init": "it writes files for a developer, who goes on with them",
    ]

    /// Verbs with `--json` and without `--timeout`: they ask no network, or end when they are told to.
    private static let withoutTimeout: Set<String> = [
        "contacts", "links list", "links forget", "sites list", "sites show", "sites revoke", "sites forget",
        "wallets list", "wallets remove", "keys list", "keys generate", "keys export", "sign-transaction", "forget",
        "devnet", "demo", "run", "keys label", "sites limit", "sites frames allow", "sites frames refuse",
        "sites networks list", "sites networks show", "sites networks remove", "walletconnect relay",
        "walletconnect wallet",
        // Their time is the protocol's: a link's five minutes, a request's --expiry, 30 seconds of a ping.
        "walletconnect connect", "walletconnect sessions", "walletconnect accounts", "walletconnect request",
        "walletconnect ping", "walletconnect listen", "walletconnect sign",
        // A person signs in and types; each server has its own deadline.
        "shares create", "shares status", "shares sign-in", "shares sign-out", "shares prove", "shares recover",
        "shares rotate", "shares join", "shares add-computer",
        "shares leave", "shares serve", "shares daily-key add", "shares daily-key list",
        "shares daily-key call", "shares daily-key remove", "backup", "restore",
    ]

    /// Verbs whose answers are compared with their schema where they have something to answer about.
    private static let elsewhere: [String: String] = [
        "demo": "ProgramTests", "run": "RunVerbTests", "devnet": "DevnetVerbTests", "tx": "ChainVerbTests",
        "relay": "SigningVerbTests", "deploy": "SigningVerbTests", "verify-message": "SigningVerbTests",
        "sign-transaction": "OfflineVerbTests", "send-signed": "OfflineVerbTests", "keys add": "KeysVerbTests",
        "keys revoke": "KeysVerbTests", "keys import": "KeysVerbTests", "keys export": "KeysVerbTests",
        "wallets show": "WalletsCommandTests", "wallets update": "WalletsCommandTests",
        "wallets trust": "WalletsCommandTests", "wallets remove": "WalletsCommandTests",
        "wallets check": "ManifestCommandTests", "sign-in": "PageVerbTests", "sign-out": "PageVerbTests",
        "sites delete-keys": "SitesVerbTests", "sites networks list": "SitesVerbTests",
        "sites networks show": "SitesVerbTests", "sites networks remove": "SitesVerbTests",
        "walletconnect relay": "WalletConnectPeerTests", "walletconnect wallet": "WalletConnectPeerTests",
        "walletconnect connect": "WalletConnectVerbTests", "walletconnect sessions": "WalletConnectVerbTests",
        "walletconnect accounts": "WalletConnectVerbTests", "walletconnect request": "WalletConnectVerbTests",
        "walletconnect ping": "WalletConnectVerbTests", "walletconnect disconnect": "WalletConnectVerbTests",
        "walletconnect listen": "WalletConnectVerbTests", "walletconnect sign": "WalletConnectVerbTests",
        "walletconnect forget": "WalletConnectVerbTests", "walletconnect wallets": "WalletsVerbTests",
        "shares create": "SharesVerbTests", "shares status": "SharesVerbTests", "shares sign-in": "SharesVerbTests",
        "shares prove": "SharesVerbTests", "shares recover": "SharesVerbTests", "shares rotate": "SharesVerbTests",
        "shares sign-out": "SharesSignOutTests", "shares join": "SharesVerbTests",
        "shares add-computer": "SharesVerbTests",
        "shares leave": "SharesVerbTests", "shares serve": "../Support/ShareServiceProcess",
        "backup": "BackupVerbTests", "restore": "BackupVerbTests",
        "shares daily-key add": "DailyKeyVerbTests", "shares daily-key list": "DailyKeyVerbTests",
        "shares daily-key call": "DailyKeyVerbTests", "shares daily-key remove": "DailyKeyVerbTests",
    ]

    /// Command lines that succeed in a scene, on its chain or in its folders; the others are read from ``elsewhere``.
    private static let lines: [String: [String]] = [
        "status": ["--network", "devnet"], "block": ["--network", "devnet"],
        "account": ["alice.test.near", "--network", "devnet"],
        "view": ["token.test.near", "ft_metadata", "--devnet"],
        "call": ["book.test.near", "add_message", #"{"text": "hello"}"#, "--devnet"],
        "send": ["bob.test.near", "1 NEAR", "--devnet"],
        "sign-message": ["hello", "--recipient", "app.example", "--devnet"],
        "delegate": ["book.test.near", "add_message", #"{"text": "hello"}"#, "--devnet"],
        "keys list": ["--network", "devnet"], "keys generate": ["carol.test.near", "--network", "devnet"],
        "history": [], "contacts": [], "links list": [], "links forget": ["--all"], "sites list": [],
        "sites show": ["https://app.example"], "sites revoke": ["https://app.example"],
        "sites forget": ["https://other.example"], "wallets list": [], "forget": ["near-connect-keystore"],
        "doctor": ["--offline"], "keys label": ["alice.test.near", "Mine", "--network", "devnet"],
        "sites limit": ["https://app.example", "--network", "testnet", "--none"],
        "sites frames allow": ["https://app.example", "--inside", "https://shop.example"],
        "sites frames refuse": ["https://app.example", "--inside", "https://shop.example"],
    ]

    /// Verbs that print an object a line, for each thing that there is.
    private static let lists = ["history", "contacts", "links list", "sites list", "wallets list"]

    func testEveryVerbHasJSONWithASchemaThatTheDocumentsName() throws {
        let verbs = try DeclaredVerb.all()
        let document = try String(
            contentsOf: AnswerSchema.root.appendingPathComponent("docs/commands.md"), encoding: .utf8)
        for verb in verbs {
            guard Self.without[verb.name] == nil else {
                XCTAssertFalse(verb.shown.contains("json"), "\(verb.name) has --json, and a row that says why not")
                continue
            }
            XCTAssertTrue(verb.shown.contains("json"), "\(verb.name) has no --json")
            for option in ["quiet", "verbose"] {
                XCTAssertTrue(verb.shown.contains(option), "\(verb.name) has no --\(option)")
            }
            XCTAssertNotEqual(
                verb.shown.contains("timeout"), Self.withoutTimeout.contains(verb.name), "\(verb.name): --timeout")
            let title = try AnswerSchema.json(verb.schema)["title"]?.stringValue
            XCTAssertEqual(title, "Answer of near-connect \(verb.name), version 1")
            XCTAssertTrue(document.contains("(schemas/\(verb.schema))"), "docs/commands.md lacks \(verb.schema)")
            guard Self.lines[verb.name] == nil else { continue }
            let tests = try XCTUnwrap(Self.elsewhere[verb.name], "no test compares \(verb.name) with its schema")
            let file = "Tests/NEARConnectTests/Program/\(tests).swift"
            let text = try String(contentsOf: AnswerSchema.root.appendingPathComponent(file), encoding: .utf8)
            let words = verb.name == "run" ? "runs.json(" : "\"\(verb.path.last ?? "")\""
            XCTAssertTrue(text.contains(words), "\(file) has no \(verb.name)")
        }
        let names = Set(verbs.map(\.name))
        for name in Array(Self.without.keys) + Array(Self.elsewhere.keys) + Array(Self.lines.keys) {
            XCTAssertTrue(names.contains(name), "there is no \(name)")
        }
    }

    func testEveryVerbTellsAWrongCommandLineAsJSON() throws {
        for verb in try DeclaredVerb.all() where Self.without[verb.name] == nil {
            // A complete line, so that nothing else is wrong with it.
            let words = try XCTUnwrap(VerbInputTests.words[verb.name], "\(verb.name) has no row")
            let run = try CommandRun.run(
                verb.path + words + ["--json", "--frobnicate"], ProcessInfo.processInfo.environment)
            XCTAssertEqual(run.status, 64, verb.name)
            XCTAssertEqual(run.errors, "", verb.name)
            let answers = try AnswerSchema.check(run, of: verb.name)
            XCTAssertEqual(answers.map { $0["code"] }, ["usage"], verb.name)
            XCTAssertTrue(answers.first?["message"]?.stringValue?.contains("frobnicate") ?? false, verb.name)
            XCTAssertEqual(answers.first?["status"], 64, verb.name)
        }
    }

    func testTheAnswersAreAsTheirSchemasSay() throws {
        try withScene { scene in
            // Something to list.
            let sent = try scene.run(
                ["send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near"]
                    + scene.policy(deposit: "1 NEAR"))
            XCTAssertEqual(sent.status, 0, sent.errors)
            let folders = try ProfileFolders(profile: "default", environment: scene.environment)
            let account = SiteGrant.Account(accountId: scene.alice.id, publicKey: nil)
            for site in ["https://app.example", "https://other.example"] {
                let origin = try XCTUnwrap(SiteOrigin(site))
                try SitePermissions(folder: folders.data).grant([account], to: origin, on: "testnet", chain: nil)
            }
            try RememberedLinks(folders: folders).remember(
                .init(walletId: "some-wallet", walletName: "Some", scheme: "some", since: Date()))
            for (verb, words) in Self.lines.sorted(by: { Self.order($0.key) < Self.order($1.key) }) {
                let arguments = verb.split(separator: " ").map(String.init) + words + ["--json"]
                let run = try scene.run(arguments, address: words.contains("devnet") ? Self.node(scene, verb) : [])
                let answers = try AnswerSchema.check(run, of: verb)
                XCTAssertFalse(answers.isEmpty, "\(verb) printed nothing: \(run.errors)")
                // A machine without WebKit's sandbox isn't healthy; its answer has the same form.
                if verb != "doctor" { XCTAssertEqual(run.status, 0, "\(verb): \(run.output)\(run.errors)") }
                if Self.lists.contains(verb) { XCTAssertNil(answers.first?["outcome"], verb) }
                // The same with nothing printed.
                let quiet = try scene.run(
                    arguments.dropLast() + ["--quiet"], address: words.contains("devnet") ? Self.node(scene, verb) : [])
                guard verb != "doctor", !Self.changing.contains(verb) else { continue }
                XCTAssertEqual(quiet.output, "", verb)
                XCTAssertEqual(quiet.status, 0, "\(verb): \(quiet.errors)")
            }
        }
    }

    /// Verbs that have nothing left to do the second time.
    private static let changing = ["sites revoke", "sites forget", "sites frames refuse"]

    /// The verbs that forget come last.
    private static func order(_ verb: String) -> String {
        let takesAway = ["forget", "revoke"].contains { verb.hasSuffix($0) }
        return "\(takesAway ? 1 : 0) \(verb)"
    }

    /// The scene's node, for the verbs that ask one.
    @MainActor
    private static func node(_ scene: SigningScene, _ verb: String) -> [String] {
        verb.hasPrefix("keys") ? [] : ["--rpc-url", scene.devnet.rpcURL.absoluteString]
    }
}
