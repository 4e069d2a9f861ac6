// SPDX-License-Identifier: MIT

internal import CGLib
internal import GLibRuntime
internal import Glibc

/// Watches how much comes on a socket, since libsoup before 3.6.6 puts a message's fragments together without a bound.
///
/// The kernel counts the bytes; they are looked at whenever some have come and libsoup has read them. It reads for as
/// long as more comes, so what comes faster than it reads, on this computer's own addresses, is noticed late.
@MainActor
final class IncomingWatch {
    /// The place of `tcpi_bytes_received` in the kernel's `struct tcp_info` (linux/tcp.h, since Linux 4.1).
    private static let counter = 128

    private let socket: GObjectOwner
    private let limit: UInt64
    private let exceeded: @MainActor () -> Void
    private var source: guint = 0
    private var allowed: UInt64 = 0

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - socket: The connection's `GSocket`.
    ///   - limit: The bytes that may come between two calls of ``messageHasCome()``.
    ///   - exceeded: Called once, where more has come.
    init?(_ socket: GObjectOwner, limit: Int, exceeded: @escaping @MainActor () -> Void) {
        self.socket = socket
        self.limit = UInt64(limit)
        self.exceeded = exceeded
        let descriptor = g_socket_get_fd(socket.cast())
        guard descriptor >= 0, let received = Self.received(descriptor) else { return nil }
        allowed = received + self.limit
        source = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
            { descriptor, _, data in
                guard let data else { return 0 }
                onMainThread(RetainedBox.borrow(data, as: WeakWatch.self)) { $0.watch?.look(descriptor) }
                return 1
            }, RetainedBox.retain(WeakWatch(self)), { RetainedBox.releaseIfAny($0) })
    }

    isolated deinit {
        stop()
    }

    /// Says that a whole message has come.
    func messageHasCome() {
        guard source != 0, let received = Self.received(g_socket_get_fd(socket.cast())) else { return }
        allowed = received + limit
    }

    /// Watches no more.
    func stop() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }

    fileprivate func look(_ descriptor: CInt) {
        guard source != 0, let received = Self.received(descriptor), received > allowed else { return }
        stop()
        exceeded()
    }

    /// Asks the kernel how many bytes have come in all.
    private static func received(_ descriptor: CInt) -> UInt64? {
        var info = [UInt8](repeating: 0, count: 256)
        var size = socklen_t(info.count)
        guard getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, Int(size) >= counter + 8 else {
            return nil
        }
        return info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: counter, as: UInt64.self) }
    }
}

private final class WeakWatch: Sendable {
    @MainActor weak var watch: IncomingWatch?

    @MainActor
    init(_ watch: IncomingWatch) {
        self.watch = watch
    }
}
