// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import XCTest

@testable import NEARConnectCore

/// The programs in folders that they weren't built in, with their files, without them, and with damaged ones.
final class ResourceTests: XCTestCase {
    /// A copy of the programs.
    private final class Copy {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("moved \(UUID().uuidString)")
        let program: URL
        let files: URL

        /// - Parameters:
        ///   - folder: The folder of `near-connect`.
        ///   - inner: The folder of what it executes and of the packaged files.
        init(_ folder: String, inner: String) throws {
            let built = try CommandRun.executable().deletingLastPathComponent()
            let outer = root.appendingPathComponent(folder)
            let inner = root.appendingPathComponent(inner)
            for made in [outer, inner] {
                try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
            }
            program = outer.appendingPathComponent("near-connect")
            files = inner.appendingPathComponent(ResourceFolder.name)
            for (name, place) in [
                ("near-connect", program), ("near-connect-view", inner.appendingPathComponent("near-connect-view")),
                ("near-connect-peers", inner.appendingPathComponent("near-connect-peers")),
                (ResourceFolder.name, files),
            ] { try FileManager.default.copyItem(at: built.appendingPathComponent(name), to: place) }
        }

        func run(_ arguments: String..., as user: String? = nil) throws -> CommandRun {
            let data = root.appendingPathComponent("data").path
            var environment = ProcessInfo.processInfo.environment
            for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] { environment[name] = data }
            let process = Process()
            process.executableURL = user == nil ? program : URL(fileURLWithPath: "/usr/bin/setpriv")
            let drop = user.map { ["--reuid=\($0)", "--clear-groups", program.path] } ?? []
            process.arguments = drop + arguments
            process.environment = environment
            return try CommandRun.run(process)
        }

        func makeReadOnly() throws {
            try XCTAssertEqual(CommandRun.shell("chmod -R a-w \"$1\"", root.path), 0)
        }

        deinit {
            do {
                _ = try CommandRun.shell("chmod -R u+w \"$1\"", root.path)
                try FileManager.default.removeItem(at: root)
            } catch {
                // The temporary folder is emptied by the system.
            }
        }
    }

    private func expectSentence(
        _ run: CommandRun, _ words: String, file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertEqual(run.status, 1, run.errors, file: file, line: line)
        XCTAssertTrue(run.errors.contains("the packaged wallets can’t be read ("), run.errors, file: file, line: line)
        XCTAssertTrue(run.errors.contains(words), "\(words): \(run.errors)", file: file, line: line)
        XCTAssertEqual(run.output, "", file: file, line: line)
    }

    func testProgramsAreMovedWithTheirFiles() throws {
        for (folder, inner) in [("near connect", "near connect"), ("usr/bin", "usr/libexec/near-connect")] {
            let copy = try Copy(folder, inner: inner)
            try copy.makeReadOnly()
            XCTAssertEqual(try copy.run("--version").status, 0)
            let wallets = try copy.run("wallets", "--json")
            XCTAssertTrue(wallets.status == 0 && wallets.output.contains("near-connect-keystore"), wallets.errors)
            let doctor = try copy.run("doctor", "--offline", "--json")
            XCTAssertTrue([0, 1].contains(doctor.status), doctor.errors)
            XCTAssertFalse(try doctor.json().isEmpty, doctor.errors)
            let demo = try copy.run("demo", "--json")
            XCTAssertEqual(demo.status, 0, demo.errors)
        }
    }

    func testMissingAndDamagedFilesAreSaid() throws {
        let copy = try Copy("bin", inner: "bin")
        let manifest = copy.files.appendingPathComponent("Wallets/manifest.json")
        let page = copy.files.appendingPathComponent("Connector/index.js")
        try FileManager.default.removeItem(at: page)
        let demo = try copy.run("demo")
        XCTAssertEqual(demo.status, 1, demo.errors)
        XCTAssertTrue((demo.output + demo.errors).contains(page.path), demo.output + demo.errors)

        try FileManager.default.removeItem(at: manifest)
        expectSentence(try copy.run("wallets"), "there is no \(manifest.path)")
        XCTAssertEqual(mkfifo(manifest.path, 0o600), 0)
        expectSentence(try copy.run("wallets"), manifest.path)
        try FileManager.default.removeItem(at: manifest)
        try FileManager.default.createDirectory(at: manifest, withIntermediateDirectories: true)
        expectSentence(try copy.run("wallets"), manifest.path)
        try FileManager.default.removeItem(at: manifest)
        try Data([0xFF, 0xFE]).write(to: manifest)
        expectSentence(try copy.run("wallets"), "isn't UTF-8")

        try FileManager.default.removeItem(at: copy.files)
        try Data().write(to: copy.files)
        expectSentence(try copy.run("wallets"), "Not a directory")
        try FileManager.default.removeItem(at: copy.files)
        expectSentence(try copy.run("wallets"), "there is no \(copy.files.path), and no ")
        XCTAssertEqual(try copy.run("demo").status, 1)
        XCTAssertEqual(try copy.run("--version").status, 0)
    }

    func testAFolderThatMayNotBeReadIsSaid() throws {
        let copy = try Copy("bin", inner: "bin")
        let isRoot = getuid() == 0
        XCTAssertEqual(chmod(copy.files.path, 0), 0)
        defer { chmod(copy.files.path, 0o700) }
        expectSentence(try copy.run("wallets", as: isRoot ? "65534" : nil), "Permission denied")
    }
}
