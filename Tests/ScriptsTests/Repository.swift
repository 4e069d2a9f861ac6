// SPDX-License-Identifier: MIT

import Foundation

/// The repository that these tests belong to, and its scripts.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs a Python script of the repository.
    ///
    /// - Parameter folder: The working folder; the repository's root by default.
    /// - Returns: The exit code, and what was written to standard output and standard error.
    static func run(
        _ script: String, _ arguments: [String], in folder: URL = root
    ) throws -> (code: Int32, output: String) {
        try execute(["python3", root.appendingPathComponent(script).path] + arguments, in: folder)
    }

    /// Runs a program that is found on `PATH`.
    static func execute(_ command: [String], in folder: URL) throws -> (code: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}

/// A new folder for one test, which is removed after it.
struct Scratch: ~Copyable {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appendingPathComponent("near-connect-scripts-\(UUID().uuidString)")

    /// Writes a text into a file, and the folders that it is in.
    func write(_ text: String, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // The test wrote nothing.
        }
    }
}
