// SPDX-License-Identifier: MIT

internal import CGLib
internal import CSoup
internal import GLibRuntime
internal import NEARPrimitives
internal import WalletConnectSign

/// One connection to the relay, from the start of its opening to its end.
@MainActor
final class RelayConnection {
    private let opening: RelayOpening
    private let settings: RelaySettings
    private let queue: RelayEventQueue
    private let noteSkew: @MainActor (Int64) -> Void
    private let cancellable = Cancellable()
    private var socket: WebSocket?
    /// True once nothing more of it is told.
    private var isEnded = false

    /// - Parameter noteSkew: Called with the seconds by which this computer's clock is ahead of the relay's.
    init(
        _ opening: RelayOpening, settings: RelaySettings, queue: RelayEventQueue,
        noteSkew: @escaping @MainActor (Int64) -> Void
    ) {
        self.opening = opening
        self.settings = settings
        self.queue = queue
        self.noteSkew = noteSkew
    }

    /// Begins to open the connection; the outcome is an event.
    func begin() {
        guard let target = RelayTarget(opening.address), let message = makeMessage(target) else {
            return end(.failed(.other("not an address of a relay")))
        }
        let session: SoupSessionOwner
        do throws(GLibError) {
            session = try SoupSessionOwner(settings, to: target)
        } catch {
            return end(.failed(.tls(error.message)))
        }
        // A proxy's answer to CONNECT looks like the relay's own, but for this: the request was never written.
        var isWritten = false
        let written = message.connect("wrote-headers") { _ in isWritten = true }
        var raw: GObjectOwner?
        let network = message.connect("network-event") { emission in
            guard emission.enumeration(0) == Int(G_SOCKET_CLIENT_CONNECTED.rawValue), let stream = emission.object(1)
            else { return }
            let socket = g_socket_connection_get_socket(stream.assumingMemoryBound(to: GSocketConnection.self))
            raw = socket.map { GObjectOwner(UnsafeMutableRawPointer($0), .none) }
        }
        let completion = AsyncCompletion { result in
            written.disconnect()
            network.disconnect()
            if isWritten, let time = Self.time(of: message) { self.noteSkew(SystemSignClock().now.wall.seconds - time) }
            do throws(GLibError) {
                let socket = try GLibError.check { error in
                    soup_session_websocket_connect_finish(session.cast(), result, error)
                }
                if let socket { self.opened(WebSocket(taking: socket, over: raw, ping: self.settings.ping)) }
            } catch {
                let status = Int(soup_message_get_status(OpaquePointer(message.pointer)).rawValue)
                if isWritten || self.isEnded { return self.end(.failed(RelayFault(error, status: status))) }
                session.findProxy(to: target, self.cancellable) { usesProxy in
                    self.end(
                        .failed(
                            usesProxy ? RelayFault(ofProxy: error, status: status) : RelayFault(error, status: status)))
                }
            }
        }
        soup_session_websocket_connect_async(
            session.cast(), OpaquePointer(message.pointer), nil, nil, G_PRIORITY_DEFAULT, cancellable.cast(),
            completion.callback, completion.data)
    }

    private func makeMessage(_ target: RelayTarget) -> GObjectOwner? {
        // Resolvers of proxies and errors are given the target's address, in which the token never is.
        let address: String
        switch settings.token {
        case .header: address = target.address
        case .query:
            let mark = target.address.contains("?") ? "&" : "?"
            address = "\(target.address)\(mark)auth=\(PercentEncoding.encode(opening.token, keepsDots: true))"
        }
        guard let pointer = soup_message_new("GET", address) else { return nil }
        let message = GObjectOwner(UnsafeMutableRawPointer(pointer), .full)
        // The token is for this relay alone. libsoup would follow a redirect to any host, this computer's ports too.
        soup_message_set_flags(
            pointer, SoupMessageFlags(SOUP_MESSAGE_NO_REDIRECT.rawValue | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE.rawValue))
        // Compressed messages have no bound once they are unpacked.
        soup_message_disable_feature(pointer, soup_websocket_extension_manager_get_type())
        let headers = soup_message_get_request_headers(pointer)
        if settings.token == .header { soup_message_headers_replace(headers, "Authorization", opening.authorization) }
        for header in settings.headers.prefix(RelayHeader.limit) {
            soup_message_headers_replace(headers, header.name, header.value)
        }
        return message
    }

    /// The time that the relay's answer names, in seconds since 1970.
    private static func time(of message: GObjectOwner) -> Int64? {
        let headers = soup_message_get_response_headers(OpaquePointer(message.pointer))
        guard let text = soup_message_headers_get_one(headers, "Date"),
            let time = soup_date_time_new_from_http_string(text)
        else { return nil }
        defer { g_date_time_unref(time) }
        return Int64(g_date_time_to_unix(time))
    }

    private func opened(_ socket: WebSocket) {
        guard !isEnded else { return Self.farewell(socket) }
        self.socket = socket
        tell(.opened)
        socket.listen { [weak self] event in
            guard let self else { return }
            switch event {
            case .text(let text): tell(.text(text))
            case .heard: tell(.heard)
            case .closed(let code, let reason): end(.closed(code: code, reason: reason))
            case .endless: cut("a message has no end")
            }
        }
    }

    /// Sends a text; it is dropped where the connection isn't open or too much waits.
    func send(_ text: String) {
        guard !isEnded else { return }
        _ = socket?.send(text)
    }

    /// Ends the connection without an event; what came of it and isn't read yet is dropped.
    func close() {
        guard !isEnded else { return }
        release()
        queue.removeAll(of: opening.connection)
    }

    private func tell(_ kind: RelayTransportEvent.Kind) {
        guard !isEnded else { return }
        guard queue.add(RelayTransportEvent(connection: opening.connection, kind: kind)) else {
            return cut("more came than was read")
        }
    }

    /// Ends the connection at once.
    ///
    /// The relay sends without a bound, and libsoup would read all of it for as long as it waits for the answer to a
    /// close frame. It closes a connection that nobody holds.
    private func cut(_ reason: String) {
        socket = nil
        end(.closed(code: 0, reason: reason))
    }

    private func end(_ kind: RelayTransportEvent.Kind) {
        guard !isEnded else { return }
        release()
        _ = queue.add(RelayTransportEvent(connection: opening.connection, kind: kind))
    }

    private func release() {
        isEnded = true
        cancellable.cancel()
        if let socket { Self.farewell(socket) }
        socket = nil
    }

    /// Closes a websocket, which stays until its close frame is answered or libsoup stops waiting.
    private static func farewell(_ socket: WebSocket) {
        leaving[ObjectIdentifier(socket)] = socket
        socket.close { [weak socket] in
            guard let socket else { return }
            leaving[ObjectIdentifier(socket)] = nil
        }
    }

    private static var leaving: [ObjectIdentifier: WebSocket] = [:]
}

extension RelayOpening {
    /// The token by itself.
    fileprivate var token: String {
        let scheme = "Bearer "
        return authorization.hasPrefix(scheme) ? String(authorization.dropFirst(scheme.count)) : authorization
    }
}
