// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import TestSupport

/// Manifests and connectors on the command line: what is wrong is said before a window opens.
final class ManifestCommandTests: XCTestCase {
    private func write(_ entries: [JSONValue], _ command: CommandSite) throws -> String {
        let file = command.root.appendingPathComponent("mine.json")
        try Data(JSONValue.object(["version": "1", "wallets": .array(entries)]).bytes).write(to: file)
        return file.path
    }

    func testAFileIsCheckedForItsAuthor() throws {
        let command = try CommandSite()
        try Data("window.selector.ready({});".utf8).write(to: command.root.appendingPathComponent("code.js"))
        let file = try write(
            [command.entry(["id": "web"]), command.entry(["id": "own", "executor": "./code.js"])], command)
        for place in [file, "file://\(file)"] {
            let run = try CommandRun.run(["wallets", "check", place], command.environment)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertTrue(run.output.contains("web: ok\n"), run.output)
            XCTAssertTrue(run.output.contains("own: ok from a file; a list may not name it"), run.output)
        }
        _ = try write([command.entry(["id": "web"]), command.entry(["id": "bad", "name": 7])], command)
        let refused = try CommandRun.run(["wallets", "check", file, "--json"], command.environment)
        try AnswerSchema.check(refused, of: "wallets check")
        XCTAssertEqual(refused.status, 4)
        XCTAssertEqual(try refused.json().map { $0["verdict"] }, ["listable", "refused"])
        XCTAssertEqual(try refused.json().last?["field"], "name")
        let missing = try CommandRun.run(["wallets", "check", "\(file).gone", "--json"], command.environment)
        try AnswerSchema.check(missing, of: "wallets check")
        XCTAssertEqual(missing.status, 1)
        XCTAssertEqual(try missing.json().first?["code"], "manifest")
    }

    func testAPermissionThatThisProgramDoesNotKnowIsNamed() throws {
        let command = try CommandSite()
        let many = Dictionary(uniqueKeysWithValues: (10...30).map { (ExactText("z\($0)"), JSONValue.bool(true)) })
        let few: JSONValue.Members = [
            "webauthn": true, "ethereum": ["chains": [1]], "serial": false, "midi": .null, "storage": true,
        ]
        let file = try write(
            [
                command.entry(["id": "few", "permissions": .object(few)]),
                command.entry(["id": "many", "permissions": .object(many)]),
            ], command)
        let run = try CommandRun.run(["wallets", "check", file], command.environment)
        XCTAssertEqual(run.status, 0, run.errors)
        let notes = run.output.split(separator: "\n").filter { $0.contains("which this program") }
        XCTAssertEqual(
            notes,
            (["ethereum", "webauthn"] + (10...19).map { "z\($0)" }).map {
                "  it asks for the permission “\($0)”, which this program doesn’t know"
            }, run.output)
        XCTAssertTrue(
            run.output.contains("it asks for 11 more permissions that this program doesn’t know"), run.output)
        try command.site.serve(manifest: [command.entry(["permissions": .object(few)])])
        let list = ["--list", "\(command.site.origin)/manifest.json"]
        XCTAssertEqual(try CommandRun.run(["wallets", "update"] + list, command.environment).status, 0)
        let shown = try CommandRun.run(["wallets", "show", "example-wallet"] + list, command.environment)
        XCTAssertTrue(shown.output.contains("Asks for     “webauthn”, which this program doesn’t know"), shown.output)
        let json = try CommandRun.run(["wallets", "show", "example-wallet", "--json"] + list, command.environment)
        XCTAssertEqual(
            try json.json().first?["permissions"]?["unknown"], ["ethereum", "webauthn"], json.output)
    }

    func testAListIsCheckedWithItsCode() throws {
        let command = try CommandSite()
        try command.site.serve("gone.js", "", status: "404 Not Found")
        let address = "\(command.site.origin)/manifest.json"
        let good = try CommandRun.run(["wallets", "check", address], command.environment)
        XCTAssertEqual(good.status, 0, good.errors)
        let code = [UInt8]("window.selector.ready({});".utf8)
        XCTAssertTrue(good.output.contains(ContentHash.sha256(code).hex), good.output)
        XCTAssertTrue(good.output.contains(ContentHash(.sha384, of: code).integrity), good.output)
        let gone = command.entry(["id": "gone", "executor": .string("\(command.site.origin)/gone.js")])
        try command.site.serve(manifest: [command.entry(), gone])
        let bad = try CommandRun.run(["wallets", "check", address, "--json"], command.environment)
        XCTAssertEqual(bad.status, 4, bad.errors)
        XCTAssertEqual(try bad.json().map { $0["verdict"] }, ["listable", "refused"])
        XCTAssertEqual(try bad.json().last?["code"], "code-unavailable")
        XCTAssertFalse(FileManager.default.fileExists(atPath: "\(command.root.path)/data"), "nothing is kept")
        command.site.stop()
        XCTAssertEqual(try CommandRun.run(["wallets", "check", address], command.environment).status, 3)
        XCTAssertEqual(try CommandRun.run(["wallets", "check", "http://x.example"], command.environment).status, 64)
    }

    func testAFaultOfAManifestEndsTheShellBeforeItsWindow() throws {
        let command = try CommandSite()
        let file = try write([command.entry(["name": 7])], command)
        for arguments in [["shell"], ["shell", "--devnet"]] {
            let run = try CommandRun.run(arguments + ["--wallet-manifest", file], command.environment)
            XCTAssertEqual(run.status, 1)
            XCTAssertTrue(
                run.errors.contains("\(file): example-wallet: \u{201C}name\u{201D} is not a text"), run.errors)
            XCTAssertFalse(run.errors.contains("display"), "it didn't come to that: \(run.errors)")
        }
    }

    func testAFileForAListIsToldWhereItGoes() throws {
        let command = try CommandSite()
        for list in ["wallets.json", "/nonexistent/wallets.json", "file:///nonexistent/wallets.json"] {
            for arguments in [["wallets", "update", "--list", list], ["shell", "--wallet-list", list]] {
                let run = try CommandRun.run(arguments, command.environment)
                XCTAssertEqual(run.status, 64, run.errors)
                XCTAssertTrue(run.errors.contains("near-connect shell --wallet-manifest FILE"), run.errors)
            }
        }
    }

    func testAConnectorThatCannotBeTrustedEndsTheShellBeforeItsWindow() throws {
        let command = try CommandSite()
        let (hash, missing) = (ContentHash(.sha384, of: []).integrity, ["--wallet-manifest", "/nonexistent.json"])
        let address = "https://cdn.example/x.js"
        for (arguments, status, says) in [
            (["--connector", address], 64, "an address needs its file’s hash"),
            (["--connector", "http://cdn.example/x.js", "--insecure-connector"], 64, "is not an https address"),
            (["--connector", "\(address)#sha384-AA", "--insecure-connector"], 64, "is not a hash"),
            (["--connector", "file://server/x.js"], 64, "names no file of this computer"),
            // These are taken: it goes on to the manifest, which isn't there.
            (
                ["--connector", address, "--insecure-connector"] + missing, 1,
                "cdn.example decides what connector runs here"
            ),
            (["--connector", "\(address)#\(hash)"] + missing, 1, "/nonexistent.json: there is no such file"),
            (["--connector", "file:///opt/x.js"] + missing, 1, "/nonexistent.json: there is no such file"),
        ] as [([String], Int32, String)] {
            let run = try CommandRun.run(["shell"] + arguments, command.environment)
            XCTAssertEqual(run.status, status, "\(arguments)")
            XCTAssertTrue(run.errors.contains(says), "\(arguments): \(run.errors)")
            XCTAssertEqual(run.errors.contains("decides what connector"), says.contains("decides"), run.errors)
        }
    }

    func testAConnectorThatCannotRunEndsTheDemoInWords() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: root)) }
        let file = root.appendingPathComponent("no-connector.js")
        try Data("export const x = 1;".utf8).write(to: file)
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = root.path
        for (arguments, says) in [
            ([file.path], "exports no class NearConnector"),
            (["file://\(file.path)"], "exports no class NearConnector"),
            (["\(file.path).gone"], "there is no such file"),
            (["http://localhost:1/x.js", "--insecure-connector"], "could not be fetched from localhost"),
        ] {
            let run = try CommandRun.run(["demo", "--connector"] + arguments, environment)
            XCTAssertEqual(run.status, 1, run.output)
            XCTAssertTrue((run.output + run.errors).contains(says), "\(arguments): \(run.output)")
            let isWarned = run.errors.contains("localhost decides what connector runs here")
            XCTAssertEqual(isWarned, arguments.contains("--insecure-connector"))
        }
    }

    func testTheDoctorComparesKeptCode() throws {
        let command = try CommandSite()
        func finding() throws -> JSONValue? {
            let run = try CommandRun.run(["doctor", "--offline", "--json"], command.environment)
            return try run.json().first?["checks"]?.arrayValue?.first { $0["check"] == "wallets" }
        }
        XCTAssertEqual(try finding()?["summary"], "none is pinned")
        let pin = try command.run("trust", "example-wallet", "--json").json().first?["accepted"]
        XCTAssertEqual(try finding()?["level"], "ok")
        let data = command.root.appendingPathComponent("data/near-connect/default")
        let code = data.appendingPathComponent("wallets/\(pin?["executorSHA256"]?.stringValue ?? "")")
        try Data("steal();".utf8).write(to: code)
        XCTAssertEqual(try finding()?["level"], "fail")
        XCTAssertEqual(try finding()?["summary"]?.stringValue?.contains("example-wallet"), true)
        let lock = data.appendingPathComponent("wallets.lock")
        try Data(#"{"schema":9,"wallets":{}}"#.utf8).write(to: lock)
        XCTAssertEqual(try finding()?["level"], "fail")
        XCTAssertTrue(FileManager.default.fileExists(atPath: lock.path), "it is left where it is")
    }
}
