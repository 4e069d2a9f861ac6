// SPDX-License-Identifier: MIT

internal import CLocalSocket
internal import Glibc
internal import Logging

/// The work of a server's thread: accepts, reads, writes and ends connections, until the server is closed.
struct LocalServerLoop {
    /// The time without looking at the listener after the system had no descriptor left, in milliseconds.
    private static let rest: CInt = 1000

    let listener: LocalListener
    let thread: SocketThread
    let methods: LocalMethodTable
    let limits: LocalLimits
    let logger: Logger

    private var connections: [LocalServerConnection] = []
    /// Callers that are gone, with calls that still go on; each takes a connection's place until they end.
    private var leaving: [LocalCaller] = []
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var isResting = false

    init(
        listener: LocalListener, thread: SocketThread, methods: LocalMethodTable, limits: LocalLimits, logger: Logger
    ) {
        self.listener = listener
        self.thread = thread
        self.methods = methods
        self.limits = limits
        self.logger = logger
    }

    /// Serves until the thread has to stop; then nothing has the socket's name any more.
    mutating func run() {
        while !thread.isStopping { turn() }
        listener.removeName()
        for connection in connections { connection.caller.end() }
        connections = []
    }

    private mutating func turn() {
        var waits = [
            pollfd(fd: thread.wakeUp.waiting.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener.socket.number, events: isResting ? 0 : Int16(POLLIN), revents: 0),
        ]
        waits += connections.map { pollfd(fd: $0.socket.number, events: $0.events, revents: 0) }
        let found = poll(&waits, nfds_t(waits.count), isResting ? Self.rest : -1)
        isResting = false
        guard found > 0 else { return }
        if waits[0].revents != 0 { thread.wakeUp.clear() }
        // All of them: an answer may have come to any, and for that the wake-up is all there is.
        var standing: [LocalServerConnection] = []
        for (index, connection) in connections.enumerated() {
            var connection = connection
            if connection.serve(waits[index + 2].revents, buffer: &buffer) {
                standing.append(connection)
            } else {
                connection.caller.end()
                leaving.append(connection.caller)
            }
        }
        connections = standing
        leaving.removeAll { $0.isIdle }
        if waits[1].revents != 0 { accept() }
    }

    private mutating func accept() {
        while true {
            let number = near_connect_accept(listener.socket.number)
            guard number >= 0 else {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EAGAIN: return
                default:
                    logger.warning("no descriptor for a local client", metadata: ["errno": "\(errno)"])
                    isResting = true
                    return
                }
            }
            admit(SocketDescriptor(owning: number))
        }
    }

    private mutating func admit(_ socket: SocketDescriptor) {
        guard let peer = socket.peer, peer.uid == geteuid() else {
            return logger.warning(
                "a local client of another user was refused", metadata: ["uid": "\(socket.peer?.uid ?? 0)"])
        }
        let caller = LocalCaller(pid: peer.pid, methods: methods, limits: limits, wakeUp: thread.wakeUp)
        guard connections.count + leaving.count < limits.connections else {
            caller.refuse(.null, .tooManyConnections)
            _ = caller.flush(to: socket)
            return logger.warning("too many local clients", metadata: ["limit": "\(limits.connections)"])
        }
        connections.append(LocalServerConnection(socket: socket, caller: caller, limit: limits.line))
    }
}
