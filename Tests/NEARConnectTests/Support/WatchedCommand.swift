// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import Synchronization
import TestSupport
import XCTest

/// A command of the program that is watched.
///
/// All that it prints is kept, and so are the arguments that the system shows of it and of what it starts.
final class WatchedCommand: Sendable {
    private struct Seen {
        var arguments: Set<String> = []
        var programs: Set<String> = []
        /// The status with which it ended.
        var status: Int32?
    }

    private let process: Process
    private let folder: URL
    private let seen = Mutex(Seen())
    /// Signalled by each of the two threads when it ends.
    private let over = DispatchSemaphore(value: 0)
    private let ends = DispatchSemaphore(value: 0)

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
        let number = process.processIdentifier
        Thread.detachNewThread { [self] in
            // Foundation may notice an end seconds later, and waits for it by asking again and again.
            var end = siginfo_t()
            let isSeen = waitid(P_PID, id_t(number), &end, WEXITED | WNOWAIT) == 0
            if !isSeen { process.waitForEnd() }
            let status = isSeen ? end._sifields._sigchld.si_status : process.terminationStatus
            seen.withLock { $0.status = status }
            over.signal()
            ends.signal()
        }
        Thread.detachNewThread { [self] in
            // A look takes longer than this pause; without one, two threads keep a small computer from the command.
            repeat { look() } while over.wait(timeout: .now() + .milliseconds(2)) == .timedOut
            ends.signal()
        }
    }

    /// True once the process has ended.
    private var isOver: Bool { seen.withLock { $0.status != nil } }

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
            return found != nil || isOver
        }
        return String(try XCTUnwrap(found, errors))
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end, and returns its status.
    func end() async -> Int32? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                for _ in 0..<2 { ends.wait() }
                continuation.resume(returning: seen.withLock(\.status))
            }
        }
    }
}
