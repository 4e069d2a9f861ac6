// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import NEARVault

/// A disk that fills up: what was stored stays, and what wasn't is said.
@Suite(.serialized, .enabled(if: FullDisk.isPossible, "no file system of 64 KiB can be mounted here"))
struct FullDiskTests {
    @Test func aFullDiskLeavesTheLastStateThatWasStored() throws {
        let test = try TestFolders()
        let lines = try FullDisk.fill(test, full: "\(test.root.path)/a b")
        #expect(lines.first == "file \(ENOSPC)")
        let counts = lines.last?.split(separator: " ").compactMap { Int($0) } ?? []
        #expect(counts.count == 2 && counts[0] == counts[1], "\(lines)")
        #expect((1...15).contains(counts.first ?? 0), "\(lines)")
    }
}

/// A small file system in a mount namespace of a child.
private enum FullDisk {
    static let isPossible: Bool = {
        do {
            return try run(["true"], at: FileManager.default.temporaryDirectory.path).status == 0
        } catch {
            return false
        }
    }()

    /// Has the child fill a vault of which the folder `full` is on the small file system.
    static func fill(_ test: TestFolders, full: String) throws -> [String] {
        try FileManager.default.createDirectory(
            atPath: full, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let result = try run(
            [VaultChild.executable.path, "fill", test.folders.data, test.folders.state], at: full)
        #expect(result.status == 0)
        return result.output.split(separator: "\n").map(String.init)
    }

    private static func run(_ command: [String], at path: String) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "unshare", "--map-root-user", "--mount", "sh", "-c",
                "mount -t tmpfs -o size=64k,mode=700 none \"$1\" && shift && exec \"$@\"", "sh", path,
            ] + command
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
