// SPDX-License-Identifier: MIT

internal import Dispatch

/// Runs an actor on its own queue, so that waiting for a disk doesn't block a shared thread.
final class SerialExecutorQueue: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
