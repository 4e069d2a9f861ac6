// SPDX-License-Identifier: MIT

import CGLib
import Foundation
import Synchronization

/// A server on a loopback port that does with each client what a test says, on a thread a client.
///
/// It has no websocket library: what it sends is exactly what the test wants, a broken thing too.
final class TestServer: Sendable {
    enum ServerError: Error {
        case notListening
    }

    let port: Int
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    private struct State {
        var isStopped = false
        var clients = 0
        var running = 0
        var notes: [String] = []
    }

    /// Starts a server.
    ///
    /// - Parameter serve: What it does with each client; the connection is cut when it returns or throws.
    init(_ serve: @escaping @Sendable (TestPeer, TestServer) throws -> Void) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ServerError.notListening }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw ServerError.notListening }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in
            while true {
                let client = Glibc.accept(descriptor, nil, nil)
                guard client >= 0 else { break }
                if state.withLock({ $0.isStopped }) {
                    Glibc.close(client)
                    break
                }
                state.withLock {
                    $0.clients += 1
                    $0.running += 1
                }
                Thread.detachNewThread { [self] in
                    do {
                        try serve(try Self.peer(client), self)
                    } catch {
                        // The client is gone; what it left is in the notes.
                    }
                    state.withLock { $0.running -= 1 }
                }
            }
            Glibc.close(descriptor)
            ended.signal()
        }
    }

    private static func peer(_ descriptor: CInt) throws -> TestPeer {
        guard let socket = g_socket_new_from_fd(descriptor, nil) else { throw ServerError.notListening }
        defer { g_object_unref(socket) }
        guard let connection = g_socket_connection_factory_create_connection(socket) else {
            throw ServerError.notListening
        }
        return TestPeer(taking: connection)
    }

    /// The number of clients that have come.
    var clients: Int { state.withLock { $0.clients } }
    /// The number of clients that are served.
    var running: Int { state.withLock { $0.running } }
    /// The server's notes about its clients.
    var notes: [String] { state.withLock { $0.notes } }

    func note(_ text: String) { state.withLock { $0.notes.append(text) } }

    /// Takes no more clients; the port is closed when this returns.
    func stop() {
        state.withLock { $0.isStopped = true }
        // A client that comes for a moment wakes up the thread that accepts.
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        ended.wait()
        Glibc.close(descriptor)
    }
}
