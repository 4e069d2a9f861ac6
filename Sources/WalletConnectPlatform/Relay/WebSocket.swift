// SPDX-License-Identifier: MIT

internal import CGLib
internal import CSoup
internal import GLibRuntime
internal import WalletConnectSign

/// An open websocket (`SoupWebsocketConnection`); it owns one reference.
@MainActor
final class WebSocket: GObjectOwner {
    /// An event of a websocket.
    enum Event {
        case text(String)
        /// A pong has come.
        case heard
        /// The end, with the code of the other side's close frame or 0.
        case closed(code: Int, reason: String)
        /// A message goes on beyond every bound.
        case endless
    }

    private var signals: [SignalConnection] = []
    private var waiting: [String] = []
    private var waitingBytes = 0
    private var drain: guint = 0
    private let raw: GObjectOwner?
    private var incoming: IncomingWatch?

    /// Takes over a connection (ownership: full).
    ///
    /// - Parameters:
    ///   - pointer: The connection.
    ///   - raw: The `GSocket` below it.
    ///   - ping: The seconds between two pings.
    init(taking pointer: OpaquePointer, over raw: GObjectOwner?, ping: Int) {
        self.raw = raw
        super.init(UnsafeMutableRawPointer(pointer), .full)
        soup_websocket_connection_set_max_incoming_payload_size(pointer, guint64(SignLimits.frame))
        soup_websocket_connection_set_keepalive_interval(pointer, guint(ping))
    }

    isolated deinit {
        incoming?.stop()
        stopDraining()
    }

    private var connection: OpaquePointer { OpaquePointer(pointer) }

    var isOpen: Bool { soup_websocket_connection_get_state(connection) == SOUP_WEBSOCKET_STATE_OPEN }

    /// Has `handler` called with each event; the last one is ``Event/closed(code:reason:)`` or ``Event/endless``.
    func listen(_ handler: @escaping @MainActor (Event) -> Void) {
        if let raw {
            incoming = IncomingWatch(raw, limit: RelaySettings.incoming) { handler(.endless) }
        }
        signals = [
            connect("message") { [weak self] emission in
                self?.incoming?.messageHasCome()
                guard emission.integer(0) == Int(SOUP_WEBSOCKET_DATA_TEXT.rawValue), let bytes = emission.boxed(1)
                else {
                    return
                }
                handler(.text(Self.text(OpaquePointer(bytes))))
            },
            connect("pong") { _ in handler(.heard) },
            // libsoup goes on to close by itself, and may wait for the other side; its word is enough for us. Codes
            // from 1012 on, which came after RFC 6455, are errors to it, and they are told all the same.
            connect("error") { [weak self] emission in
                let error = emission.boxed(0)?.assumingMemoryBound(to: GError.self)
                let code = self.map { Int(soup_websocket_connection_get_close_code($0.connection)) } ?? 0
                handler(.closed(code: code, reason: error.map { GLibError(copying: $0).message } ?? ""))
            },
            connect("closed") { [weak self] _ in
                guard let self else { return }
                let reason = soup_websocket_connection_get_close_data(connection).map { String(cString: $0) }
                handler(
                    .closed(code: Int(soup_websocket_connection_get_close_code(connection)), reason: reason ?? ""))
            },
        ]
    }

    /// Reads a message; libsoup has checked that it is UTF-8.
    private static func text(_ bytes: OpaquePointer) -> String {
        var size: gsize = 0
        guard let data = g_bytes_get_data(bytes, &size) else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: data, count: Int(size)), as: UTF8.self)
    }

    // MARK: Sending

    /// Sends a text.
    ///
    /// libsoup's queue has no bound, so it gets one text at a time, and the next one once it has written that.
    ///
    /// - Returns: False if too much waits already; the text is dropped then.
    func send(_ text: String) -> Bool {
        guard isOpen else { return true }
        guard drain != 0 else {
            write(text)
            return true
        }
        guard waitingBytes + text.utf8.count <= RelaySettings.waiting else { return false }
        waiting.append(text)
        waitingBytes += text.utf8.count
        return true
    }

    private func write(_ text: String) {
        var text = text
        let bytes = text.withUTF8 { g_bytes_new($0.baseAddress, gsize($0.count)) }
        soup_websocket_connection_send_message(connection, SOUP_WEBSOCKET_DATA_TEXT, bytes)
        g_bytes_unref(bytes)
        waitUntilWritten()
    }

    /// Waits until libsoup has written all that it has.
    ///
    /// Its own source has the default priority and this one comes right after it: as long as libsoup has something to
    /// write and can, this one isn't called.
    private func waitUntilWritten() {
        // A write that failed has closed the stream by now, and GLib makes no source for a closed one.
        guard isOpen,
            let stream = g_io_stream_get_output_stream(soup_websocket_connection_get_io_stream(connection))
        else { return }
        let source = g_pollable_output_stream_create_source(OpaquePointer(stream), nil)
        g_source_set_priority(source, G_PRIORITY_DEFAULT + 1)
        // A pollable source calls with the stream before the data, and casts are GLib's way to say so.
        g_source_set_callback(
            source, unsafeBitCast(writtenCallback, to: GSourceFunc.self),
            RetainedBox.retain(WeakSocket(self)), { RetainedBox.releaseIfAny($0) })
        drain = g_source_attach(source, nil)
        g_source_unref(source)
    }

    fileprivate func hasWritten() {
        drain = 0
        guard isOpen else { return }
        guard !waiting.isEmpty else { return }
        let text = waiting.removeFirst()
        waitingBytes -= text.utf8.count
        write(text)
    }

    private func stopDraining() {
        if drain != 0 { g_source_remove(drain) }
        drain = 0
        waiting = []
        waitingBytes = 0
    }

    // MARK: The end

    /// Says good-bye, and calls `ended` once the connection is closed, five seconds later at most.
    func close(_ ended: @escaping @MainActor () -> Void) {
        signals = []
        incoming?.stop()
        incoming = nil
        stopDraining()
        switch soup_websocket_connection_get_state(connection) {
        case SOUP_WEBSOCKET_STATE_CLOSED: ended()
        case SOUP_WEBSOCKET_STATE_OPEN:
            signals = [connect("closed") { _ in ended() }]
            soup_websocket_connection_close(connection, gushort(SOUP_WEBSOCKET_CLOSE_NORMAL.rawValue), nil)
        default: signals = [connect("closed") { _ in ended() }]
        }
    }
}

private final class WeakSocket: Sendable {
    @MainActor weak var socket: WebSocket?

    @MainActor
    init(_ socket: WebSocket) {
        self.socket = socket
    }
}

/// `GPollableSourceFunc`: returns false, since it is for one text.
private let writtenCallback: @convention(c) (UnsafeMutablePointer<GObject>?, UnsafeMutableRawPointer?) -> gboolean = {
    _, data in
    guard let data else { return 0 }
    onMainThread(RetainedBox.borrow(data, as: WeakSocket.self)) { $0.socket?.hasWritten() }
    return 0
}
