// SPDX-License-Identifier: MIT

internal import NEARDevnet
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// HTTP for a peer on a loopback port.
///
/// Requests are read and answered on a thread of the server's own: Swift's tasks have as many threads as the machine
/// has cores, and tests that compute or wait for a program keep them for seconds. There are no headers that let pages
/// of other origins read an answer.
package final class LoopbackWebServer: Sendable {
    package typealias Answer = @Sendable (WebRequest) async -> WebAnswer

    /// The server's origin: `http://127.0.0.1:PORT`.
    package let origin: String
    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let gate: AnswerGate
    private let desk: PeerDesk<Answer>

    /// Starts to serve; when this returns, it answers.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any that is free.
    ///   - limit: The largest body that is read, in bytes.
    ///   - answer: Answers a request.
    /// - Throws: The system's error when it has no port, at once.
    package static func start(
        port: UInt16 = 0, limit: Int, _ answer: @escaping Answer
    ) async throws -> LoopbackWebServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let (desk, gate) = (PeerDesk<Answer>(), AnswerGate())
        desk.open(answer)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // With Nagle's algorithm a body waits up to 40 ms for the receipt of its head.
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .keepingSockets { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(
                        WebConnectionHandler(
                            desk, limit: limit, gate: gate, tasks: EventLoopTasks(channel.eventLoop, gate: gate)))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: Int(port)).get()
            guard let actual = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
            return LoopbackWebServer(
                origin: "http://127.0.0.1:\(actual)", group: group, channel: channel, gate: gate, desk: desk)
        } catch {
            await shutDown(group)
            throw error
        }
    }

    private init(
        origin: String, group: MultiThreadedEventLoopGroup, channel: any Channel, gate: AnswerGate,
        desk: PeerDesk<Answer>
    ) {
        (self.origin, self.group, self.channel, self.gate, self.desk) = (origin, group, channel, gate, desk)
    }

    /// Stops answering, and returns when the port is free again.
    ///
    /// The peer is released. A second call changes nothing.
    package func stop() async {
        // A loop that has ended must not be given work.
        guard gate.close() else { return }
        do {
            try await channel.close()
        } catch {
            // It is closed already.
        }
        await Self.shutDown(group)
        desk.close()
    }

    private static func shutDown(_ group: MultiThreadedEventLoopGroup) async {
        do {
            try await group.shutdownGracefully()
        } catch {
            // Only a group that was shut down before fails to.
        }
    }
}
