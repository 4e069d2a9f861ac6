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

    /// Returns the numbers of the processes whose parent this one is.
    ///
    /// They are looked for among all processes: a thread's own list of children loses those of a thread that ends while
    /// the lists are read.
    private static func children() -> [String] {
        let processes: [String]
        do {
            processes = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        } catch {
            return []
        }
        let parent = "PPid:\t\(ProcessInfo.processInfo.processIdentifier)\n"
        return processes.filter { Int($0) != nil && content("/proc/\($0)/status").contains(parent) }
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
