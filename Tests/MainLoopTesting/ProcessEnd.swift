// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import Glibc

extension Process {
    /// Waits for the process's end.
    ///
    /// One that goes on for a minute is killed, which its status says: a test that waits for ever says nothing.
    public func waitForEnd() {
        let process = processIdentifier
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + 60)
        timer.setEventHandler { kill(process, SIGKILL) }
        timer.resume()
        defer { timer.cancel() }
        waitUntilExit()
    }
}
