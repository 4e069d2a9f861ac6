// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import Synchronization
import XCTest

/// Bad input for every verb that help lists: a sentence and exit code 64, and nothing is started.
///
/// The verbs and their options are those that the program declares; a new verb needs a row in ``words``.
final class VerbInputTests: XCTestCase {
    private static let key = "ed25519:CGuADEcovcQ6tBEFw3ZWwQ2WaFkYT8a27DTxB9Jrz2z8"
    private static let site = "https://app.example"
    private static let hash = "CBptACzYAtZiGitHCT4k1YVtBSaUxATZVEVx1gXtZPLF"

    /// Words with which each verb's command line is complete.
    static let words: [String: [String]] = [
        "shell": [], "open": ["http://localhost:1"], "demo": [],
        "browse": ["http://localhost:1", "--network", "testnet"],
        "dapp-test init": ["/nowhere"], "driver-config": ["--", "--devnet", "--policy", "allow"],
        "run": ["/nowhere.yaml"], "devnet": [],
        "links list": [],
        "links forget": ["--all"], "wallets list": [], "wallets show": ["x"], "wallets update": [],
        "wallets trust": ["x"], "wallets remove": ["x"], "wallets check": ["/nowhere"], "history": [], "contacts": [],
        "sign-in": [], "sign-out": [], "send": ["bob.near", "1 NEAR"], "call": ["c.near", "m"],
        "deploy": ["/nowhere.wasm"], "sign-message": ["m", "--recipient", "r"], "verify-message": ["{}"],
        "delegate": ["c.near", "m"], "relay": ["AAAA"], "keys list": [], "keys generate": [],
        "keys import": ["a.near", "--key", "/dev/null"], "keys export": ["a.near", "--output", "/nowhere/x"],
        "keys add": [key, "--full-access"], "keys revoke": [key], "sign-transaction": ["AAAA"],
        "send-signed": ["AAAA"], "account": ["a.near"], "view": ["c.near", "m"], "tx": [hash, "--signer", "a.near"],
        "sites list": [], "sites show": [site], "sites revoke": [site], "sites forget": [site],
        "sites limit": [site, "--network", "testnet", "--none"], "sites delete-keys": [site],
        "sites frames allow": [site, "--inside", "https://shop.example"],
        "sites frames refuse": [site, "--inside", "https://shop.example"], "sites networks list": [],
        "sites networks show": ["fun"], "sites networks remove": ["fun"], "keys label": ["a.near"],
        "serve": [], "block": [], "status": [], "doctor": [], "forget": ["x"], "walletconnect relay": [],
        "backup": ["/nowhere/x"], "restore": ["/nowhere/x"],
        "walletconnect wallet": ["--relay", "ws://127.0.0.1:1"], "walletconnect connect": [],
        "walletconnect sessions": [], "walletconnect accounts": [], "walletconnect wallets": [],
        "walletconnect request": ["ab", "near_getAccounts"],
        "walletconnect ping": ["ab"], "walletconnect disconnect": ["ab"], "walletconnect listen": [],
        "walletconnect sign": ["ab", "AAAA"], "walletconnect forget": [],
        "shares create": ["a.near"], "shares status": [], "shares sign-in": ["a.near"], "shares prove": ["a.near"],
        "shares recover": ["a.near"], "shares rotate": ["a.near"], "shares leave": ["a.near", key], "shares serve": [],
        "shares sign-out": ["a.near"], "shares join": [], "shares add-computer": ["a.near", "near-connect-computer:x"],
        "shares daily-key add": ["a.near", "--receiver", "c.near"], "shares daily-key list": [],
        "shares daily-key call": ["a.near", "c.near", "add"], "shares daily-key remove": ["a.near", key],
    ]

    /// Values of the wrong kind, for each verb that has the option.
    private static let values: [String: [String]] = [
        "timeout": ["abc", "-1", "nan", "0"], "finality": ["nope"], "block": ["99999999999999999999999"],
        "wait-until": ["nope"], "signer": ["B!"], "amount": ["1"], "deposit": ["1e9 NEAR"], "gas": ["30"],
        "receiver": ["B!"], "beneficiary": ["B!"], "public-key": ["zzz"], "new-key": ["zzz"], "nonce": ["AAAA"],
        "idempotency-key": ["", "a\u{7}"], "allowance": ["1"],
        "networks": ["/nowhere", "/dev/null"], "port": ["99999"], "block-time": ["0"], "repeat": ["0"],
        "jobs": ["x"], "relay": ["ftp://x", "ws://relay.example", "nonsense"], "relay-ca": ["/nowhere.pem"],
        "registry": ["ftp://x", "http://registry.example", "nonsense"],
        "relay-header": ["x", "Host: x"],
        "secrets": ["memory", "x"], "expiry": ["1", "x"], "issuer-port": ["99999"], "mode": ["x"], "browser": ["x"],
        "passphrase": ["x", "fd:0", "fd:99"], "vault-passphrase": ["x", "fd:0", "fd:99"],
        "words": ["people good", "fd:99"], "words-to": ["fd:99"],
        "creator": ["B!"], "days": ["0", "366", "x"], "methods": ["", ",", "a,,b", " "],
    ]

    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID().uuidString)")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        let left = try FileManager.default.subpathsOfDirectory(atPath: home.path)
        XCTAssertEqual(left, [], "a command line that is wrong has left something")
        try FileManager.default.removeItem(at: home)
    }

    /// Runs command lines, as many at a time as there are processors.
    ///
    /// - Returns: The runs in the order of the command lines.
    private func runs(_ lines: [[String]]) throws -> [CommandRun] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
        for name in ["HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] { environment[name] = home.path }
        let variables = environment
        let ended = Mutex<[Int: Result<CommandRun, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: lines.count) { index in
            let run = Result { try CommandRun.run(lines[index], variables) }
            ended.withLock { $0[index] = run }
        }
        let results = ended.withLock { $0 }
        return try lines.indices.map { try XCTUnwrap(results[$0]).get() }
    }

    /// Returns the verbs that the program declares, those with the fewest options first.
    ///
    /// What verbs share is then tried with one that takes little time: the parser of a debug build checks groups of
    /// options inside of groups again and again.
    private func verbs() throws -> [DeclaredVerb] {
        try DeclaredVerb.all().sorted { ($0.options.count, $0.name) < ($1.options.count, $1.name) }
    }

    /// A command line that is refused.
    private struct Refused {
        let arguments: [String]
        /// The word that the error names.
        var word: String?

        init(_ arguments: [String], says word: String? = nil) { (self.arguments, self.word) = (arguments, word) }
    }

    /// Runs command lines that are refused.
    ///
    /// - Returns: What each said.
    @discardableResult
    private func check(_ lines: [Refused]) throws -> [String] {
        XCTAssertFalse(lines.isEmpty)
        let runs = try runs(lines.map(\.arguments))
        for (line, run) in zip(lines, runs) {
            let shown = line.arguments.map { $0.prefix(40) }
            XCTAssertEqual(run.status, 64, "\(shown): \(run.errors.prefix(300))")
            XCTAssertEqual(run.output, "", "\(shown)")
            XCTAssertTrue(run.errors.contains("Error: ") && run.errors.utf8.count < 3_000, "\(shown): \(run.errors)")
            if let word = line.word { XCTAssertTrue(run.errors.contains(word), "\(shown): \(run.errors)") }
        }
        return runs.map(\.errors)
    }

    func testWhatNoVerbKnowsIsRefused() throws {
        // Verbs share their options: each is cut off once.
        var seen: Set<String> = []
        var lines: [Refused] = []
        for verb in try verbs() {
            let complete = try XCTUnwrap(Self.words[verb.name], "\(verb.name) has no row")
            // AnswerSchemaTests reads what the others say, in JSON.
            if !verb.shown.contains("json") {
                lines.append(Refused(verb.path + complete + ["--frobnicate"], says: "frobnicate"))
            }
            if verb.needsWords { lines.append(Refused(verb.path)) }
            for option in verb.options where seen.insert(option).inserted {
                let cut = verb.path + complete.filter { $0 != "--\(option)" } + ["--\(option)"]
                lines.append(Refused(cut, says: option))
            }
        }
        try check(lines)
    }

    func testHelpOfEachVerbNamesItsOptions() throws {
        let verbs = try verbs()
        // Both ways are the parser's own: one for each verb, and the other one for some.
        let helps = try runs(verbs.map { ["help"] + $0.path })
        let flags = try runs(verbs.prefix(8).map { $0.path + ["--help"] })
        for (verb, help) in zip(verbs, helps) {
            XCTAssertEqual(help.status, 0, verb.name)
            XCTAssertTrue(help.output.hasPrefix("OVERVIEW: "), verb.name)
            for name in verb.shown { XCTAssertTrue(help.output.contains("--\(name)"), "\(verb.name): \(name)") }
        }
        XCTAssertEqual(flags.map(\.output), helps.prefix(flags.count).map(\.output))
    }

    func testValuesOfTheWrongKindAreRefused() throws {
        // All values for each declaration of an option, and one of some option for each verb that declares no new one.
        var seen: Set<String> = []
        var lines: [Refused] = []
        for (index, verb) in try verbs().enumerated() {
            let complete = try XCTUnwrap(Self.words[verb.name], "\(verb.name) has no row")
            let options = verb.options.filter { Self.values[$0] != nil }.sorted()
            func refused(_ option: String, _ value: String) -> Refused {
                let rest = complete.contains("--\(option)") ? Array(complete.prefix(1)) : complete
                return Refused(verb.path + rest + ["--\(option)=\(value)"])
            }
            let new = options.filter { seen.insert(verb.declarations[$0] ?? "").inserted }
            lines += new.flatMap { option in (Self.values[option] ?? []).map { refused(option, $0) } }
            guard new.isEmpty, !options.isEmpty else { continue }
            let option = options[index % options.count]
            lines += (Self.values[option] ?? []).prefix(1).map { refused(option, $0) }
        }
        XCTAssertGreaterThan(lines.count, 30)
        try check(lines)
    }

    func testALongWordIsNotRepeated() throws {
        let long = String(repeating: "k\u{202E}", count: 25_000)
        let lines = [
            ["send", "bob.near", "1 NEAR", "--idempotency-key=\(long)"], ["send", long, "1 NEAR"],
            ["send", "bob.near", long + " NEAR"], ["status", "--timeout", long], ["view", "c.near", "m", long],
            ["tx", long, "--signer", "a.near"], ["relay", long], ["block", "--\(long)"], ["keys", "add", long],
        ]
        for errors in try check(lines.map { Refused($0) }) {
            XCTAssertFalse(errors.unicodeScalars.contains("\u{202E}"), errors)
        }
    }

    func testTextsThatAreTooLongOrNoTextsAreRefused() throws {
        let folder = home.appending(path: "input")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: folder)) }
        let rows: [(arguments: (String) -> [String], limit: Int)] = [
            ({ ["sign-message", "@\($0)", "--recipient", "r"] }, 1 << 20), ({ ["verify-message", "@\($0)"] }, 1 << 20),
            ({ ["relay", "@\($0)"] }, 1 << 20), ({ ["send-signed", "@\($0)"] }, 1 << 20),
            ({ ["sign-transaction", "@\($0)"] }, 1 << 20), ({ ["view", "c.near", "m", "@\($0)"] }, 4 << 20),
            ({ ["call", "c.near", "m", "@\($0)"] }, 4 << 20), ({ ["delegate", "c.near", "m", "@\($0)"] }, 4 << 20),
            ({ ["send", "b.near", "1 NEAR", "--networks", $0] }, 0),
            ({ ["send", "b.near", "1 NEAR", "--approve", $0] }, 0),
            ({ ["send", "b.near", "1 NEAR", "--key", $0, "--approve", $0] }, 0), ({ ["deploy", $0] }, 4 << 20),
        ]
        var lines: [Refused] = []
        for (index, row) in rows.enumerated() {
            let digits = Data(repeating: UInt8(ascii: "1"), count: max(row.limit, 1 << 20) + 1)
            // Bytes that are no text, and a NUL.
            let texts = [digits, Data([0xFF, 0xFE, 0x00]), Data("{\0}".utf8)]
            for (number, text) in texts.enumerated() {
                let file = folder.appending(path: "\(index)-\(number)")
                let arguments = row.arguments(file.path)
                // A message may have a NUL.
                if arguments[0] == "sign-message", number == 2 { continue }
                try text.write(to: file)
                lines.append(Refused(arguments))
            }
        }
        try check(lines)
    }
}
