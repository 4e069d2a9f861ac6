// SPDX-License-Identifier: MIT

public import Foundation
internal import WebKitGTK

/// A program of a test's own, which stands in for one of the system's.
@MainActor
public enum ShellProgram {
    /// Writes a shell script that can be run, in place of whatever is there.
    ///
    /// Another process writes it. While this one had it open for writing, a child that another thread starts could
    /// inherit that, and until the child runs its own program Linux refuses to run the script (`ETXTBSY`).
    ///
    /// - Throws: What the shell says.
    public static func install(_ body: String, at url: URL) throws {
        let writing = "rm -f \"$2\" && printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$2\" && chmod 755 \"$2\""
        let result = ProgramRun.run(["/bin/sh", "-c", writing, "sh", body, url.path])
        guard result.exitCode == 0 else { throw ProgramError(description: result.errors) }
    }

    /// The reason why a script could not be written.
    private struct ProgramError: Error, CustomStringConvertible {
        let description: String
    }
}
