// SPDX-License-Identifier: MIT

internal import Dispatch

/// Runs an actor on a queue of its own.
///
/// Code that waits for a disk must not hold a thread that others share.
final class VaultQueue: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
