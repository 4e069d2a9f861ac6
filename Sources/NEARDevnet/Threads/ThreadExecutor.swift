// SPDX-License-Identifier: MIT

import Foundation

/// Runs an actor on a thread of its own, so that its long work holds up no other task.
final class ThreadExecutor: SerialExecutor {
    private let queue = ThreadQueue<Entry>()

    /// A job, and the executor, which is there as long as it has jobs.
    private struct Entry: Sendable {
        let job: UnownedJob
        let executor: ThreadExecutor
    }

    private static let stackByteCount = 8 * 1_024 * 1_024

    /// Starts the thread.
    ///
    /// It ends with the executor.
    init(name: String) {
        let thread = Thread { [queue] in
            while let entry = queue.next() {
                entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
            }
        }
        thread.name = name
        thread.stackSize = Self.stackByteCount
        thread.start()
    }

    deinit {
        queue.finish()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        queue.append(Entry(job: UnownedJob(job), executor: self))
    }
}
