// SPDX-License-Identifier: MIT

internal import NEARRPC
internal import SafeText
internal import Synchronization

/// Limits the questions that one request may cost, so that no answers keep a search going.
final class QuestionBudget: Sendable {
    /// The most questions for one request.
    ///
    /// It is enough for 16 searches of 28 halvings, as many as an archival node's whole chain takes, with room for
    /// skipped heights.
    static let limit = 640
    /// The time limit for all questions together.
    static let patience = Duration.seconds(300)

    private let spent = Mutex(0)
    private let start = ContinuousClock.now

    /// Counts one question.
    ///
    /// - Throws: `RPCError.unexpectedResult` when there were too many, `RPCError.deadlineExceeded` when they took too
    ///   long.
    func spend() throws(RPCError) {
        let count = spent.withLock { spent in
            spent += 1
            return spent
        }
        guard count <= Self.limit else {
            throw .unexpectedResult(
                method: "view_access_key_list",
                reason: localized("the search didn’t end after %1$s questions", "\(Self.limit)"))
        }
        guard ContinuousClock.now - start < Self.patience else { throw .deadlineExceeded(after: Self.patience) }
    }
}
