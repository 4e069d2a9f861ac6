// SPDX-License-Identifier: MIT

internal import GLibRuntime
public import WalletConnectSign

/// A websocket to WalletConnect's relay, on libsoup 3 in GLib's main loop.
///
/// It trusts and goes the ways that web views do. Everything of libsoup's happens on the main actor, which is GLib's
/// default main context: the four verbs hop there from wherever they are called, and events come back through a queue
/// that a reader on any thread waits for. So the program has to run GLib's loop (``MainLoop``), and a loop that is kept
/// busy keeps the relay waiting.
///
/// Nothing of libsoup's exists before the first ``open(_:)``. Redirects aren't followed, compression isn't offered, and
/// a text beyond ``SignLimits/frame`` bytes, or more waiting than 32 MiB, ends the connection; the relay delivers
/// again what wasn't acknowledged. Texts to a relay that doesn't read are dropped beyond 32 MiB; the sign client sends
/// again what isn't answered.
@MainActor
public final class SoupRelayTransport: RelayTransport {
    private let settings: RelaySettings
    private let queue = RelayEventQueue()
    private var connection: RelayConnection?
    /// The seconds by which this computer's clock is ahead of the relay's; `nil` where no answer has named a time.
    package private(set) var skew: Int64?

    /// The events of all connections, for one reader.
    public nonisolated let events: AsyncStream<RelayTransportEvent>

    /// Creates a transport, which does nothing before the first ``open(_:)``.
    ///
    /// - Parameter settings: Whom to trust, and which way to go.
    public nonisolated init(_ settings: RelaySettings = RelaySettings()) {
        self.settings = settings
        events = AsyncStream { [queue] in await queue.next() }
    }

    isolated deinit {
        connection?.close()
        queue.end()
    }

    /// Begins to open a connection; the outcome is an event.
    ///
    /// One that is open is closed first.
    public func open(_ opening: RelayOpening) async {
        MainLoop.joinMainActor()
        connection?.close()
        let connection = RelayConnection(opening, settings: settings, queue: queue) { [weak self] skew in
            self?.skew = skew
        }
        self.connection = connection
        connection.begin()
    }

    /// Sends a text; it is dropped where no connection is open.
    public func send(_ text: String) async {
        connection?.send(text)
    }

    /// Closes the connection, without an event.
    public func close() async {
        connection?.close()
        connection = nil
    }
}
