// SPDX-License-Identifier: MIT

import Foundation

/// A thread that does one thing after another with a machine that never leaves it.
final class EngineThread: Sendable {
    /// Work with the machine; `nil` where there is none.
    typealias Job = @Sendable (ContractMachine?) -> Void

    private let queue: ThreadQueue<Job>

    /// JavaScriptCore uses 5 MiB of stack at most.
    private static let stackByteCount = 16 * 1_024 * 1_024

    /// Starts the thread.
    ///
    /// The machine is made with the first job.
    init(name: String, make: @escaping @Sendable () -> ContractMachine?) {
        let queue = ThreadQueue<Job>()
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
        queue.finish()
    }

    func perform(_ job: @escaping Job) {
        queue.append(job)
    }
}
