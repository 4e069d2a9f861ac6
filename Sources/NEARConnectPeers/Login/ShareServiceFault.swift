// SPDX-License-Identifier: MIT

/// A fault of a reference service in one call, for tests.
package struct ShareServiceFault: Hashable, Sendable {
    /// The kinds of faults.
    package enum Kind: Hashable, Sendable {
        /// Answers after so many milliseconds.
        case late(Int)
        /// Answers with this HTTP status and no JSON, before it does anything.
        case status(Int)
        /// Does what was asked and loses the answer.
        case lost
        /// Answers with another person's share, commitment or part.
        case foreign
        /// Does what was asked and answers as it did the last time that this call was made.
        case old
        /// Answers with the person's share of another set, sealed to the key that asks.
        case otherSet
        /// Gets the request two times, as from a proxy that sends it again, and answers the second one.
        case twice
    }

    /// The kind.
    package let kind: Kind
    /// The call's name; `nil` for any.
    package let call: String?

    /// Takes a fault of one call.
    package init(_ kind: Kind, of call: String? = nil) {
        (self.kind, self.call) = (kind, call)
    }
}
