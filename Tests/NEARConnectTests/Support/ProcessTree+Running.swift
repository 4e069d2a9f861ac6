// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime

extension ProcessTree {
    /// Returns whether a process with that number runs.
    ///
    /// One that has ended may stay listed for long, where the container's first process reaps no children.
    static func isRunning(_ process: Int32) -> Bool {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
        let state = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ").first
        return state != nil && state != "Z" && state != "X"
    }
}
