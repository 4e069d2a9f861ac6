// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc

/// The identity of a process, also among reused process numbers, containers and machines.
package struct ProcessIdentity: Sendable, Hashable {
    package let pid: Int32
    /// The start time in clock ticks since boot (`/proc/<pid>/stat`, field 22).
    package let startTicks: UInt64
    /// The kernel's id of this boot.
    package let boot: String
    /// The namespaces in which `pid` and `startTicks` are valid, by the kernel's names; `nil` where unknown.
    package let namespace: String?

    /// The state of a process, as far as this one can tell.
    package enum Liveness: Sendable {
        case running
        /// The process has ended.
        case ended
        /// The process can't be seen from here.
        ///
        /// It belongs to another container or machine, or to a time before a restart.
        case unseen
    }

    package init(pid: Int32, startTicks: UInt64, boot: String, namespace: String? = nil) {
        self.pid = pid
        self.startTicks = startTicks
        self.boot = boot
        self.namespace = namespace
    }

    /// This process.
    package static let current = ProcessIdentity(
        pid: getpid(), startTicks: startTicks(of: getpid()) ?? 0, boot: bootId() ?? "", namespace: namespaceId())

    /// The process's state as seen from this one.
    ///
    /// Only a process of the same namespaces is ever reported as ended.
    package var liveness: Liveness {
        let (here, ticks) = (Self.current, Self.startTicks(of: pid))
        guard boot == here.boot, !boot.isEmpty, startTicks > 0 else { return .unseen }
        if ticks == startTicks { return .running }
        guard let namespace, namespace == here.namespace else { return .unseen }
        // Where /proc hides a process, only its number can be checked.
        if ticks == nil, kill(pid, 0) == 0 || errno != ESRCH { return .unseen }
        return .ended
    }

    private static func startTicks(of pid: Int32) -> UInt64? {
        // The second field is the program's name in parentheses, which may itself contain blanks and parentheses.
        guard let text = KernelFile.text("/proc/\(pid)/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }

    private static func bootId() -> String? {
        KernelFile.text("/proc/sys/kernel/random/boot_id")
    }

    /// Returns the namespaces of process numbers and of the clock, if `/proc` shows this process's own.
    private static func namespaceId() -> String? {
        guard target("/proc/self") == "\(getpid())", let pid = target("/proc/self/ns/pid") else { return nil }
        // Kernels before 5.6 have one clock for all.
        return [pid, target("/proc/self/ns/time")].compactMap(\.self).joined(separator: " ")
    }

    private static func target(_ link: String) -> String? {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: link)
        } catch {
            return nil
        }
    }
}
