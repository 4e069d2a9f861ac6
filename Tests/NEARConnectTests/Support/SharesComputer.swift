// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// A computer of the account's owner: folders, and what a program does with new words.
@MainActor
struct SharesComputer {
    let scene: SigningScene
    let login: ShareServiceProcess
    let name: String
    /// The passphrase, which comes by descriptor 4.
    var passphrase = "correct horse"
    /// The KiB after which a file takes no more; `nil` for as many as there is room for.
    var largestFile: Int?
    /// The address of the bus with this computer's keyring; `nil` where its share is in a sealed file.
    var bus: String?
    /// The file until which new words aren't given back; `nil` to give them back at once.
    var hold: URL?
    /// The file in which the words are that a command has shown last.
    var words: URL { scene.root.appending(path: "words") }

    /// Opens the descriptors: words from the file (3), a passphrase (4) from another, new words (5) that come back (6).
    private static let script = #"""
        cd "$PLACE"; rm -f new back; mkfifo new back
        { if read -r line; then
            printf '%s\n' "$line" > "$WORDS.new"
            while [ -n "$HOLD" ] && [ ! -e "$HOLD" ]; do sleep 0.02; done
            printf '%s\n' "$line"
        fi; } > back < new &
        (ulimit -f "$LARGEST"; exec "$0" "$@") 3< "$WORDS" 4< "$PASSPHRASE" 6< back 5> new; status=$?
        wait
        [ -s "$WORDS.new" ] && mv "$WORDS.new" "$WORDS"
        exit $status
        """#

    func run(_ verb: String, _ words: [String], input: URL? = nil) throws -> CommandRun {
        try CommandRun.run(try process(verb, words, input: input))
    }

    /// Prepares a command that goes on, or is run.
    func process(_ verb: String, _ words: [String], input: URL? = nil) throws -> Process {
        let process = try scene.process([])
        let folder = scene.root.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = input ?? self.words
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        process.environment?["PLACE"] = folder.path
        process.environment?["WORDS"] = file.path
        let secret = folder.appending(path: "passphrase")
        try Data((passphrase + "\n").utf8).write(to: secret)
        process.environment?["PASSPHRASE"] = secret.path
        process.environment?["LARGEST"] = largestFile.map { "\($0)" } ?? "unlimited"
        process.environment?["XDG_DATA_HOME"] = "\(folder.path)/data"
        process.environment?["XDG_STATE_HOME"] = "\(folder.path)/state"
        process.environment?["DBUS_SESSION_BUS_ADDRESS"] = bus
        process.environment?["HOLD"] = hold?.path
        process.arguments =
            ["--wait", "/bin/bash", "-c", Self.script, try CommandRun.executable().path, "shares"]
            + verb.split(separator: " ").map(String.init) + words + scene.address + ["--json"]
        return process
    }

    /// Runs a command, and compares its answer with its schema.
    func answer(
        _ verb: String, _ words: [String], input: URL? = nil, status: Int32 = 0, line: UInt = #line
    ) throws -> JSONValue {
        let run = try run(verb, words, input: input)
        XCTAssertEqual(run.status, status, "\(verb): \(run.output) \(run.errors)", line: line)
        let shown = run.output + run.errors
        XCTAssertFalse(shown.contains("correct horse"), line: line)
        let file = input ?? self.words
        let known = try String(contentsOf: file, encoding: .utf8).split(separator: " ").prefix(3)
        if known.count == 3 { XCTAssertFalse(shown.contains(known.joined(separator: " ")), line: line) }
        return try XCTUnwrap(
            try AnswerSchema.check(run, of: "shares \(verb)").last, "\(verb): \(run.errors)", line: line)
    }

    /// Names the place of this computer's shares and daily keys.
    var vault: [String] {
        bus == nil ? ["--secrets", "sealed-file", "--passphrase", "fd:4"] : ["--secrets", "secret-service"]
    }
    var places: [String] { vault + ["--browser", "fetch", "--issuer", login.issuer, "--service", login.service] }
    func changing() throws -> [String] {
        try scene.policy(deposit: "2 NEAR", ["dangerousActions": true])
    }
    let newWords = ["--words-to", "fd:5", "--typed", "fd:6"]
    let oldWords = ["--words", "fd:3"]
}
