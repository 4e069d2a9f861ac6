// SPDX-License-Identifier: MIT

import NEARRPC

/// The time that a command which only reads has as a whole.
///
/// What sends something isn't ended by it: nobody would know then whether it was sent.
struct TimeLimit: Sendable {
    private let limit: Duration

    init(_ limit: Duration) { self.limit = limit }

    /// Runs some work, and gives it up when the time is over.
    ///
    /// - Throws: `RPCError.deadlineExceeded`, and what the work throws.
    @MainActor
    func run(_ work: @escaping @MainActor () async throws -> ChainAnswer) async throws -> ChainAnswer {
        let time = DeadlineTime(ContinuousClock())
        let end = time.now + limit
        return try await withThrowingTaskGroup(of: ChainAnswer.self) { group in
            group.addTask { try await work() }
            group.addTask { [limit] in
                try await time.sleep(until: end)
                throw RPCError.deadlineExceeded(after: limit)
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw RPCError.deadlineExceeded(after: limit) }
            return answer
        }
    }
}
