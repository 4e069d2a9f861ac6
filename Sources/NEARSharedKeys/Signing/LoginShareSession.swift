// SPDX-License-Identifier: MIT

internal import NEARShares
internal import Synchronization

/// A login's session: its end, and the shares that the service has given to it, in guarded memory until then.
///
/// Each share is compared with its set at each signature, as any other.
final class LoginShareSession: Sendable {
    private struct State {
        var shares: [ShareSetID: KeyShare] = [:]
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Refuses what would sign after the sign-out.
    ///
    /// - Throws: `LoginError.noSession`.
    func checkOpen() throws(LoginError) {
        guard state.withLock({ !$0.hasEnded }) else { throw .noSession }
    }

    /// Returns a share that was given; `nil` before the first time.
    ///
    /// - Throws: `LoginError.noSession` after the sign-out.
    func share(of set: ShareSetID) throws(LoginError) -> KeyShare? {
        try state.withLock { state throws(LoginError) in
            guard !state.hasEnded else { throw .noSession }
            return state.shares[set]
        }
    }

    /// Keeps a share, unless the session has ended meanwhile.
    func keep(_ share: KeyShare, of set: ShareSetID) {
        state.withLock { state in
            if !state.hasEnded { state.shares[set] = share }
        }
    }

    /// Wipes all shares; nothing is given or kept any more.
    func end() {
        state.withLock { state in
            state = State(hasEnded: true)
        }
    }
}
