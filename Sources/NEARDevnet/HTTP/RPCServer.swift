// SPDX-License-Identifier: MIT

import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The HTTP server that a devnet is reached through.
///
/// Listens on loopback and nowhere else.
///
/// Two event loops, on which small requests are read and answered. What the ledger does, and contracts, have threads of
/// their own.
struct RPCServer: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let gate: AnswerGate
    private let channel: any Channel
    private let end = ServerEnd()
    /// The port it listens on.
    let port: UInt16

    private static let loopCount = 2

    /// Bytes of a request's body, as nearcore allows them by default.
    static let maxBodySize = 10 * 1024 * 1024
    /// Bytes of requests and answers of all connections together, beyond the first of each (`BodyMemory.free`).
    static let maxBodyMemory = 256 * 1024 * 1024
    /// Connections that are open at the same time.
    ///
    /// More are closed at once.
    static let maxConnections = 4_096
    /// The time that a client may take to send a request, or to read the next part of an answer.
    static let patience = TimeAmount.seconds(75)

    /// Starts listening.
    ///
    /// - Parameter port: 0 for a free one.
    /// - Throws: `DevnetError.portInUse` or `.listeningFailed`.
    static func start(
        _ routes: HTTPRoutes, port: UInt16, patience: TimeAmount = patience,
        memory: BodyMemory = BodyMemory(limit: maxBodyMemory)
    ) async throws(DevnetError) -> RPCServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: loopCount)
        let connections = ConnectionCount(limit: maxConnections)
        let gate = AnswerGate()
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // With Nagle's algorithm a second write waits until the client has acknowledged the first, which Linux puts
            // off for 40 ms.
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // A client that has said everything still wants to be answered.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .keepingSockets { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard connections.add(channel) else { throw ChannelError.alreadyClosed }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(
                        HTTPConnectionHandler(
                            routes, gate: gate, tasks: EventLoopTasks(channel.eventLoop, gate: gate), memory: memory,
                            patience: patience))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: Int(port)).get()
            guard let actual = channel.localAddress?.port.flatMap(UInt16.init(exactly:)) else {
                throw ChannelError.unknownLocalAddress
            }
            return RPCServer(group: group, gate: gate, channel: channel, port: actual)
        } catch {
            await shutDown(group)
            if let error = error as? IOError, error.errnoCode == EADDRINUSE { throw .portInUse(port) }
            throw .listeningFailed(port: port, reason: "\(error)")
        }
    }

    /// Closes the port and all connections, and waits until that is done.
    ///
    /// Whoever else wants the same meanwhile waits for the same end.
    func stop() async {
        await end.run { [group, gate, channel] in
            gate.close()
            do {
                // First, and by itself: a connection that is just being accepted is handed to another loop, which has
                // to be there for it.
                try await channel.close()
            } catch {
                // It is closed, whatever else went wrong.
            }
            await Self.shutDown(group)
        }
    }

    /// Closes everything that runs on the group, and ends its thread.
    private static func shutDown(_ group: MultiThreadedEventLoopGroup) async {
        do {
            try await group.shutdownGracefully()
        } catch {
            // Only a group that was shut down before fails to: then there is nothing left to close.
        }
    }
}

/// The end of a server, which comes once.
///
/// A second one beside the first would take the loop away on which the first closes the port, and that would wait for
/// ever.
private final class ServerEnd: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Runs `work` where nobody has before, and waits for its end.
    func run(_ work: @escaping @Sendable () async -> Void) async {
        let running = task.withLock { task in
            let running = task ?? Task { await work() }
            task = running
            return running
        }
        await running.value
    }
}
