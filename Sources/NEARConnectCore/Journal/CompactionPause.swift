// SPDX-License-Identifier: MIT

internal import Synchronization

/// Spaces out attempts to compact a journal whose archive can't be written.
///
/// Each attempt reads the whole file. It is made again when the file has grown by a quarter, so that the bytes read
/// stay in proportion to the bytes written; nothing is dropped meanwhile.
final class CompactionPause: Sendable {
    /// The size, in bytes, above which the next attempt is made; 0 after one that succeeded.
    private let next = Mutex(0)

    /// Returns whether to compact a file of `size` bytes.
    func isOver(at size: Int) -> Bool { next.withLock { size > $0 } }

    /// Notes how an attempt at `size` bytes ended.
    func note(_ isCompacted: Bool, at size: Int) {
        next.withLock { $0 = isCompacted ? 0 : size + size / 4 }
    }
}
