// SPDX-License-Identifier: MIT

internal import Synchronization

/// Holds who answers a server's requests, from the time it is known until the server stops.
///
/// A peer knows its own address only once the server listens, and the two hold each other until it stops.
final class PeerDesk<Peer: Sendable>: Sendable {
    private let held = Mutex<Peer?>(nil)

    func open(_ peer: Peer) { held.withLock { $0 = peer } }

    func peer() -> Peer? { held.withLock { $0 } }

    func close() { held.withLock { $0 = nil } }
}
