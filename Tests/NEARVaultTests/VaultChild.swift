// SPDX-License-Identifier: MIT

import Foundation
import XCTest

/// `near-connect-vault-child`, and a look into its memory.
final class VaultChild {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// The program, beside the tests' own.
    static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("near-connect-vault-child")
    }

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = Self.executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func send(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

    /// Waits for a line, which the child writes in one piece; empty if the child ends first.
    func line() -> String {
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return line.last == "\n" ? String(line.dropLast()) : line
    }

    /// Waits for a line; fails if it is another one, or if the child ends first.
    func expectLine(_ expected: String) throws { XCTAssertEqual(line(), expected) }

    /// Runs `body` while the child is stopped.
    func whileStopped<Value>(_ body: () throws -> Value) rethrows -> Value {
        kill(process.processIdentifier, SIGSTOP)
        defer { kill(process.processIdentifier, SIGCONT) }
        return try body()
    }

    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
    }

    /// Returns how often `marker` is in the child's memory, in every mapping that can be read at all.
    func count(of marker: [UInt8]) throws -> Int {
        let folder = "/proc/\(process.processIdentifier)"
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "\(folder)/maps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        XCTAssertTrue(maps.contains("[stack]"), "the list of mappings is not whole")
        let memory = open("\(folder)/mem", O_RDONLY | O_CLOEXEC)
        XCTAssertGreaterThanOrEqual(memory, 0, "the child's memory can't be read: \(String(cString: strerror(errno)))")
        defer { close(memory) }
        var count = 0
        for line in maps.split(separator: "\n") {
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
            // The kernel's own pages lie above what a signed offset reaches.
            guard ends.count == 2, ends[1] <= UInt64(Int64.max) else { continue }
            count += try self.count(of: marker, from: Int(ends[0]), to: Int(ends[1]), in: memory)
        }
        return count
    }

    private func count(of marker: [UInt8], from start: Int, to end: Int, in memory: CInt) throws -> Int {
        let size = 1 << 20
        // The end of one part is read again with the next: the marker may lie across.
        var buffer = [UInt8](repeating: 0, count: size + marker.count - 1)
        var count = 0
        for part in stride(from: start, to: end, by: size) {
            let length = min(buffer.count, end - part)
            let got = pread(memory, &buffer, length, part)
            // Guard pages and the kernel's can't be read.
            guard got > 0 else { continue }
            count += Self.count(of: marker, in: buffer[..<got])
        }
        return count
    }

    private static func count(of marker: [UInt8], in bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            var count = 0
            var offset = 0
            while offset + marker.count <= bytes.count,
                let found = memchr(start + offset, CInt(marker[0]), bytes.count - marker.count + 1 - offset)
            {
                if memcmp(found, marker, marker.count) == 0 { count += 1 }
                offset = UnsafeRawPointer(found) - start + 1
            }
            return count
        }
    }
}
