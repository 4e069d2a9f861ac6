// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Glibc
import NEARConnectCommandLine

/// The program that links GTK and WebKit. Loading them takes longer than most commands do, so only those load them that show a page.
enum ViewProgram {
    /// The name of its file.
    static let name = "near-connect-view"

    /// Where it may be: beside this program, as it is built, or where it is installed.
    static func places(of program: URL) -> [URL] {
        let folder = program.deletingLastPathComponent()
        return [
            folder.appending(path: name), folder.appending(path: "../libexec/near-connect/\(name)").standardized,
        ]
    }

    /// Replaces this process by the view program, with the same arguments.
    ///
    /// - Throws: `ExitCode.failure`, after a sentence on standard error, when it isn't there or can't be executed.
    static func execute() throws -> Never {
        let places = places(of: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
        var arguments = CommandLine.arguments.map { strdup($0) }
        arguments.append(nil)
        for place in places where access(place.path, F_OK) == 0 {
            execv(place.path, arguments)
            StandardError.say("can\u{2019}t execute \(place.path): \(String(cString: strerror(errno)))")
            throw ExitCode.failure
        }
        StandardError.say(
            "this needs \(name), which is not at \(places.map(\.path).joined(separator: " or at ")). "
                + "Build it with \u{201C}swift build\u{201D}, or install near-connect again.")
        throw ExitCode.failure
    }
}
