// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import NEARConnectCore

/// Lines are the same however they come in pieces, and no more than one is stored.
@Suite struct LineReaderTests {
    /// Feeds `bytes` in pieces of the sizes that `size` gives; returns the lines before one that is too long.
    private func read(_ bytes: [UInt8], limit: Int, size: () -> Int) -> (lines: [[UInt8]], isTooLong: Bool, most: Int) {
        var reader = LineReader(limit: limit)
        var (lines, place, most): ([[UInt8]], Int, Int) = ([], 0, 0)
        while place < bytes.count {
            let end = min(bytes.count, place + size())
            reader.append(bytes[place..<end])
            place = end
            do throws(LineReader.TooLongError) {
                while let line = try reader.next() { lines.append(line) }
            } catch {
                return (lines, true, most)
            }
            most = max(most, reader.count)
        }
        return (lines, false, most)
    }

    @Test func piecesOfAnySizeMakeTheSameLines() {
        var generator = SplitMix64(seed: 22)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0...9, using: &generator) == 0 ? 0x0A : UInt8.random(in: 0...255, using: &generator)
            }
            let limit = Int.random(in: 0...40, using: &generator)
            var expected: [[UInt8]] = []
            var isTooLong = false
            let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
            for (index, part) in parts.enumerated() {
                isTooLong = part.count > limit
                if isTooLong { break }
                if index < parts.count - 1 { expected.append(part) }
            }
            let single = read(bytes, limit: limit) { 1 }
            let pieces = read(bytes, limit: limit) { Int.random(in: 1...60, using: &generator) }
            #expect(single.lines == expected)
            #expect(pieces.lines == expected)
            #expect(single.isTooLong == isTooLong)
            #expect(pieces.isTooLong == isTooLong)
            #expect(single.most <= limit)
            #expect(pieces.most <= limit)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aLongLineThatComesByByteIsReadInTheTimeOfItsLength() {
        let line = [UInt8](repeating: 0x20, count: 1 << 20)
        let result = read(line + [0x0A], limit: line.count) { 1 }
        #expect(result.lines == [line])
    }
}
