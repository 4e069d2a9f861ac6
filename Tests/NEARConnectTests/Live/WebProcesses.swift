// SPDX-License-Identifier: MIT

import GLibRuntime
import Glibc

/// The web processes that this process has started.
enum WebProcesses {
    /// Kills them with SIGKILL.
    ///
    /// - Returns: How many there were.
    static func kill() -> Int {
        let found = ProcessTree.children(named: "WebKitWebProces")
        for process in found { Glibc.kill(process, SIGKILL) }
        return found.count
    }
}
