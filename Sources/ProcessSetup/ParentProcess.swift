// SPDX-License-Identifier: MIT

internal import CProcessSetup
internal import FoundationEssentials
internal import Glibc

/// The process that has started this one.
package enum ParentProcess {
    /// Its name as the kernel has it, at most 15 bytes; `nil` if it can't be read.
    package static var name: String? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(getppid())/comm") else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }

    /// Has this process end, by SIGTERM, when its parent does.
    package static func bindLifetime() {
        let parent = getppid()
        // It may have ended before the kernel was told.
        if near_connect_end_with_parent() != parent { raise(SIGTERM) }
    }
}
