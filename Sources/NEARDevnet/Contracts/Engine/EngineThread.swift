// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

/// A thread that does one thing after another with a machine that never leaves it.
final class EngineThread: Sendable {
    /// Work with the machine; `nil` where there is none.
    typealias Job = @Sendable (ContractMachine?) -> Void

    private let queue: Queue

    /// JavaScriptCore uses 5 MiB of stack at most.
    private static let stackByteCount = 16 * 1_024 * 1_024

    private final class Queue: Sendable {
        let jobs = Mutex<(waiting: [Job], isOver: Bool)>(([], false))
        let signal = DispatchSemaphore(value: 0)

        /// The next job, or `nil` at the end.
        func next() -> Job? {
            signal.wait()
            return jobs.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        }
    }

    /// Starts the thread. The machine is made with the first job.
    init(name: String, make: @escaping @Sendable () -> ContractMachine?) {
        let queue = Queue()
        self.queue = queue
        let thread = Thread {
            var machine: ContractMachine?
            var isMade = false
            while let job = queue.next() {
                if !isMade {
                    machine = make()
                    isMade = true
                }
                job(machine)
            }
        }
        thread.name = name
        thread.stackSize = Self.stackByteCount
        thread.start()
    }

    deinit {
        // With nothing left to do, the thread ends, and its machine with it.
        queue.signal.signal()
    }

    func perform(_ job: @escaping Job) {
        queue.jobs.withLock { $0.waiting.append(job) }
        queue.signal.signal()
    }
}
