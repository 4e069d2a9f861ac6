// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// Bad input for every verb that help lists: a sentence and exit code 64, and nothing is started.
///
/// The verbs and their options are those that the program declares; a new verb needs a row in ``words``.
final class VerbInputTests: XCTestCase {
    private static let key = "ed25519:CGuADEcovcQ6tBEFw3ZWwQ2WaFkYT8a27DTxB9Jrz2z8"
    private static let site = "https://app.example"
    private static let hash = "CBptACzYAtZiGitHCT4k1YVtBSaUxATZVEVx1gXtZPLF"

    /// Words with which each verb's command line is complete.
    private static let words: [String: [String]] = [
        "shell": [], "demo": [], "run": ["/nowhere.yaml"], "devnet": [], "links list": [],
        "links forget": ["--all"], "wallets list": [], "wallets show": ["x"], "wallets update": [],
        "wallets trust": ["x"], "wallets remove": ["x"], "wallets check": ["/nowhere"], "history": [], "contacts": [],
        "sign-in": [], "sign-out": [], "send": ["bob.near", "1 NEAR"], "call": ["c.near", "m"],
        "deploy": ["/nowhere.wasm"], "sign-message": ["m", "--recipient", "r"], "verify-message": ["{}"],
        "delegate": ["c.near", "m"], "relay": ["AAAA"], "keys list": [], "keys generate": [],
        "keys import": ["a.near", "--key", "/dev/null"], "keys export": ["a.near", "--output", "/nowhere/x"],
        "keys add": [key, "--full-access"], "keys revoke": [key], "sign-transaction": ["AAAA"],
        "send-signed": ["AAAA"], "account": ["a.near"], "view": ["c.near", "m"], "tx": [hash, "--signer", "a.near"],
        "sites list": [], "sites show": [site], "sites revoke": [site], "sites forget": [site],
        "block": [], "status": [], "doctor": [], "forget": ["x"],
    ]

    /// Values of the wrong kind, for each verb that has the option.
    private static let values: [String: [String]] = [
        "timeout": ["abc", "-1", "nan", "0"], "finality": ["nope"], "block": ["99999999999999999999999"],
        "wait-until": ["nope"], "signer": ["B!"], "amount": ["1"], "deposit": ["1e9 NEAR"], "gas": ["30"],
        "receiver": ["B!"], "beneficiary": ["B!"], "public-key": ["zzz"], "new-key": ["zzz"], "nonce": ["AAAA"],
        "idempotency-key": ["", "a\u{7}"], "allowance": ["1"],
        "networks": ["/nowhere", "/dev/null"], "port": ["99999"], "block-time": ["0"], "repeat": ["0"],
        "jobs": ["x"],
    ]

    private struct Verb {
        let name: String
        var path: [String] { name.split(separator: " ").map(String.init) }
        /// The names of the options that take a value.
        var options: [String] = []
        /// The names of all options and flags that help shows.
        var shown: [String] = []
        var needsWords = false
    }

    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID().uuidString)")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        let left = try FileManager.default.subpathsOfDirectory(atPath: home.path)
        XCTAssertEqual(left, [], "a command line that is wrong has left something")
        try FileManager.default.removeItem(at: home)
    }

    private func run(_ arguments: [String]) throws -> CommandRun {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
        for name in ["HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] { environment[name] = home.path }
        return try CommandRun.run(arguments, environment)
    }

    /// Returns the verbs that the program declares.
    private func verbs() throws -> [Verb] {
        // The description is longer than a pipe's buffer.
        let file = home.appending(path: "help.json")
        let process = try CommandRun.process(["--experimental-dump-help"], ProcessInfo.processInfo.environment)
        try Data().write(to: file)
        process.standardOutput = try FileHandle(forWritingTo: file)
        try process.run()
        process.waitForEnd()
        let json = try JSONValue.parse(Array(try Data(contentsOf: file)))
        try FileManager.default.removeItem(at: file)
        var verbs: [Verb] = []
        func add(_ command: JSONValue, _ path: [String]) {
            let below = (command["subcommands"]?.arrayValue ?? []).filter { $0["shouldDisplay"]?.boolValue != false }
            for each in below {
                guard let name = each["commandName"]?.stringValue, name != "help" else { continue }
                add(each, path + [name])
            }
            guard below.isEmpty, !path.isEmpty else { return }
            var verb = Verb(name: path.joined(separator: " "))
            for argument in command["arguments"]?.arrayValue ?? [] {
                let names = (argument["names"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
                let isShown = argument["shouldDisplay"]?.boolValue != false
                guard let long = names.max(by: { $0.count < $1.count }) else {
                    verb.needsWords = verb.needsWords || argument["isOptional"] == false
                    continue
                }
                if isShown { verb.shown.append(long) }
                if argument["kind"] == "option" { verb.options.append(long) }
            }
            verbs.append(verb)
        }
        add(try XCTUnwrap(json["command"]), [])
        XCTAssertGreaterThan(verbs.count, 35)
        return verbs
    }

    private func check(_ run: CommandRun, _ arguments: [String], says word: String? = nil) {
        let shown = arguments.map { $0.prefix(40) }
        XCTAssertEqual(run.status, 64, "\(shown): \(run.errors.prefix(300))")
        XCTAssertEqual(run.output, "", "\(shown)")
        XCTAssertTrue(run.errors.contains("Error: ") && run.errors.utf8.count < 3_000, "\(shown): \(run.errors)")
        if let word { XCTAssertTrue(run.errors.contains(word), "\(shown): \(run.errors)") }
    }

    func testWhatNoVerbKnowsIsRefused() throws {
        // Verbs share their options: each is cut off once.
        var seen: Set<String> = []
        for verb in try verbs() {
            let complete = try XCTUnwrap(Self.words[verb.name], "\(verb.name) has no row")
            let unknown = verb.path + complete + ["--frobnicate"]
            check(try run(unknown), unknown, says: "frobnicate")
            if verb.needsWords { check(try run(verb.path), verb.path) }
            for option in verb.options where seen.insert(option).inserted {
                let cut = verb.path + complete.filter { $0 != "--\(option)" } + ["--\(option)"]
                check(try run(cut), cut, says: option)
            }
        }
    }

    func testHelpOfEachVerbNamesItsOptions() throws {
        for verb in try verbs() {
            let help = try run(["help"] + verb.path)
            XCTAssertEqual(help.status, 0, verb.name)
            XCTAssertTrue(help.output.hasPrefix("OVERVIEW: "), verb.name)
            for name in verb.shown { XCTAssertTrue(help.output.contains("--\(name)"), "\(verb.name): \(name)") }
            XCTAssertEqual(try run(verb.path + ["--help"]).output, help.output, verb.name)
        }
    }

    func testValuesOfTheWrongKindAreRefused() throws {
        // One value for each verb, and all of them for the first that has the option.
        var seen: Set<String> = []
        for verb in try verbs() {
            let complete = try XCTUnwrap(Self.words[verb.name], "\(verb.name) has no row")
            for (option, values) in Self.values where verb.options.contains(option) {
                for value in seen.insert(option).inserted ? values : Array(values.prefix(1)) {
                    let rest = complete.contains("--\(option)") ? Array(complete.prefix(1)) : complete
                    let arguments = verb.path + rest + ["--\(option)=\(value)"]
                    check(try run(arguments), arguments)
                }
            }
        }
    }

    func testALongWordIsNotRepeated() throws {
        let long = String(repeating: "k\u{202E}", count: 25_000)
        for arguments in [
            ["send", "bob.near", "1 NEAR", "--idempotency-key=\(long)"], ["send", long, "1 NEAR"],
            ["send", "bob.near", long + " NEAR"], ["status", "--timeout", long], ["view", "c.near", "m", long],
            ["tx", long, "--signer", "a.near"], ["relay", long], ["block", "--\(long)"], ["keys", "add", long],
        ] {
            let run = try run(arguments)
            check(run, arguments)
            XCTAssertFalse(run.errors.unicodeScalars.contains("\u{202E}"), run.errors)
        }
    }

    func testTextsThatAreTooLongOrNoTextsAreRefused() throws {
        let file = home.appending(path: "input")
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: file)) }
        let word = "@\(file.path)"
        let rows: [([String], Int)] = [
            (["sign-message", word, "--recipient", "r"], 1 << 20), (["verify-message", word], 1 << 20),
            (["relay", word], 1 << 20), (["send-signed", word], 1 << 20), (["sign-transaction", word], 1 << 20),
            (["view", "c.near", "m", word], 4 << 20), (["call", "c.near", "m", word], 4 << 20),
            (["delegate", "c.near", "m", word], 4 << 20), (["send", "b.near", "1 NEAR", "--networks", file.path], 0),
            (["send", "b.near", "1 NEAR", "--approve", file.path], 0),
            (["send", "b.near", "1 NEAR", "--key", file.path, "--approve", file.path], 0),
            (["deploy", file.path], 4 << 20),
        ]
        for (arguments, limit) in rows {
            try Data(repeating: UInt8(ascii: "1"), count: max(limit, 1 << 20) + 1).write(to: file)
            check(try run(arguments), arguments)
            // Bytes that are no text, and a NUL.
            for bytes in [[0xFF, 0xFE, 0x00], [UInt8(ascii: "{"), 0x00, UInt8(ascii: "}")]] as [[UInt8]]
            where arguments[0] != "sign-message" || bytes[0] == 0xFF {
                try Data(bytes).write(to: file)
                check(try run(arguments), arguments)
            }
        }
    }
}
