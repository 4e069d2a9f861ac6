// SPDX-License-Identifier: MIT

/// The way in which a request is answered.
package enum DAppReply {
    /// The answer to a request that needs to wait for nothing.
    ///
    /// Most requests of pages are for accounts, and a task costs more than these do.
    case now(DAppAnswer)
    /// The work of a request that may wait for the chain, for the user, or for a change.
    case later(@MainActor () async throws(DAppError) -> DAppAnswer)

    /// Returns the answer once it is there.
    @MainActor
    package func answer() async throws(DAppError) -> DAppAnswer {
        switch self {
        case .now(let answer): answer
        case .later(let work): try await work()
        }
    }
}
