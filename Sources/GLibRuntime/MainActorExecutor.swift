// SPDX-License-Identifier: MIT

internal import CMainExecutor
internal import Dispatch

/// The main actor's executor: a job that comes to it waits in ``MainJobQueue``.
final class MainActorExecutor: SerialExecutor {
    static let shared = MainActorExecutor()

    private init() {}

    /// Makes it the executor of the main actor in this process.
    static func install() {
        // Two words: the object and the table of its functions.
        let words = unsafeBitCast(shared.asUnownedSerialExecutor(), to: (UInt, UInt).self)
        near_connect_set_main_executor(near_connect_executor(object: words.0, functions: words.1))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        MainJobQueue.enqueue(UnownedJob(job), preferring: nil)
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Ends the process where code that claims to be the main actor's runs on another thread.
    ///
    /// GLib's callbacks are no jobs: the runtime asks here.
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(.main))
    }
}
