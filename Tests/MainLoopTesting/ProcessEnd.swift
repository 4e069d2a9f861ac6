// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import Glibc

extension Process {
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
        waitUntilExit()
    }
}
