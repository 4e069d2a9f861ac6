// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// The web processes that this process has started.
enum WebProcesses {
    /// Kills them with SIGKILL.
    ///
    /// - Returns: How many there were.
    static func kill() -> Int {
        let found = children(named: "WebKitWebProces")
        for process in found { Glibc.kill(process, SIGKILL) }
        return found.count
    }

    /// The living processes of that name below this one, at any depth.
    static func descendants(named name: String) -> [pid_t] {
        var found: [pid_t] = []
        var parents = [getpid()]
        while let parent = parents.popLast() {
            found += children(named: name, of: parent)
            parents += children(named: nil, of: parent)
        }
        return found
    }

    /// The living children of a process, this one by default, whose name, as the kernel shortens it, is `name`; of any name when that is `nil`.
    static func children(named name: String?, of parent: pid_t = getpid()) -> [pid_t] {
        let entries: [String]
        do {
            entries = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        } catch {
            return []
        }
        return entries.compactMap { entry in
            guard let process = pid_t(entry),
                let data = FileManager.default.contents(atPath: "/proc/\(entry)/stat")
            else { return nil }
            // "pid (name) state parent …"; the name may hold anything, so its end is the last parenthesis.
            let text = String(decoding: data, as: UTF8.self)
            guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { return nil }
            let fields = text[text.index(after: close)...].split(separator: " ")
            guard fields.count > 1, fields[0] != "Z", pid_t(fields[1]) == parent else { return nil }
            return name == nil || text[text.index(after: open)..<close] == name.map { $0[...] } ? process : nil
        }
    }
}
