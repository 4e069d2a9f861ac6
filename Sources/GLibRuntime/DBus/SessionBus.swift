// SPDX-License-Identifier: MIT

internal import CGLib
public import FoundationEssentials

/// A connection of our own to the user's session bus.
///
/// Dropping it closes it.
///
/// It is not the one that GIO shares within the process: that one belongs to the embedding program, and ends the
/// process when the bus goes away.
public final class SessionBus: GObjectOwner {
    /// The reason why there is no session bus.
    public enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The environment names none.
        case notNamed
        /// It is named, but didn't take the connection.
        case unreachable(reason: String)
        /// It didn't answer in time.
        case silent(after: Duration)

        /// A phrase for the user.
        public var description: String {
            switch self {
            case .notNamed: "there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)"
            case .unreachable(let reason): "the session bus can't be reached: \(reason)"
            case .silent(let limit): "the session bus did not answer within \(limit.components.seconds) s"
            }
        }
    }

    /// The address of the session bus: the environment's, or the socket that systemd makes.
    ///
    /// None is started for the purpose.
    public static func address(in environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        let socket = "\(folder)/bus"
        guard FileManager.default.fileExists(atPath: socket) else { return nil }
        return g_dbus_address_escape_value(socket).map { escaped in
            defer { g_free(escaped) }
            return "unix:path=\(String(cString: escaped))"
        }
    }

    /// Connects.
    ///
    /// - Parameters:
    ///   - environment: Where the bus is named.
    ///   - limit: How long the bus may take to answer. A bus that says nothing must not hold the program up.
    /// - Throws: ``ConnectionError``.
    public static func connect(
        environment: [String: String] = ProcessInfo.processInfo.environment, within limit: Duration = .seconds(5)
    ) async throws(ConnectionError) -> SessionBus {
        guard let address = address(in: environment) else { throw .notNamed }
        return try await connect(to: address, within: limit)
    }

    /// Connects to the bus at an address, the system's for example.
    static func connect(to address: String, within limit: Duration) async throws(ConnectionError) -> SessionBus {
        let cancellable = Cancellable()
        let timer = Task {
            try await ContinuousClock().sleep(for: limit)
            cancellable.cancel()
        }
        defer { timer.cancel() }
        let result: Result<SessionBus, GLibError> = await withCheckedContinuation { continuation in
            let done = AsyncCompletion { result in
                continuation.resume(returning: Self.finish(result))
            }
            let flags = GDBusConnectionFlags(
                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                    | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
            g_dbus_connection_new_for_address(
                address, flags, nil, cancellable.cast(), done.callback, done.data)
        }
        switch result {
        case .success(let bus): return bus
        case .failure(let error):
            if cancellable.isCancelled { throw .silent(after: limit) }
            throw .unreachable(reason: error.message)
        }
    }

    private static func finish(_ result: OpaquePointer) -> Result<SessionBus, GLibError> {
        do throws(GLibError) {
            let connection = try GLibError.check { g_dbus_connection_new_for_address_finish(result, $0) }
            guard let connection else { return .failure(.noConnection) }
            return .success(SessionBus(UnsafeMutableRawPointer(connection), .full))
        } catch {
            return .failure(error)
        }
    }

    var connection: OpaquePointer { OpaquePointer(pointer) }

    isolated deinit {
        // Asynchronously: what is still to be written is written.
        g_dbus_connection_close(connection, nil, nil, nil)
    }

    /// Calls a method and waits for its answer.
    ///
    /// - Parameters:
    ///   - limit: How long the answer may take.
    /// - Throws: ``GLibError``; its domain is the error's D-Bus name where the other side has answered with one.
    public func call(
        _ method: String, of interface: String, at path: String, on name: String, _ arguments: [DBusValue] = [],
        within limit: Duration = .seconds(10)
    ) async throws(GLibError) -> [DBusValue] {
        let milliseconds = gint(min(limit.components.seconds * 1_000, 3_600_000))
        let result: Result<[DBusValue], GLibError> = await withCheckedContinuation { continuation in
            let done = AsyncCompletion { [weak self] result in
                guard let self else { return continuation.resume(returning: .failure(.noConnection)) }
                continuation.resume(returning: self.finishCall(result))
            }
            g_dbus_connection_call(
                connection, name, path, interface, method, DBusValue.tuple(arguments), nil, G_DBUS_CALL_FLAGS_NONE,
                milliseconds, nil, done.callback, done.data)
        }
        return try result.get()
    }

    private func finishCall(_ result: OpaquePointer) -> Result<[DBusValue], GLibError> {
        var error: UnsafeMutablePointer<GError>?
        let reply = g_dbus_connection_call_finish(connection, result, &error)
        guard let reply else { return .failure(error.map(GLibError.init(takingRemote:)) ?? .noConnection) }
        defer { g_variant_unref(reply) }
        return .success(DBusValue.values(of: reply))
    }

    /// Sends a signal to whoever listens.
    ///
    /// - Throws: ``GLibError`` when the connection is closed.
    public func emit(
        _ signal: String, of interface: String, at path: String, _ values: [DBusValue] = []
    ) throws(GLibError) {
        _ = try GLibError.check {
            g_dbus_connection_emit_signal(connection, nil, path, interface, signal, DBusValue.tuple(values), $0)
        }
    }

    /// Asks the bus for a name, and doesn't wait in line for it.
    ///
    /// - Returns: Whether this connection has the name now.
    /// - Throws: ``GLibError``.
    public func request(name: String, within limit: Duration = .seconds(5)) async throws(GLibError) -> Bool {
        let doNotQueue: UInt32 = 4
        let reply = try await call(
            "RequestName", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
            [.string(name), .unsigned(doNotQueue)], within: limit)
        // 1: it is ours now; 4: it was before.
        return [.unsigned(1), .unsigned(4)].contains(reply.first)
    }

    /// The names that programs have on the bus, by which they can be reached.
    public func names(within limit: Duration = .seconds(5)) async throws(GLibError) -> [String] {
        try await names("ListNames", within: limit).filter { !$0.hasPrefix(":") }
    }

    /// Returns the names that the bus can start a program for.
    public func activatableNames(within limit: Duration = .seconds(5)) async throws(GLibError) -> [String] {
        try await names("ListActivatableNames", within: limit)
    }

    private func names(_ method: String, within limit: Duration) async throws(GLibError) -> [String] {
        let reply = try await call(
            method, of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
            within: limit)
        guard case .strings(let names) = reply.first else { return [] }
        return names
    }

    /// The name that the bus itself gave to this connection, `:1.42` for example.
    public var uniqueName: String { g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? "" }
}

extension GLibError {
    fileprivate static let noConnection = GLibError(domain: "near-connect", code: 0, message: "the bus is gone")

    /// Takes over an error that may have come over the bus.
    ///
    /// Its D-Bus name becomes the domain, and is taken out of the message.
    fileprivate init(takingRemote error: UnsafeMutablePointer<GError>) {
        guard let name = g_dbus_error_get_remote_error(error) else {
            self.init(taking: error)
            return
        }
        defer { g_free(name) }
        g_dbus_error_strip_remote_error(error)
        let plain = GLibError(taking: error)
        self.init(domain: String(cString: name), code: plain.code, message: plain.message)
    }
}
