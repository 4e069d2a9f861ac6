// SPDX-License-Identifier: MIT

import NEARConnectCore

extension Targets {
    /// Reads bytes as a local server's socket brings them.
    ///
    /// The first byte says in which pieces they come. The lines have to be those between the newlines, and a message
    /// that was read has to come back.
    static func localLines(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let (limit, size) = (512, Int(first) + 1)
        var reader = LineReader(limit: limit)
        var lines: [[UInt8]] = []
        var isTooLong = false
        for start in stride(from: 0, to: rest.count, by: size) where !isTooLong {
            reader.append(rest[start..<min(start + size, rest.count)])
            do throws(LineReader.TooLongError) {
                while let line = try reader.next() { lines.append(line) }
            } catch {
                isTooLong = true
            }
            precondition(isTooLong || reader.count <= limit, "more than a line is stored")
        }
        let parts = rest.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        precondition(isTooLong == parts.contains { $0.count > limit }, "a long line is read, or a short one isn't")
        precondition(lines == Array(parts.dropLast().prefix { $0.count <= limit }), "other lines came")
        for line in lines {
            guard let message = try? LocalMessage(line: line) else { continue }
            precondition((try? LocalMessage(line: message.line)) == message, "a message does not come back")
        }
    }
}
