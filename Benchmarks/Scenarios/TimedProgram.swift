// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import Glibc

/// A program that is started as a shell starts it, and the time to the first byte of its output.
///
/// `posix_spawn` copies nothing of this process, which is large here: a fork of it would be measured, too.
struct TimedProgram {
    /// The process.
    let identifier: pid_t
    /// The milliseconds from the start to the first byte; `nil` if the program ended without one.
    let time: Double?

    /// Starts a program, and waits for its first line.
    ///
    /// - Parameters:
    ///   - arguments: The program's full path, and what it is given.
    ///   - log: The file that takes its standard error.
    static func start(_ arguments: [String], log: URL) async throws -> TimedProgram {
        try await Task.detached { try TimedProgram(arguments, log: log) }.value
    }

    private init(_ arguments: [String], log: URL) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchError("no pipe can be made") }
        // Only the program has an end of it.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, log.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var words = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let begin = ContinuousClock().now
        let failure = posix_spawn(&process, arguments[0], &actions, nil, &words, environ)
        close(ends[1])
        guard failure == 0 else { throw BenchError("\(arguments[0]): \(String(cString: strerror(failure)))") }
        var first: Double?
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            if first == nil { first = begin.duration(to: ContinuousClock().now) / .milliseconds(1) }
        }
        (identifier, time) = (process, first)
    }

    /// Waits for the program's end, and returns its exit code; 128 and the signal's number if it was one.
    func end() async -> Int32 {
        let process = identifier
        return await Task.detached {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
        }.value
    }
}
