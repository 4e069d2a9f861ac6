// SPDX-License-Identifier: MIT

/// The requests whose end has been written to the journal since the start: their number, and the last ones' ends.
package struct EndedRecords: Equatable, Sendable {
    /// The end of a request.
    package struct End: Equatable, Sendable {
        /// The journal's id of the request.
        package let id: String
        /// The error of this request, as a sentence; `nil` where it has none, or the user has ended it.
        package let failure: String?
    }

    private static let kept = 64

    package private(set) var count = 0
    private var ends: [End] = []

    mutating func append(_ id: String, failure: String?) {
        count += 1
        ends = ends.suffix(Self.kept - 1) + [End(id: id, failure: failure)]
    }

    /// Returns the ends that came after the first `count`, the oldest first.
    ///
    /// Of more than 64 only the last ones are known.
    package func ends(after count: Int) -> [End] { Array(ends.suffix(max(self.count - count, 0))) }
}
