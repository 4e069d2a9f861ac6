// SPDX-License-Identifier: MIT

package import Foundation

/// The memory of a process, to look for bytes in.
package struct ProcessMemory {
    private let folder: URL

    /// Takes a process of this user's.
    package init(of process: pid_t) {
        folder = URL(fileURLWithPath: "/proc/\(process)")
    }

    /// Returns a process and all that it has started, by any of its threads.
    package static func family(of process: pid_t) throws -> [pid_t] {
        let threads = URL(fileURLWithPath: "/proc/\(process)/task")
        let started = try FileManager.default.contentsOfDirectory(atPath: threads.path).flatMap { thread in
            // A thread may have ended meanwhile.
            let list = FileManager.default.contents(atPath: threads.appendingPathComponent("\(thread)/children").path)
            return String(decoding: list ?? Data(), as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
        }
        return try [process] + started.flatMap { try family(of: $0) }
    }

    /// Returns how often bytes are in the process's memory, in every page that can be read.
    ///
    /// - Throws: The error of the system where memory or its list of mappings can't be read.
    package func count(of marker: [UInt8]) throws -> Int { try counts(of: [marker])[0] }

    /// Returns how often each of several byte strings is there.
    ///
    /// - Parameters:
    ///   - markers: The byte strings.
    ///   - isDump: True to leave out what a core dump leaves out (madvise(2), `MADV_DONTDUMP`).
    /// - Throws: As ``count(of:)``.
    package func counts(of markers: [[UInt8]], asInADump isDump: Bool = false) throws -> [Int] {
        let memory = try opened("mem")
        defer { close(memory) }
        let pages = try opened("pagemap")
        defer { close(pages) }
        // The end of one part stays before the next one: a marker may lie across.
        let (size, room) = (2 << 20, markers.map(\.count).max() ?? 1)
        var buffer = [UInt8](repeating: 0, count: room + size)
        var counts = [Int](repeating: 0, count: markers.count)
        for mapping in try isDump ? dumpedMappings() : mappings() {
            var (part, isFollowed) = (mapping.lowerBound, false)
            while part < mapping.upperBound {
                let end = min((part / size + 1) * size, mapping.upperBound)
                defer { part = end }
                let got =
                    Self.hasPages(part..<end, pages)
                    ? buffer.withUnsafeMutableBytes {
                        pread(memory, $0.baseAddress.map { $0 + room }, end - part, part)
                    }
                    : 0
                // Guard pages and the kernel's can't be read.
                guard got > 0 else {
                    isFollowed = false
                    continue
                }
                for (index, marker) in markers.enumerated() {
                    let start = isFollowed ? room - marker.count + 1 : room
                    counts[index] += Self.count(of: marker, in: buffer[start..<(room + got)])
                }
                isFollowed = got == end - part && got >= room
                if isFollowed { buffer.replaceSubrange(0..<room, with: Array(buffer[got..<(room + got)])) }
            }
        }
        return counts
    }

    private func opened(_ name: String) throws -> CInt {
        let file = open(folder.appendingPathComponent(name).path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return file
    }

    private func mappings() throws -> [Range<Int>] {
        let file = try FileHandle(forReadingFrom: folder.appendingPathComponent("maps"))
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        // A process that has ended has an empty list.
        guard text.contains("[stack]") else { throw POSIXError(.ESRCH) }
        return text.split(separator: "\n").compactMap { Self.range($0) }
    }

    /// Returns the mappings that a core dump has (proc(5): `dd` among the flags of one that it leaves out).
    private func dumpedMappings() throws -> [Range<Int>] {
        let file = try FileHandle(forReadingFrom: folder.appendingPathComponent("smaps"))
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        guard text.contains("[stack]") else { throw POSIXError(.ESRCH) }
        var (mappings, last): ([Range<Int>], Range<Int>?) = ([], nil)
        for line in text.split(separator: "\n") {
            if line.hasPrefix("VmFlags:") {
                if let last, !line.split(separator: " ").contains("dd") { mappings.append(last) }
            } else if let range = Self.range(line) {
                last = range
            }
        }
        return mappings
    }

    /// Returns the mapping at the head of a line; `nil` where there is none.
    private static func range(_ line: Substring) -> Range<Int>? {
        let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
        // The kernel's own pages lie above what a signed offset reaches.
        guard ends.count == 2, ends[0] < ends[1], ends[1] <= UInt64(Int64.max) else { return nil }
        return Int(ends[0])..<Int(ends[1])
    }

    /// Returns whether a range has a page that isn't the system's one page of zeros.
    ///
    /// WebKit reserves 64 GB, of which few pages are used (proc(5), pagemap). Numbers of pages are told to root only:
    /// others read the page of zeros, too.
    private static func hasPages(_ range: Range<Int>, _ pages: CInt) -> Bool {
        let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
        var entries = [UInt64](repeating: 0, count: (range.count + pageSize - 1) / pageSize)
        let length = entries.count * 8
        guard entries.count > 1, pread(pages, &entries, length, range.lowerBound / pageSize * 8) == length else {
            return true
        }
        let areAlike = entries.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, $0 + 8, length - 8) == 0 } ?? false
        }
        let (isThere, number) = (entries[0] >> 62 != 0, entries[0] & (1 << 55 - 1))
        return !areAlike || isThere && number == 0
    }

    /// Returns how often bytes are in others.
    package static func count(of marker: [UInt8], in bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            var (count, offset) = (0, 0)
            while let found = find(start + offset, bytes.count - offset, marker, marker.count) {
                count += 1
                offset = UnsafeRawPointer(found) - start + 1
            }
            return count
        }
    }

    private typealias Search =
        @convention(c) (UnsafeRawPointer, Int, UnsafeRawPointer, Int) -> UnsafeMutableRawPointer?

    /// `memmem`, which is GNU's: its declaration isn't imported.
    private static let find: Search = {
        guard let function = dlsym(nil, "memmem") else { preconditionFailure("the C library has no memmem") }
        return unsafeBitCast(function, to: Search.self)
    }()
}
