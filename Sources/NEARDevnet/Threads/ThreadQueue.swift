// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Work for one thread, which waits here for more of it.
final class ThreadQueue<Job: Sendable>: Sendable {
    private let jobs = Mutex<[Job]>([])
    private let signal = DispatchSemaphore(value: 0)

    /// Adds work.
    ///
    /// From any thread.
    func append(_ job: Job) {
        jobs.withLock { $0.append(job) }
        signal.signal()
    }

    /// Lets the thread end once nothing is left to do.
    func finish() {
        signal.signal()
    }

    /// Waits for the next job; `nil` at the end.
    func next() -> Job? {
        signal.wait()
        return jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
