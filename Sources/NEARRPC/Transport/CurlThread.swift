// SPDX-License-Identifier: MIT

import CCurl
import Dispatch
import Glibc
import Synchronization

/// The threads that libcurl runs on, each of which has ended before the process frees what it uses.
///
/// `exit` frees OpenSSL's tables. A thread that ends at that moment frees its part of them too: of 700 short programs
/// one ended by SIGABRT or SIGSEGV. So threads are joined: by the next one that starts, or when the process exits.
enum CurlThread {
    private final class Work {
        let run: @Sendable () -> Void
        /// Is signalled when `run` has returned: the thread can be joined without waiting for long.
        let ended = DispatchSemaphore(value: 0)

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    private struct Running: Sendable {
        let thread: pthread_t
        let ended: DispatchSemaphore
        let abandon: @Sendable () -> Void

        /// Joins the thread if it ends until `deadline`.
        func join(until deadline: DispatchTime) -> Bool {
            ended.wait(timeout: deadline) == .success && pthread_join(thread, nil) == 0
        }
    }

    private struct State {
        var threads: [Running] = []
        var isExiting = false
    }

    private static let state = Mutex(State())

    /// Registered after libcurl, and with it OpenSSL, has registered its own handler: the last one runs first.
    private static let exitHandler = atexit { CurlThread.endAll() }

    /// Starts a thread that ends after `run`.
    ///
    /// - Parameters:
    ///   - run: The thread's work.
    ///   - abandon: Makes `run` return at once, whatever is under way. It's called when the process exits.
    /// - Returns: False if the system has no thread left, or the process is exiting; then `run` isn't called.
    static func start(_ run: @escaping @Sendable () -> Void, abandon: @escaping @Sendable () -> Void) -> Bool {
        _ = exitHandler
        return state.withLock { state in
            guard !state.isExiting else { return false }
            state.threads.removeAll { $0.join(until: .now()) }
            let work = Work(run)
            let data = Unmanaged.passRetained(work)
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { data in
                    guard let data else { return nil }
                    let work = Unmanaged<Work>.fromOpaque(data).takeRetainedValue()
                    near_curl_name_thread()
                    work.run()
                    work.ended.signal()
                    return nil
                }, data.toOpaque())
            guard status == 0 else {
                data.release()
                return false
            }
            state.threads.append(Running(thread: thread, ended: work.ended, abandon: abandon))
            return true
        }
    }

    /// Ends all threads, and waits for that, for a second at most.
    private static func endAll() {
        let threads = state.withLock { state in
            state.isExiting = true
            return state.threads
        }
        for running in threads { running.abandon() }
        let deadline = DispatchTime.now() + .seconds(1)
        for running in threads where pthread_equal(running.thread, pthread_self()) == 0 {
            _ = running.join(until: deadline)
        }
    }
}
