// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import Synchronization
import TestSupport
import XCTest

/// A command of the program that is watched: all that it prints, and the arguments that the system shows of it.
final class WatchedCommand: Sendable {
    private struct Seen {
        var arguments: Set<String> = []
        var programs: Set<String> = []
    }

    private let process: Process
    private let folder: URL
    private let seen = Mutex(Seen())
    private let watching = DispatchSemaphore(value: 0)

    /// Starts it.
    ///
    /// - Parameter folder: A folder for what it prints.
    init(_ arguments: [String], _ environment: [String: String], in folder: URL) throws {
        self.folder = folder
        process = try CommandRun.process(arguments, environment)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["output", "errors"] {
            XCTAssertTrue(
                FileManager.default.createFile(atPath: folder.appendingPathComponent(name).path, contents: nil))
        }
        process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("output"))
        process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("errors"))
        try process.run()
        Thread.detachNewThread { [self] in
            repeat { look() } while process.isRunning
            watching.signal()
        }
    }

    /// Notes the arguments of the process and of all that it has started.
    private func look() {
        do {
            for number in try ProcessMemory.family(of: process.processIdentifier) {
                let line = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
                let file = URL(fileURLWithPath: "/proc/\(number)/exe").resolvingSymlinksInPath().lastPathComponent
                seen.withLock { seen in
                    seen.arguments.insert(String(decoding: line, as: UTF8.self))
                    seen.programs.insert(file)
                }
            }
        } catch {
            // It has ended meanwhile.
        }
        usleep(10_000)
    }

    /// The command lines that were seen.
    var arguments: Set<String> { seen.withLock(\.arguments) }
    /// The names of the programs that were seen: a command replaces itself by another program.
    var programs: Set<String> { seen.withLock(\.programs) }

    var output: String { text("output") }
    var errors: String { text("errors") }

    private func text(_ name: String) -> String {
        String(
            decoding: FileManager.default.contents(atPath: folder.appendingPathComponent(name).path) ?? Data(),
            as: UTF8.self)
    }

    /// Waits for a whole line that it prints, and returns it.
    @MainActor
    func line(where matches: (Substring) -> Bool) async throws -> String {
        var found: Substring?
        await waitUntil("a line") {
            // The last piece isn't a line yet.
            found = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first(where: matches)
            return found != nil || !process.isRunning
        }
        return String(try XCTUnwrap(found, errors))
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end, and returns its status.
    func end() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                process.waitForEnd()
                watching.wait()
                continuation.resume(returning: process.terminationStatus)
            }
        }
    }
}
