// SPDX-License-Identifier: MIT

import FlyingSocks
import Glibc

/// A socket pool that turns Nagle's algorithm off for every socket that waits in it.
///
/// FlyingFox sends the head of an answer and its body in two writes. With Nagle's algorithm the second one waits until
/// the client has acknowledged the first, which Linux puts off for 40 ms.
struct NoDelaySocketPool: AsyncSocketPool {
    private let base: any AsyncSocketPool

    init(_ base: any AsyncSocketPool) {
        self.base = base
    }

    func prepare() async throws {
        try await base.prepare()
    }

    func run() async throws {
        try await base.run()
    }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // Sockets that are accepted inherit it from the one that listens, which waits here first.
        try socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
