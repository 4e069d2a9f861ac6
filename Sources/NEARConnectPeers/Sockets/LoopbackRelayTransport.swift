// SPDX-License-Identifier: MIT

internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket
internal import Synchronization
package import WalletConnectSign

/// A websocket to a relay on this computer, for tests and scripted wallets: `ws` on loopback, nothing else.
package final class LoopbackRelayTransport: RelayTransport {
    private struct State {
        /// The connection that counts; events of others are dropped.
        var connection: Int?
        var channel: (any Channel)?
    }

    /// The address of a relay, in the parts that a client needs.
    struct Address: Equatable {
        let host: String
        let port: Int
        /// The path with its query.
        let target: String

        init?(_ text: String) {
            guard text.hasPrefix("ws://") else { return nil }
            let rest = text.dropFirst(5)
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, ["127.0.0.1", "localhost"].contains(parts[0]), let port = UInt16(parts[1]) else {
                return nil
            }
            host = String(parts[0])
            self.port = Int(port)
            let target = rest.dropFirst(authority.count)
            self.target = target.hasPrefix("/") ? String(target) : "/\(target)"
        }
    }

    /// The events of all connections.
    package let events: AsyncStream<RelayTransportEvent>
    private let continuation: AsyncStream<RelayTransportEvent>.Continuation
    private let state = Mutex(State())

    package init() {
        (events, continuation) = AsyncStream.makeStream(of: RelayTransportEvent.self)
    }

    deinit {
        continuation.finish()
        state.withLock { $0.channel?.close(promise: nil) }
    }

    /// Begins to open a connection.
    package func open(_ opening: RelayOpening) async {
        await close()
        let number = opening.connection
        state.withLock { $0.connection = number }
        guard let address = Address(opening.address) else {
            return tell(number, .failed(.other("only ws on this computer")))
        }
        let report: @Sendable (RelayTransportEvent.Kind) -> Void = { [weak self] in self?.tell(number, $0) }
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connectTimeout(.seconds(15))
            .channelInitializer { [weak self] channel in
                channel.eventLoop.makeCompletedFuture {
                    // Before anything can be sent: the first event may be heard before `connect` returns.
                    guard self?.keep(channel, number) == true else { throw ChannelError.alreadyClosed }
                    try LoopbackHandshakeHandler.configure(
                        channel, for: address, authorization: opening.authorization, report: report)
                }
            }
        do {
            _ = try await bootstrap.connect(host: "127.0.0.1", port: address.port).get()
        } catch {
            tell(number, .failed(.refused("\(error)")))
        }
    }

    /// Takes note of the channel of a connection that still counts.
    private func keep(_ channel: any Channel, _ number: Int) -> Bool {
        state.withLock { state in
            guard state.connection == number else { return false }
            state.channel = channel
            return true
        }
    }

    /// Sends a text; it is dropped where no connection is open.
    package func send(_ text: String) async {
        guard let channel = state.withLock(\.channel) else { return }
        let frame = WebSocketFrame(
            fin: true, opcode: .text, maskKey: .random(), data: channel.allocator.buffer(string: text))
        do {
            try await channel.writeAndFlush(frame).get()
        } catch {
            // The end of the connection is an event.
        }
    }

    /// Closes the connection, without an event.
    package func close() async {
        let channel = state.withLock { state in
            defer { state = State() }
            return state.channel
        }
        do {
            try await channel?.close()
        } catch {
            // It is closed already.
        }
    }

    private func tell(_ number: Int, _ kind: RelayTransportEvent.Kind) {
        let isOurs = state.withLock { state in
            guard state.connection == number else { return false }
            switch kind {
            case .failed, .closed: state = State()
            case .opened, .text, .heard: break
            }
            return true
        }
        if isOurs { continuation.yield(RelayTransportEvent(connection: number, kind: kind)) }
    }
}
