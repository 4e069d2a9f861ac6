// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Glibc
import NEARConnectCommandLine
import SafeText

/// Executes the program that links GTK and WebKit.
///
/// Loading them takes longer than most commands do, so only commands that show a page load them.
enum ViewProgram {
    /// The name of its file.
    static let name = "near-connect-view"

    /// Returns its possible places: beside this program, as it is built, and its place in an installation.
    static func places(of program: URL) -> [URL] {
        let folder = program.deletingLastPathComponent()
        return [
            folder.appending(path: name), folder.appending(path: "../libexec/near-connect/\(name)").standardized,
        ]
    }

    /// Replaces this process by the view program, with the same arguments.
    ///
    /// - Throws: `ExitCode.failure`, after a sentence on standard error, if it doesn't exist or can't be executed.
    static func execute() throws -> Never {
        let places = places(of: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
        var arguments = CommandLine.arguments.map { strdup($0) }
        arguments.append(nil)
        for place in places where access(place.path, F_OK) == 0 {
            execv(place.path, arguments)
            StandardError.say(localized("%1$s can’t be executed: %2$s", place.path, String(cString: strerror(errno))))
            throw ExitCode.failure
        }
        StandardError.say(
            localized(
                "this needs %1$s, which is at neither of these places: %2$s. Build it with “swift build”, or install near-connect again.",
                name, places.map(\.path).joined(separator: ", ")))
        throw ExitCode.failure
    }
}
