// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc

/// A process, told from a later one that has got the same number.
package struct ProcessIdentity: Sendable, Hashable {
    let pid: Int32
    /// When it was started, in clock ticks since the machine was (`/proc/<pid>/stat`, field 22).
    let startTicks: UInt64
    /// The machine's start, as the kernel names it.
    let boot: String

    package init(pid: Int32, startTicks: UInt64, boot: String) {
        self.pid = pid
        self.startTicks = startTicks
        self.boot = boot
    }

    /// This process.
    package static let current = ProcessIdentity(
        pid: getpid(), startTicks: startTicks(of: getpid()) ?? 0, boot: bootId() ?? "")

    /// Whether the process still runs, as far as this one can see. A process of another PID namespace may seem to have ended.
    var isAlive: Bool {
        boot == Self.current.boot && Self.startTicks(of: pid) == startTicks
    }

    private static func startTicks(of pid: Int32) -> UInt64? {
        // The second field is the program's name in parentheses, which may itself hold blanks and parentheses.
        guard let text = KernelFile.text("/proc/\(pid)/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }

    private static func bootId() -> String? {
        KernelFile.text("/proc/sys/kernel/random/boot_id")
    }
}
