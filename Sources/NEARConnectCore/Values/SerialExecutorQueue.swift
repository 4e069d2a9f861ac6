// SPDX-License-Identifier: MIT

internal import Dispatch

/// Runs an actor on its own queue, so that waiting for a disk doesn't block a shared thread.
package final class SerialExecutorQueue: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
