// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

@testable import NEARConnectCore

/// A copy of the programs whose texts are all “translated”: each is itself, in brackets, with accents and longer.
final class PseudoProgram {
    /// The environment in which the copy speaks so.
    static let environment = ["LC_ALL": "C.UTF-8", "LANGUAGE": "xx"]

    let program: URL
    private let root: URL

    init() throws {
        let built = try CommandRun.executable().deletingLastPathComponent()
        // On the same disk, so that the programs are links and no copies.
        root = built.appendingPathComponent("pseudo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        program = root.appendingPathComponent("near-connect")
        for name in ["near-connect", "near-connect-view"] {
            try FileManager.default.linkItem(
                at: built.appendingPathComponent(name), to: root.appendingPathComponent(name))
        }
        let files = root.appendingPathComponent(ResourceFolder.name)
        try FileManager.default.copyItem(at: built.appendingPathComponent(ResourceFolder.name), to: files)
        let catalogue = root.appendingPathComponent("xx.po")
        try Self.write(["messages.py", "pseudo", "Translations/near-connect.pot"], to: catalogue)
        try Self.write(
            ["messages.py", "page", catalogue.path], to: files.appendingPathComponent("Connector/ui/translations.js"))
        let folder = files.appendingPathComponent("Translations/xx/LC_MESSAGES")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let status = try CommandRun.shell(
            "msgfmt --check-format --output-file=\"$1/near-connect.mo\" \"$1/../../../../xx.po\"", folder.path)
        XCTAssertEqual(status, 0)
    }

    deinit {
        do { try FileManager.default.removeItem(at: root) } catch { XCTFail("\(error)") }
    }

    /// Writes what a script of `Scripts/python` prints.
    private static func write(_ words: [String], to file: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["Scripts/python/\(words[0])"] + words.dropFirst()
        process.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        try Data().write(to: file)
        process.standardOutput = try FileHandle(forWritingTo: file)
        try process.run()
        process.waitForEnd()
        XCTAssertEqual(process.terminationStatus, 0, "\(words)")
    }
}
