// SPDX-License-Identifier: MIT

/// The requests whose end has been written to the journal since the start: their number, and the last ones' ids.
package struct EndedRecords: Equatable, Sendable {
    private static let kept = 64

    package private(set) var count = 0
    private var ids: [String] = []

    mutating func append(_ id: String) {
        count += 1
        ids = ids.suffix(Self.kept - 1) + [id]
    }

    /// Returns the journal's ids of those that came after the first `count`, the oldest first.
    ///
    /// Of more than 64 only the last ones are known.
    package func ids(after count: Int) -> [String] { Array(ids.suffix(max(self.count - count, 0))) }
}
