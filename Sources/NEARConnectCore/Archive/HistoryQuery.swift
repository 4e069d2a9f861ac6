// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A choice of entries, the newest first.
package struct HistoryQuery: Sendable {
    /// The place of an entry in the history; pages begin behind one.
    package struct Position: Sendable, Hashable, Comparable {
        let time: Int64
        let id: String

        /// Returns whether `lhs` is older; of two of one millisecond the ids' bytes decide.
        package static func < (lhs: Position, rhs: Position) -> Bool {
            lhs.time == rhs.time ? lhs.id.utf8.lexicographicallyPrecedes(rhs.id.utf8) : lhs.time < rhs.time
        }
    }

    /// The most entries of one page.
    package static let largestPage = 1_000

    /// The network id; `nil` for all.
    package var network: String?
    /// The chain; `nil` for all.
    ///
    /// An entry that was begun before a node had named the chain counts for the public chain of its network's id.
    package var chain: ChainIdentity?
    /// The account that signs; `nil` for all.
    package var account: AccountId?
    /// An account that actions are applied to, or that they give tokens to; `nil` for all.
    package var receiver: AccountId?
    /// The name that a job gave its request; `nil` for all.
    package var idempotencyKey: ExactText?
    /// The earliest start, in milliseconds since 1970.
    package var since = Int64.min
    /// The latest start, in milliseconds since 1970.
    package var until = Int64.max
    /// The last entry of the page before; `nil` for the first page.
    package var after: Position?
    /// The number of entries to return, at most ``largestPage``.
    package var limit: Int {
        didSet { limit = min(max(limit, 1), Self.largestPage) }
    }

    /// Creates a query of all entries.
    package init(limit: Int = Self.largestPage) {
        self.limit = min(max(limit, 1), Self.largestPage)
    }
}
