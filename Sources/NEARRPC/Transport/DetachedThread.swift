// SPDX-License-Identifier: MIT

import Glibc

/// A thread of the system that nobody waits for.
enum DetachedThread {
    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread that ends after `run`.
    ///
    /// - Returns: False if the system has no thread left; then `run` isn't called.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(run))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { data in
                if let data { Unmanaged<Work>.fromOpaque(data).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
