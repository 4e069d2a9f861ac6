// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc

/// The processes below this one, as `/proc` shows them.
///
/// WebKit doesn't say which it has started, nor when they have ended.
package enum ProcessTree {
    /// The living children of a process, this one by default.
    ///
    /// - Parameter name: How their names begin, of which the kernel keeps fifteen characters; any name when `nil`.
    package static func children(named name: String? = nil, of parent: Int32 = getpid()) -> [Int32] {
        let entries: [String]
        do {
            entries = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        } catch {
            return []
        }
        return entries.compactMap { entry in
            guard let process = Int32(entry),
                let data = FileManager.default.contents(atPath: "/proc/\(entry)/stat")
            else { return nil }
            // "pid (name) state parent …"; the name may hold anything, so its end is the last parenthesis.
            let text = String(decoding: data, as: UTF8.self)
            guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { return nil }
            let fields = text[text.index(after: close)...].split(separator: " ")
            guard fields.count > 1, fields[0] != "Z", Int32(fields[1]) == parent else { return nil }
            return name.map { text[text.index(after: open)..<close].hasPrefix($0) } ?? true ? process : nil
        }
    }

    /// The living processes below a process, at any depth.
    package static func descendants(named name: String? = nil, of ancestor: Int32 = getpid()) -> [Int32] {
        var found: [Int32] = []
        var parents = [ancestor]
        while let parent = parents.popLast() {
            found += children(named: name, of: parent)
            parents += children(of: parent)
        }
        return found
    }
}
