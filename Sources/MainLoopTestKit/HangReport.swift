// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// Says what a process that hangs may be waiting for.
enum HangReport {
    /// Returns the computer's load and the command lines of the process's children, as Linux tells them.
    ///
    /// A test that starves on a busy computer and one whose child hangs look alike otherwise.
    static func text() -> String {
        let load = content("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
        let children = children().map { "\n  child \($0): \(command($0))" }.joined()
        return "load \(load.isEmpty ? "unknown" : load)\(children)"
    }

    private static func children() -> [String] {
        let threads: [String]
        do {
            threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        } catch {
            return []
        }
        return threads.flatMap { content("/proc/self/task/\($0)/children").split(separator: " ").map(String.init) }
    }

    private static func command(_ process: String) -> String {
        let words = content("/proc/\(process)/cmdline").split(separator: "\0").map { "\($0)" }
        return String(words.joined(separator: " ").prefix(200))
    }

    /// Returns a file of Linux's own; empty where it can't be read.
    private static func content(_ path: String) -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            return ""
        }
    }
}
