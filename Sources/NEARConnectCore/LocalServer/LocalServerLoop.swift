// SPDX-License-Identifier: MIT

internal import CLocalSocket
internal import Glibc
internal import Logging

/// The work of a server's thread: accepts, reads, writes and ends connections, until the server is closed.
struct LocalServerLoop {
    /// The time without looking at the listener after the system had no descriptor left, in milliseconds.
    private static let rest: CInt = 1000

    /// The socket that clients connect to; `nil` for a server of one connection, which ends with that.
    let listener: LocalListener?
    let thread: SocketThread
    let methods: LocalMethodTable
    let limits: LocalLimits
    let logger: Logger
    let audience: LocalAudience

    private var connections: [LocalServerConnection] = []
    /// Callers that are gone, with calls that still go on; each takes a connection's place until they end.
    private var leaving: [LocalCaller] = []
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var isResting = false

    init(
        listener: LocalListener?, thread: SocketThread, methods: LocalMethodTable, limits: LocalLimits, logger: Logger,
        audience: LocalAudience
    ) {
        self.listener = listener
        self.audience = audience
        self.thread = thread
        self.methods = methods
        self.limits = limits
        self.logger = logger
    }

    /// Serves until the thread has to stop; then nothing has the socket's name any more.
    mutating func run() {
        while !thread.isStopping, listener != nil || !connections.isEmpty || !leaving.isEmpty { turn() }
        listener?.removeName()
        for connection in connections { leave(connection.caller) }
        connections = []
    }

    private mutating func turn() {
        var waits = [
            pollfd(fd: thread.wakeUp.waiting.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener?.socket.number ?? -1, events: isResting ? 0 : Int16(POLLIN), revents: 0),
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
                leave(connection.caller)
                leaving.append(connection.caller)
            }
        }
        connections = standing
        leaving.removeAll { $0.isIdle }
        if waits[1].revents != 0, let listener { accept(from: listener) }
    }

    private func leave(_ caller: LocalCaller) {
        audience.remove(caller)
        caller.end()
    }

    private mutating func accept(from listener: LocalListener) {
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
        let caller = makeCaller(peer.pid, socket)
        guard connections.count + leaving.count < limits.connections else {
            caller.refuse(.null, .tooManyConnections)
            _ = caller.flush()
            return logger.warning("too many local clients", metadata: ["limit": "\(limits.connections)"])
        }
        add(socket, caller)
    }

    /// Takes a connection of which it is known whose it is.
    mutating func adopt(_ socket: SocketDescriptor, of pid: pid_t) {
        add(socket, makeCaller(pid, socket))
    }

    private func makeCaller(_ pid: pid_t, _ socket: SocketDescriptor) -> LocalCaller {
        LocalCaller(pid: pid, socket: socket, methods: methods, limits: limits, wakeUp: thread.wakeUp)
    }

    private mutating func add(_ socket: SocketDescriptor, _ caller: LocalCaller) {
        audience.add(caller)
        connections.append(LocalServerConnection(socket: socket, caller: caller, limit: limits.line))
    }
}
