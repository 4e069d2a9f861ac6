// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime

/// Resources that this program and WebKit's processes below it use at one moment, read from `/proc`.
struct ProcessFigures {
    /// Resident memory of all of them, in KiB.
    var resident = 0
    /// Memory that only one of them has and has written to, in KiB: shared libraries don't count.
    var privateDirty = 0
    /// Open file descriptors of this process.
    var descriptors = 0
    /// WebKit's processes.
    var processes = 0

    /// Reads the figures.
    ///
    /// Processes that end meanwhile count for what could still be read of them.
    static func now() -> ProcessFigures {
        var figures = ProcessFigures()
        figures.descriptors = entries(of: "/proc/self/fd").count
        let web = ProcessTree.descendants(named: "WebKit")
        figures.processes = web.count
        for process in [getpid()] + web {
            for line in text(of: "/proc/\(process)/smaps_rollup").split(separator: "\n") {
                if line.hasPrefix("Rss:") { figures.resident += kibibytes(line) }
                if line.hasPrefix("Private_Dirty:") { figures.privateDirty += kibibytes(line) }
            }
        }
        return figures
    }

    private static func entries(of folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            return []
        }
    }

    /// A file of a process; empty once the process has ended.
    private static func text(of path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func kibibytes(_ line: Substring) -> Int {
        line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
