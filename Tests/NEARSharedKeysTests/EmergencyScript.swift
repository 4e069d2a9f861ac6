// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

/// A script of the emergency page, run as its reader runs it.
struct EmergencyScript {
    /// Everything that a run leaves.
    struct End {
        let status: Int32
        let text: String
        let error: String
    }

    private let path: String

    /// Names a file of `Scripts/python`.
    init(_ name: String) {
        path =
            URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Scripts/python/\(name)").standardized.path
    }

    /// Runs the script with BIP-39's list, then these arguments, and has it read this input.
    func run(_ arguments: [String], hearing input: Data) throws -> End {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emergency-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
        }
        // Files, since a pipe that a child of another test has inherited doesn't end.
        func file(_ name: String, _ content: Data = Data()) throws -> URL {
            let file = folder.appending(path: name)
            try content.write(to: file)
            return file
        }
        let words = try file("english.txt", Data(BIP39EnglishWords.list.joined(separator: "\n").utf8))
        let (typed, output, errors) = (try file("typed", input), try file("output"), try file("errors"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", path, words.path] + arguments
        process.standardInput = try FileHandle(forReadingFrom: typed)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return End(
            status: process.terminationStatus, text: try Self.text(of: output), error: try Self.text(of: errors))
    }

    private static func text(of file: URL) throws -> String {
        String(decoding: try Data(contentsOf: file), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
