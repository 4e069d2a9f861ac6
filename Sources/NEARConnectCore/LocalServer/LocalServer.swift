// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives

/// A JSON-RPC 2.0 server on a UNIX socket, for other programs of the same user.
///
/// `docs/local-server.md` has the protocol and the limits. Sockets are polled on a thread of the server's own; methods
/// run in tasks. The server ends with ``close()``, or with the last reference to it.
package final class LocalServer: Sendable {
    /// The socket's path; empty for a server over streams.
    package let path: String
    private let thread: SocketThread
    private let audience: LocalAudience

    private init(path: String, thread: SocketThread, audience: LocalAudience) {
        self.path = path
        self.thread = thread
        self.audience = audience
    }

    /// Opens a server.
    ///
    /// - Parameters:
    ///   - path: The socket's path. Its folder, made where there is none, is closed to other users.
    ///   - role: The role of all clients of this socket.
    ///   - methods: The methods of all roles; clients have those of `role`.
    ///   - limits: The most that a connection may take.
    ///   - logger: The log of refused clients.
    /// - Throws: ``LocalServerError``.
    package static func open(
        at path: String, role: LocalRole, methods: [LocalMethod], limits: LocalLimits = LocalLimits(),
        logger: Logger = Logger(label: "near-connect")
    ) async throws(LocalServerError) -> LocalServer {
        let socketPath: LocalSocketPath
        do throws(LocalSocketPathError) {
            socketPath = try LocalSocketPath(path)
        } catch {
            throw .path(error)
        }
        let thread: SocketThread
        do throws(SystemCallError) {
            thread = try SocketThread(label: "near-connect.local-server", path: socketPath)
        } catch {
            throw .system(error)
        }
        let listening = await thread.run {
            Result { () throws(LocalServerError) in try LocalListener(path: socketPath) }
        }
        let listener = try listening.get()
        let table = LocalMethodTable(methods, for: role)
        let audience = LocalAudience()
        thread.start {
            var loop = LocalServerLoop(
                listener: listener, thread: thread, methods: table, limits: limits, logger: logger, audience: audience)
            loop.run()
        }
        return LocalServer(path: path, thread: thread, audience: audience)
    }

    /// Opens a server of one connection over two descriptors, which it ends with.
    ///
    /// - Parameters:
    ///   - streams: The descriptors, of pipes, sockets, files or a terminal.
    ///   - pid: The process at their other end, as far as is known.
    ///   - role: The role of the client.
    ///   - methods: The methods of all roles; the client has those of `role`.
    ///   - limits: The most that the connection may take.
    ///   - logger: Says what was refused.
    /// - Throws: ``LocalServerError/system(_:)``.
    package static func open(
        over streams: LocalStreams, to pid: Int32, role: LocalRole, methods: [LocalMethod],
        limits: LocalLimits = LocalLimits(), logger: Logger = Logger(label: "near-connect")
    ) throws(LocalServerError) -> LocalServer {
        let thread: SocketThread
        let socket: SocketDescriptor
        do throws(SystemCallError) {
            thread = try SocketThread(label: "near-connect.local-server")
            socket = try streams.connect()
        } catch {
            throw .system(error)
        }
        let table = LocalMethodTable(methods, for: role)
        let audience = LocalAudience()
        thread.start {
            var loop = LocalServerLoop(
                listener: nil, thread: thread, methods: table, limits: limits, logger: logger, audience: audience)
            loop.adopt(socket, of: pid)
            loop.run()
        }
        return LocalServer(path: "", thread: thread, audience: audience)
    }

    /// Sends a notification to all connections that are there.
    package func notify(_ method: String, _ params: JSONValue? = nil) {
        for caller in audience.callers { caller.notify(method, params) }
    }

    /// Suspends until the server has ended: with ``close()``, or with its only connection.
    package func ended() async {
        await thread.run {}
    }

    /// True if a socket can have this path: a UNIX socket's has 107 bytes at the most.
    package static func takes(path: String) -> Bool {
        do throws(LocalSocketPathError) {
            _ = try LocalSocketPath(path)
            return true
        } catch {
            return false
        }
    }

    deinit {
        thread.requestStop()
    }

    /// Ends all connections, cancels their calls and removes the socket; returns when that is done.
    package func close() async {
        thread.requestStop()
        await thread.run {}
    }
}
