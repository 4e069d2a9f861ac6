// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARConnectCore

/// The lines of standard input; a thread of its own waits for them.
enum InputLines {
    /// The longest line, in bytes.
    private static let limit = 1 << 20

    /// Returns the lines up to the end of standard input, or up to one that is too long.
    static func stream() -> AsyncStream<Result<[UInt8], LineReader.TooLongError>> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<[UInt8], LineReader.TooLongError>.self)
        Thread.detachNewThread {
            var reader = LineReader(limit: limit)
            var piece = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(STDIN_FILENO, &piece, piece.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                reader.append(piece[..<count])
                do throws(LineReader.TooLongError) {
                    while let line = try reader.next() { continuation.yield(.success(line)) }
                } catch {
                    // Where the next line begins is unknown.
                    continuation.yield(.failure(error))
                    break
                }
            }
            continuation.finish()
        }
        return stream
    }
}
