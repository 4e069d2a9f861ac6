// SPDX-License-Identifier: MIT

import Dispatch
package import NIOCore

/// Runs a connection's tasks on the thread of its event loop.
///
/// An answer that is made there needs two wake-ups of threads less than one of Swift's own threads: on the way from the
/// socket to the chain, and on the way back. After the server's end, when the loop is gone, tasks go on elsewhere.
package final class EventLoopTasks: TaskExecutor {
    private let eventLoop: any EventLoop
    private let gate: AnswerGate

    package init(_ eventLoop: any EventLoop, gate: AnswerGate) {
        self.eventLoop = eventLoop
        self.gate = gate
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let run: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        if !gate.execute(on: eventLoop, run) { DispatchQueue.global().async(execute: run) }
    }
}
