// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARConnectCommandLine
import SafeText

/// Restarts the program in its own process.
enum Relaunch {
    /// Replaces this process by a new one with the same arguments and `environment` added.
    ///
    /// It returns only when that failed.
    static func run(adding environment: [String: String]) {
        for (name, value) in environment { setenv(name, value, 1) }
        run(arguments: Array(CommandLine.arguments.dropFirst()))
    }

    /// Replaces this process by a new one of the same program with other arguments.
    ///
    /// It returns only when that failed.
    static func run(arguments: [String]) {
        var arguments = (CommandLine.arguments.prefix(1) + arguments).map { strdup($0) }
        arguments.append(nil)
        execv("/proc/self/exe", arguments)
        let reason = String(cString: strerror(errno))
        StandardError.say(localized("the program can’t restart itself: %1$s. Close it and start it again.", reason))
    }
}
