// SPDX-License-Identifier: MIT

internal import Glibc

/// The work that it takes to make a sealed file's key from a passphrase, by Argon2id on one lane.
///
/// It is written into the file's header, so that the file opens on a machine that would choose otherwise.
public struct KeyDerivationCost: Hashable, Sendable {
    /// The number of passes over the memory.
    public let passes: UInt32
    /// The memory that is filled, in KiB.
    public let kibibytes: UInt32

    /// Three passes over 256 MiB, about half a second: the cost where there is memory.
    public static let standard = KeyDerivationCost(passes: 3, kibibytes: 256 << 10)
    /// Three passes over 64 MiB, about a tenth of a second: the least that is accepted.
    public static let small = KeyDerivationCost(passes: 3, kibibytes: 64 << 10)
    /// One pass over 8 MiB, for tests; ``KeyDerivationBounds/production`` refuses it.
    package static let testing = KeyDerivationCost(passes: 1, kibibytes: 8 << 10)

    /// The cost for a new passphrase on this machine: ``standard``, or ``small`` where memory is short.
    ///
    /// Memory is short where less than 1 GiB is free, four times what ``standard`` fills. Free is the smaller of
    /// `MemAvailable` in `/proc/meminfo` and, in a container, what its group may still take (`memory.max` minus
    /// `memory.current`). Where neither can be read the cost is ``standard``: if the memory then doesn't suffice, the
    /// operation ends with ``VaultError/noMemory(mebibytes:)``.
    public static func forThisMachine() -> KeyDerivationCost {
        forFreeMemory(bytes: FreeMemory.bytes())
    }

    static func forFreeMemory(bytes: UInt64?) -> KeyDerivationCost {
        guard let bytes, bytes < 4 * UInt64(standard.kibibytes) << 10 else { return standard }
        return small
    }
}

/// The costs that are accepted in a file's header.
///
/// A header is input from outside: without an upper bound a changed file could make the program take all memory or
/// compute for days, without a lower one it could have the passphrase derived cheaply.
package struct KeyDerivationBounds: Hashable, Sendable {
    let passes: ClosedRange<UInt32>
    let kibibytes: ClosedRange<UInt32>

    /// 3 to 10 passes over 64 MiB to 1 GiB.
    package static let production = KeyDerivationBounds(passes: 3...10, kibibytes: 64 << 10...1024 << 10)
    /// The same upper bounds, from the cost of tests on.
    package static let testing = KeyDerivationBounds(passes: 1...10, kibibytes: 8 << 10...1024 << 10)

    func contains(_ cost: KeyDerivationCost) -> Bool {
        passes.contains(cost.passes) && kibibytes.contains(cost.kibibytes)
    }
}

/// The memory that this process could still take.
enum FreeMemory {
    /// Returns the free memory in bytes, or `nil` if the system doesn't say.
    static func bytes() -> UInt64? {
        [available(in: text("/proc/meminfo")), groupLimit()].compactMap(\.self).min()
    }

    /// Returns `MemAvailable` of `/proc/meminfo`, in bytes.
    static func available(in text: String?) -> UInt64? {
        guard let line = text?.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }) else {
            return nil
        }
        let words = line.split(separator: " ")
        guard words.count == 3, words[2] == "kB", let number = UInt64(words[1]) else { return nil }
        return number.multipliedReportingOverflow(by: 1024).overflow ? nil : number * 1024
    }

    /// Returns what the process's group of the unified hierarchy may still take, if it has a limit.
    private static func groupLimit() -> UInt64? {
        let group = text("/proc/self/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
        guard let group else { return nil }
        let folder = "/sys/fs/cgroup\(group)"
        guard let limit = number("\(folder)/memory.max"), let used = number("\(folder)/memory.current") else {
            return nil
        }
        return limit > used ? limit - used : 0
    }

    private static func number(_ path: String) -> UInt64? {
        text(path).flatMap { UInt64($0.prefix { $0 != "\n" }) }
    }

    /// Returns the text of a small file of the kernel, or `nil` if it can't be read.
    private static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = read(descriptor, &bytes, bytes.count)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
