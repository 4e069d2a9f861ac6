// SPDX-License-Identifier: MIT

internal import CGLib
internal import GLibRuntime
internal import Glibc

/// A signal that would end the process, as an event of GLib's main loop instead.
///
/// From its making on, not one is lost: libdispatch's source for signals begins to listen some time after it was told
/// to, and a signal that comes meanwhile is gone, or ends the process. Dropping it gives back what the system does by
/// default.
///
/// A terminal sends its signals to all processes that this one has started, too. So the main thread blocks SIGINT and
/// SIGHUP, and what it starts inherits that: WebKit ends the program with a crash when one of its processes dies while
/// it starts. A thread of its own hears them.
@MainActor
package final class UnixSignal {
    /// True once a thread hears the signals; without one the main thread goes on hearing them.
    private static let hasListener = startListener()
    private let number: Int32
    private let source: guint

    /// - Parameters:
    ///   - number: SIGHUP, SIGINT or SIGTERM: GLib takes few others.
    ///   - handler: Called on the main thread, once for those that came before it could be called.
    package init(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
        self.number = number
        source = g_unix_signal_add_full(
            G_PRIORITY_DEFAULT, number,
            { data in
                guard let data else { return 0 }
                onMainThread(data) { RetainedBox.borrow($0, as: Handler.self).call() }
                return 1
            }, RetainedBox.retain(Handler(handler)), { RetainedBox.releaseIfAny($0) })
        if Self.hasListener, number != SIGTERM { Self.mask(SIG_BLOCK, [number]) }
    }

    isolated deinit {
        g_source_remove(source)
        Self.mask(SIG_UNBLOCK, [number])
    }

    private nonisolated static func startListener() -> Bool {
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { UnixSignal.listen($0) }, nil) == 0 else { return false }
        pthread_detach(thread)
        return true
    }

    private nonisolated static func listen(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        mask(SIG_UNBLOCK, [SIGINT, SIGHUP, SIGTERM])
        while true { pause() }
    }

    /// Blocks a signal on the calling thread, for as long as the thread lives.
    package nonisolated static func blockOnThisThread(_ number: Int32) { mask(SIG_BLOCK, [number]) }

    private nonisolated static func mask(_ how: Int32, _ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(how, &set, nil)
    }

    /// Returns whether whoever started this process wants it to ignore a signal, as `nohup` does with SIGHUP.
    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

private final class Handler {
    let call: @MainActor () -> Void

    init(_ call: @escaping @MainActor () -> Void) {
        self.call = call
    }
}
