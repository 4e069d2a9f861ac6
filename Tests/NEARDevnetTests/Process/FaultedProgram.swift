// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Sends a signal to one thread (glibc 2.30); Swift's module of glibc leaves it out.
@_silgen_name("tgkill")
private func tgkill(_ process: pid_t, thread: pid_t, signal: CInt) -> CInt

/// A program whose threads are sent signals, and how it ends.
struct FaultedProgram {
    /// The end of a program, and the time since the first signal.
    ///
    /// It is `nil` where the program had to be killed after that time.
    struct End {
        let reason: Process.TerminationReason?
        let status: Int32
        let duration: Duration
        let standardError: String
    }

    let process: Process
    /// The pipe that nothing but the program writes to.
    let errors: FileHandle

    /// After so long a program counts as one that never ends.
    private static let patience = Duration.seconds(10)

    /// The threads that don't block `signal`: one that does would never hear it.
    func threads(hearing signal: Int32) throws -> [Int32] {
        let folder = "/proc/\(process.processIdentifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { Int32($0) }.sorted()
            .filter { thread in
                let status = try String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
                let blocked = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
                let mask = blocked.flatMap { UInt64($0.dropFirst(7).drop { $0.isWhitespace }, radix: 16) } ?? .max
                return mask & (1 << UInt64(signal - 1)) == 0
            }
    }

    /// Sends `signal` to the first of `threads` that is still there, and waits for the end.
    ///
    /// SIGUSR1 follows 0.3 ms later, as JavaScriptCore sends it when it stops a thread. Threads of a pool end by
    /// themselves: one that has gone hears nothing.
    func end(by signal: Int32, toOneOf threads: some Sequence<Int32>) -> End {
        let id = process.processIdentifier
        var begin = ContinuousClock.now
        guard
            let thread = threads.first(where: { thread in
                begin = .now
                return tgkill(id, thread: thread, signal: signal) == 0
            })
        else {
            kill(id, SIGKILL)
            process.waitUntilExit()
            return End(
                reason: nil, status: process.terminationStatus, duration: .zero, standardError: "every thread has gone")
        }
        // SIGUSR1 has the lower number: pending together, it would come first, and JavaScriptCore's handler of it would
        // wait for a thread that never stopped this one.
        while isPending(signal, in: thread) {}
        begin = .now
        // The time is the attack itself: it reaches Swift's handler while that holds its lock.
        let next = begin + .microseconds(300)
        while .now < next {}
        // It may have ended by now.
        _ = tgkill(id, thread: thread, signal: SIGUSR1)
        // What ends with the process is its end of the pipe.
        let (text, ended) = readToEnd(until: begin + Self.patience)
        let duration = begin.duration(to: .now)
        if !ended { kill(id, SIGKILL) }
        process.waitUntilExit()
        return End(
            reason: ended ? process.terminationReason : nil, status: process.terminationStatus, duration: duration,
            standardError: text)
    }

    /// Returns whether a signal still waits to be heard by a thread; not by one that has gone.
    private func isPending(_ signal: Int32, in thread: Int32) -> Bool {
        let path = "/proc/\(process.processIdentifier)/task/\(thread)/status"
        guard let bytes = FileManager.default.contents(atPath: path) else { return false }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("SigPnd:") }
        let mask = line.flatMap { UInt64($0.dropFirst(7).drop { $0.isWhitespace }, radix: 16) } ?? 0
        return mask & (1 << UInt64(signal - 1)) != 0
    }

    private func readToEnd(until deadline: ContinuousClock.Instant) -> (text: String, ended: Bool) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let left = deadline - .now
            var descriptor = pollfd(fd: errors.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard left > .zero, poll(&descriptor, 1, Int32(clamping: Int(left / .milliseconds(1)) + 1)) > 0 else {
                return (String(decoding: bytes, as: UTF8.self), false)
            }
            let count = read(errors.fileDescriptor, &chunk, chunk.count)
            guard count > 0 else { return (String(decoding: bytes, as: UTF8.self), true) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }
}
