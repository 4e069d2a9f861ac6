// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import NEARPrimitives

/// The way from a window to a chain of its own, and back to that window.
enum ShellTrial {
    /// The variable that keeps the window's words for the process that comes after the trial.
    private static let variable = "NEAR_CONNECT_BEFORE_TRIAL"

    /// True in a window that was begun as a trial.
    static var isRunning: Bool { getenv(variable) != nil }

    /// Keeps the words of this process, and returns those of the trial.
    ///
    /// - Parameters:
    ///   - profile: The window's profile.
    ///   - link: The link with which this process was started, which counts once.
    static func begin(profile: String, link: String?) -> [String] {
        let words = CommandLine.arguments.dropFirst().filter { $0 != link }
        setenv(variable, JSONValue.array(words.map { .string($0) }).text, 1)
        return ["shell", "--devnet", "--profile", profile]
    }

    /// Returns the words of the window before the trial; those of its profile where the trial was the first.
    static func end(profile: String) -> [String] {
        let kept = ProcessInfo.processInfo.environment[variable]
        unsetenv(variable)
        do throws(JSONParsingError) {
            let words = try JSONValue.parse(kept ?? "null").arrayValue?.compactMap(\.stringValue) ?? []
            if let verb = words.first, ["shell", "open"].contains(verb) { return words }
        } catch {
            // The variable was set by somebody else.
        }
        return ["shell", "--profile", profile]
    }
}
