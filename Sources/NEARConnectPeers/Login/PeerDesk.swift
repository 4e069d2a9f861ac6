// SPDX-License-Identifier: MIT

internal import Synchronization

/// Holds the peer that a server answers for, which knows its own address only once the server listens.
final class PeerDesk<Peer: Sendable>: Sendable {
    private let held = Mutex<Peer?>(nil)

    func open(_ peer: Peer) { held.withLock { $0 = peer } }

    func peer() -> Peer? { held.withLock { $0 } }
}
