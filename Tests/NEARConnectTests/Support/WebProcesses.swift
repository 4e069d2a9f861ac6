// SPDX-License-Identifier: MIT

import GLibRuntime
import Glibc

/// The web processes that this process has started.
enum WebProcesses {
    /// Kills them with SIGKILL.
    ///
    /// - Returns: How many there were.
    static func kill() -> Int { send(SIGKILL) }

    /// Sends them a signal: with SIGSTOP they hang until SIGCONT, whatever they do.
    ///
    /// - Returns: How many there were.
    static func send(_ signal: Int32) -> Int {
        let found = ProcessTree.children(named: "WebKitWebProces")
        for process in found { Glibc.kill(process, signal) }
        return found.count
    }
}
