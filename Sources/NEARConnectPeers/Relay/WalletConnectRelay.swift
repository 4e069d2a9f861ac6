// SPDX-License-Identifier: MIT

internal import NEARDevnet
internal import NIOCore
internal import NIOPosix
internal import Synchronization
package import WalletConnectSign

/// A relay of WalletConnect for tests: a real websocket server on this computer, with faults by script.
///
/// Mailboxes hold what nobody has taken, each for its time to live; a delivery comes again until it is acknowledged;
/// of two connections of one client the last one counts. Tokens and projects are looked at as the real relay does it.
/// All of it runs on one event loop, and nothing is written to disk.
///
/// Source: WalletConnect specifications, "Relay"; WalletConnect's relay protocol "irn".
package final class WalletConnectRelay: Sendable {
    /// The address: `ws://127.0.0.1:PORT`.
    package let address: String
    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let host: NIOLoopBoundBox<RelayHost>
    /// False once the relay has stopped: its event loop must not be given work any more.
    private let isOpen = Mutex(true)

    /// Starts to listen; when this returns, the relay answers.
    ///
    /// - Parameters:
    ///   - settings: Limits and times.
    ///   - rules: The faults, in the order in which they are looked at.
    ///   - port: 0 for a free one.
    /// - Throws: The system's error when it has no such port.
    package static func start(
        _ settings: RelaySettings = RelaySettings(), rules: [RelayRule] = [], port: Int = 0
    ) async throws -> WalletConnectRelay {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoop = group.next()
        let host = NIOLoopBoundBox.makeBoxSendingValue(
            RelayHost(settings, rules: rules, eventLoop: eventLoop), eventLoop: eventLoop)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .keepingSockets { channel in
                channel.eventLoop.makeCompletedFuture { try RelayHandshakeHandler.configure(channel, host.value) }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
            guard let actual = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
            try await eventLoop.submit { host.value.listens(on: actual) }.get()
            return WalletConnectRelay(
                address: "ws://127.0.0.1:\(actual)", group: group, channel: channel, host: host)
        } catch {
            await shutDown(group)
            throw error
        }
    }

    private init(
        address: String, group: MultiThreadedEventLoopGroup, channel: any Channel, host: NIOLoopBoundBox<RelayHost>
    ) {
        self.address = address
        self.group = group
        self.channel = channel
        self.host = host
    }

    // MARK: Faults

    /// Plays other faults from now on.
    package func setRules(_ rules: [RelayRule]) async { await onLoop { $0.setRules(rules) } }

    /// Gives out what rules have held back.
    package func release() async { await onLoop { $0.release() } }

    /// Closes all connections.
    ///
    /// - Parameter code: The code of the close frame; `nil` cuts them without one.
    package func closeConnections(code: Int? = nil) async { await onLoop { $0.closeAll(code: code) } }

    // MARK: Looking

    /// The calls that clients have made, the last 4,096 of them.
    package var calls: [RelayCall] { get async { await onLoop { $0.core.calls } ?? [] } }

    /// All that clients have shown when they connected, let in or not, the last 64 of them.
    package var openings: [RelayOpeningRecord] { get async { await onLoop { $0.openings } ?? [] } }

    /// Waits for a call that matches, or returns one that was made already; `nil` once the relay has stopped.
    package func call(where matches: @escaping @Sendable (RelayCall) -> Bool) async -> RelayCall? {
        await withCheckedContinuation { continuation in
            let isOpen = execute { $0.watch(matches, continuation) }
            if !isOpen { continuation.resume(returning: nil) }
        }
    }

    /// The tags of the messages that wait in a mailbox, in order.
    package func waitingTags(_ topic: Topic) async -> [Int] {
        await onLoop { $0.core.mailboxes.tags(topic) } ?? []
    }

    /// The number of clients that are connected.
    package var connectionCount: Int { get async { await onLoop { $0.core.connections.count } ?? 0 } }

    /// Has the event loop run `body`, unless the relay has stopped.
    private func execute(_ body: @escaping @Sendable (RelayHost) -> Void) -> Bool {
        isOpen.withLock { isOpen in
            if isOpen { channel.eventLoop.execute { [host] in body(host.value) } }
            return isOpen
        }
    }

    @discardableResult
    private func onLoop<Value: Sendable>(_ body: @escaping @Sendable (RelayHost) -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let isOpen = execute { continuation.resume(returning: body($0)) }
            if !isOpen { continuation.resume(returning: nil) }
        }
    }

    /// Cuts all connections, frees the port, and returns when that is done.
    package func stop() async {
        await onLoop { $0.stop() }
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        do {
            try await channel.close()
        } catch {
            // It is closed already.
        }
        await Self.shutDown(group)
    }

    private static func shutDown(_ group: MultiThreadedEventLoopGroup) async {
        do {
            try await group.shutdownGracefully()
        } catch {
            // Only a group that was shut down before fails to.
        }
    }
}
