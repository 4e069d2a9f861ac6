// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import NEARPrimitives

/// A thread that runs one contract call after another with a machine that never leaves it, under a watchdog.
///
/// A thread that is busy with one call for too long is given up: the call fails, and another thread goes on with the
/// calls that wait. A thread can't be ended from outside, so it goes on until JavaScriptCore lets it, and then ends.
final class EngineThread: Sendable {
    /// A call's work with the machine, or without one where there is none.
    typealias Work = @Sendable (Result<ContractMachine, ContractMachine.UnavailableError>) -> ContractOutcome

    /// One call.
    struct Job: Sendable {
        /// Runs the call; on the thread.
        let work: Work
        /// The call's outcome if it takes too long.
        let lost: ContractOutcome
        /// Takes the outcome, once; from any thread.
        let deliver: @Sendable (ContractOutcome) -> Void
    }

    /// Name, queue, watchdog and machine of all threads of one engine.
    private struct Lane: Sendable {
        let name: String
        let queue = ThreadQueue<Job>()
        let watchdog: Watchdog
        let make: @Sendable () -> Result<ContractMachine, ContractMachine.UnavailableError>
    }

    private let lane: Lane

    /// JavaScriptCore uses 5 MiB of stack at most.
    private static let stackByteCount = 16 * 1_024 * 1_024

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - patience: The time that one call may take.
    ///   - make: Makes the machine; called with the first job of each thread.
    init(
        name: String, patience: Duration = Watchdog.patience,
        make: @escaping @Sendable () -> Result<ContractMachine, ContractMachine.UnavailableError>
    ) {
        lane = Lane(name: name, watchdog: Watchdog(patience: patience), make: make)
        Self.start(lane, 0)
    }

    deinit {
        // With nothing left to do, the thread ends, and its machine with it.
        lane.queue.finish()
    }

    /// The number of threads that were given up.
    var lostCount: Int { lane.watchdog.lostCount }

    /// Adds a call; from any thread.
    func perform(_ job: Job) {
        lane.queue.append(job)
        guard lane.watchdog.add() else { return }
        Self.watch(lane)
    }

    private static func start(_ lane: Lane, _ number: Int) {
        let thread = Thread {
            let canGoOn = number < Watchdog.lostLimit
            var machine: Result<ContractMachine, ContractMachine.UnavailableError>?
            while let job = lane.queue.next() {
                lane.watchdog.begin(job)
                let made = machine ?? (canGoOn ? lane.make() : .failure(.tooManyLost))
                machine = made
                let outcome = job.work(made)
                // The watchdog has delivered this one, and another thread takes the next.
                guard lane.watchdog.end(number) else { return }
                job.deliver(outcome)
            }
        }
        thread.name = lane.name
        thread.stackSize = stackByteCount
        thread.start()
    }

    /// Looks again and again, for as long as there is work.
    private static func watch(_ lane: Lane) {
        DispatchQueue.global().asyncAfter(deadline: .now() + lane.watchdog.interval) {
            switch lane.watchdog.look() {
            case .idle: return
            case .busy: break
            case .lost(let job, let number):
                start(lane, number)
                job.deliver(job.lost)
            }
            watch(lane)
        }
    }
}
