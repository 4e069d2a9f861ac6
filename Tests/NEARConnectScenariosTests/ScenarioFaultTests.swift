// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import Testing

@testable import NEARConnectScenarios

/// Scenario files with a fault: a sentence with the place, at once, and nothing is run.
struct ScenarioFaultTests {
    private static func error(_ text: [UInt8]) -> ScenarioFileError? {
        do {
            _ = try ScenarioFile.scenarios(of: text, file: "shop.yaml")
            return nil
        } catch {
            return error
        }
    }

    private static func error(_ text: String) -> ScenarioFileError? { error(Array(text.utf8)) }

    /// A file, the place of its fault, and words of its sentence.
    struct Fault: CustomStringConvertible, Sendable {
        let file: String
        let line: Int
        let column: Int
        let words: [String]

        init(_ file: String, at line: Int, _ column: Int, _ words: String...) {
            self.init(file: file, line: line, column: column, words: words)
        }

        var description: String { "\(line):\(column) \(words)" }

        /// A fault in the lines after `steps:`.
        static func step(_ text: String, at line: Int, _ column: Int, _ words: String...) -> Fault {
            Fault(file: "version: 1\nsteps:\n\(text)", line: line, column: column, words: words)
        }

        private init(file: String, line: Int, column: Int, words: [String]) {
            self.file = file
            self.line = line
            self.column = column
            self.words = words
        }
    }

    static let yaml: [Fault] = [
        Fault("", at: 1, 1, "empty"),
        Fault("# nothing\n", at: 2, 1, "empty"),
        Fault("version: 1\nsteps:\n\t- restart:\n", at: 3, 1, "tab"),
        Fault("version: 1\nversion: 1\n", at: 2, 1, "“version” stands twice", "line 1"),
        Fault("version: 1\nlet: {a: 1, \"a\": 2}\n", at: 2, 13, "“a” stands twice"),
        Fault("version: &one 1\nsteps: *one\n", at: 1, 10, "anchors"),
        Fault("version: *one\n", at: 1, 10, "anchors"),
        Fault("version: !!int 1\n", at: 1, 10, "tags"),
        Fault("%YAML 1.1\n---\nversion: 1\n", at: 1, 1, "directives"),
        Fault("version: 1\nsteps: [{restart: }]\n---\nversion: 1\n", at: 3, 1, "second document"),
        Fault("version: [1\n", at: 2, 1, "no YAML"),
        Fault("version: 1\n  steps: 2\n", at: 2, 8, "no YAML"),
        Fault("? {a: b}\n: c\n", at: 1, 3, "a name is a text"),
        Fault("version: \"\u{1}\"\n", at: 1, 11, "no YAML"),
        Fault("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", at: 1, 4, "anchors"),
    ]

    static let shapes: [Fault] = [
        Fault(String(repeating: "[", count: 33) + String(repeating: "]", count: 33), at: 1, 33, "too deep"),
        Fault("- a\n", at: 1, 1, "“scenario” is no mapping"),
        Fault("verison: 1\n", at: 1, 1, "no “verison”", "did you mean “version”?"),
        Fault("version: 2\n", at: 1, 10, "version of the format"),
        Fault("version: 1\n", at: 1, 1, "no “steps”, which it needs"),
        Fault("version: 1\nsteps: []\n", at: 2, 8, "empty"),
        Fault("version: 1\nsteps: {}\n", at: 2, 8, "no list"),
        Fault("version: 1\nsteps: 2024-01-02\n", at: 2, 8, "no list"),
        Fault("version: 1\ndeadline: 2024-01-02\nsteps: [{restart: }]\n", at: 2, 11, "no time"),
        Fault("version: 1\ndeadline: 10\nsteps: [{restart: }]\n", at: 2, 11, "no time", "20 s"),
        Fault("version: 1\nprocess: onw\nsteps: [{restart: }]\n", at: 2, 10, "did you mean “own”?"),
        Fault("version: 1\nnetwork: testnet\nsteps: [{restart: }]\n", at: 1, 1, "needs a policy"),
        Fault("version: 1\nnetwork: tesnet\nsteps: [{restart: }]\n", at: 2, 10, "did you mean “testnet”?"),
        Fault("version: 1\nnetwork: {id: mine}\nsteps: [{restart: }]\n", at: 1, 1, "needs a policy"),
        Fault("version: 1\nnetwork: {id: mine, nodes: []}\nsteps: [{restart: }]\n", at: 2, 28, "“nodes” is empty"),
        Fault(
            "version: 1\nnetwork: {nodes: [\"http://a\"]}\nsteps: [{restart: }]\n", at: 2, 10,
            "no “id”, which it needs"),
        Fault("version: 1\nnetwork: {id: mine, nodes: [ftp://a]}\nsteps: []\n", at: 2, 29, "no address"),
        Fault("version: 1\ndevnet: {}\nnetwork: testnet\nsteps: [{restart: }]\n", at: 3, 10, "not both"),
        Fault("version: 1\ndevnet: {acounts: [a]}\n", at: 2, 10, "did you mean “accounts”?"),
        Fault("version: 1\ndevnet: {accounts: {A.near: 1 NEAR}}\nsteps: [{restart: }]\n", at: 2, 21, "no account id"),
        Fault("version: 1\ndevnet: {accounts: [a.near, a.near]}\nsteps: [{restart: }]\n", at: 2, 29, "twice"),
        Fault("version: 1\ndevnet: {contracts: {a.near: tokn}}\nsteps: [{restart: }]\n", at: 2, 30, "no contract"),
        Fault(
            "version: 1\nwallets: {keystore: {accounts: [alcie.test.near]}}\nsteps: [{restart: }]\n", at: 2, 33,
            "did you mean “alice.test.near”?"),
        Fault(
            "version: 1\nwallets: {scripted: {script: {signMesage: [hang]}}}\nsteps: [{restart: }]\n", at: 2, 31,
            "did you mean “signMessage”?"),
        Fault(
            "version: 1\nwallets: {walletconnect: {script: {signMessage: [hang]}}}\nsteps: [{restart: }]\n", at: 2, 36,
            "has no “signMessage”"),
        Fault(
            "version: 1\nwallets: {scripted: , walletconnect: }\nsteps: [{restart: }]\n", at: 2, 38, "not both"),
        Fault("version: 1\nlet: {a: \"${b}\", b: \"x${c}\", c: \"${a}\"}\n", at: 2, 7, "a → b → c → a"),
        Fault("version: 1\nlet: {a: \"${a}\"}\n", at: 2, 7, "refers to itself: a → a"),
        Fault("version: 1\nlet: {amount: 1, b: \"${amuont}\"}\n", at: 2, 21, "did you mean “amount”?"),
        Fault("version: 1\nlet: {a: \"${\"}\n", at: 2, 10, "no “}”"),
        Fault("version: 1\nlet: {a: \"${1}\"}\n", at: 2, 10, "no name of a value"),
        Fault("version: 1\nlet: {\"a b\": 1}\n", at: 2, 7, "no name of a value"),
        Fault("version: 1\nmatrix: {a: [1, 1]}\n", at: 2, 17, "twice"),
        Fault("version: 1\nmatrix: {a: []}\n", at: 2, 13, "empty"),
        Fault("version: 1\nmatrix: {a: [1]}\nlet: {a: 2}\n", at: 3, 7, "value of the matrix"),
    ]

    static let steps: [Fault] = [
        .step("  - {}\n", at: 3, 5, "doesn’t say what it does", "sign-in"),
        .step("  - restart\n", at: 3, 5, "“step” is no mapping"),
        .step("  - sing-in: keystore\n", at: 3, 5, "did you mean “sign-in”?"),
        .step("  - sign-in: keystroe\n", at: 3, 14, "did you mean “keystore”?"),
        .step("  - sign-in: scripted\n", at: 3, 14, "no scripted wallet"),
        .step("  - sign-in: walletconnect\n", at: 3, 14, "no walletconnect wallet"),
        .step("  - {restart: , sign-out: }\n", at: 3, 17, "does two things"),
        .step("  - sign-out: now\n", at: 3, 15, "has no value"),
        .step("  - send: {to: bob.test.near, amount: much}\n", at: 3, 39, "no amount of NEAR", "1.5 NEAR"),
        .step("  - send: {to: bob.test.near}\n", at: 3, 11, "no “amount”, which it needs"),
        .step("  - send: {to: [bob], amount: 1 NEAR}\n", at: 3, 16, "“to” is no text"),
        .step("  - send: {to: , amount: 1 NEAR}\n", at: 3, 16, "has no value"),
        .step("  - send: {to: \"${bob}\", amount: 1 NEAR}\n", at: 3, 16, "no value “bob”"),
        .step("  - {send: {to: b.near, amount: 1 NEAR}, retries: 3}\n", at: 3, 51, "isn’t repeated"),
        .step("  - {balance: b.near, retries: 0}\n", at: 3, 32, "no number from 1"),
        .step("  - {balance: b.near, expect: {value: 3}}\n", at: 3, 32, "no “value”"),
        .step("  - {balance: b.near, expect: {is: 1 NEAR, at-least: 1 NEAR}}\n", at: 3, 31, "leave one"),
        .step("  - {restart: , expect: {error: user-canceled}}\n", at: 3, 33, "did you mean “user-cancelled”?"),
        .step("  - {restart: , expect: {reason: no}}\n", at: 3, 25, "“error”"),
        .step("  - {restart: , as: a}\n", at: 3, 21, "no result"),
        .step("  - {balance: b.near, as: a}\n  - {balance: b.near, as: a}\n", at: 4, 27, "already"),
        .step("  - {balance: \"${a}\"}\n  - {balance: b.near, as: a}\n", at: 3, 15, "no value “a”"),
        .step("  - relay: {delegate: d, relayer: b.near}\n", at: 3, 23, "no step before"),
        .step("  - call: {contract: b.near, method: f, args: [1]}\n", at: 3, 47, "“args” is no mapping"),
        .step("  - call: {contract: b.near, method: f, gas: 1 NEAR}\n", at: 3, 46, "no amount of gas"),
        .step("  - fast-forward: 2024-01-02\n", at: 3, 19, "no number of blocks"),
        .step("  - fast-forward: -1\n", at: 3, 19, "no number of blocks"),
        .step("  - screenshot: ../a.png\n", at: 3, 17, "no name of a picture"),
        .step("  - deploy: token\n", at: 3, 13, "“owner” and “supply”"),
    ]

    @Test(arguments: yaml + shapes + steps)
    func aFaultHasItsPlaceAndItsWords(_ fault: Fault) throws {
        let error = try #require(Self.error(fault.file), "it was read")
        #expect(error.place == PolicyError.Place(line: fault.line, column: fault.column), "\(error)")
        for word in fault.words { #expect("\(error)".contains(word), "\(error)") }
        #expect("\(error)".hasPrefix("shop.yaml:\(fault.line):\(fault.column): "), "\(error)")
    }

    @Test func bytesThatAreNoUTF8AreRefusedAtTheirPlace() throws {
        let error = try #require(Self.error(Array("version: 1\nname: ".utf8) + [0xC3, 0x28]))
        #expect(error.place == PolicyError.Place(line: 2, column: 7))
        #expect("\(error)".contains("UTF-8"))
        for bytes: [UInt8] in [[0xFF, 0xFE, 0x61, 0x00], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80]] {
            #expect(Self.error(bytes)?.reason.contains("UTF-8") == true)
        }
        #expect(Self.error([0x61, 0x00]) != nil)
    }

    /// Files and values that are large, deep or grow are refused in less than a second each.
    @Test(.timeLimit(.minutes(1)))
    func aFileThatGrowsIsRefused() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let doubling = (1...40).map { "  v\($0): \"${v\($0 - 1)}${v\($0 - 1)}\"" }.joined(separator: "\n")
        let lists = (1...40).map { "  v\($0): [\"${v\($0 - 1)}\", \"${v\($0 - 1)}\"]" }.joined(separator: "\n")
        let files = [
            long, "version: \(long)", "version: 1\nname: \(long.dropLast(100))\nsteps: [{restart: }]",
            "version: 1\nsteps:\n  - {balance: \(long.dropLast(100))}", "\(long.dropLast(100)): 1",
            String(repeating: "[", count: 1 << 20), String(repeating: "{a: ", count: 1 << 18),
            String(repeating: "- ", count: 1 << 19), String(repeating: "? ", count: 1 << 19),
            "version: 1\nsteps: [" + String(repeating: "a, ", count: 300_000) + "]",
            "version: 1\nlet:\n  v0: \(long.prefix(1_000))\n\(doubling)\nsteps: [{restart: }]",
            "version: 1\nlet:\n  v0: [x]\n\(lists)\nsteps: [{restart: }]",
            "version: 1\nlet:\n  a: \(long.prefix(100_000))\n  b: ["
                + String(repeating: "\"x${a}\", ", count: 20) + "]\nsteps: [{restart: }]",
            "version: 1\nmatrix: {a: [1, 2, 3, 4, 5, 6, 7, 8], b: [1, 2, 3, 4, 5, 6, 7, 8], c: [1, 2, 3, 4, 5]}\nsteps: []",
            String(repeating: "a: 1\n", count: 200_000), "\"" + String(repeating: "\\x41", count: 200_000),
            String(repeating: "#\n", count: 500_000) + "version: 3",
        ]
        for file in files {
            let error = try #require(Self.error(file), "\(file.prefix(40))")
            #expect("\(error)".utf8.count < 1_500, "\(file.prefix(40))")
            #expect(!"\(error)".contains("\n"))
        }
    }

    /// Random bytes and random cuts of a file end in an error or a scenario, never in a crash.
    @Test func piecesOfAFileNeverCrashTheReader() {
        let text = Array(
            """
            version: 1
            matrix: {a: [1, "2"]}
            let: {b: "${a}"}
            steps:
              - {balance: "b${a}.near", as: c}
              - view: {contract: b.near, method: f, args: {x: ["${c}", ${b}]}}
            """.utf8)
        var generator = SystemRandomNumberGenerator()
        for length in text.indices { _ = Self.error(Array(text[..<length])) }
        for _ in 0..<2_000 {
            var changed = text
            for _ in 0..<3 {
                changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            _ = Self.error(changed)
        }
    }
}
