// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import Glibc

extension Process {
    /// The most looks whether Foundation has heard of an end.
    ///
    /// A child that the process has left behind keeps it waiting.
    private static let looks = 1_000

    /// Waits for the process's end.
    ///
    /// One that goes on for longer is killed, which its status says: a test that waits for ever says nothing.
    ///
    /// - Parameter limit: The seconds after which it is killed.
    public func waitForEnd(limit: Double = 60) {
        let process = processIdentifier
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + limit)
        timer.setEventHandler { kill(process, SIGKILL) }
        timer.resume()
        defer { timer.cancel() }
        // Foundation hears of an end on a thread of its own, and looks for that only every 50 ms.
        var end = siginfo_t()
        var looks = 0
        if waitid(P_PID, id_t(process), &end, WEXITED | WNOWAIT) == 0 {
            while isRunning, looks < Self.looks {
                looks += 1
                sched_yield()
            }
        }
        waitUntilExit()
    }
}
