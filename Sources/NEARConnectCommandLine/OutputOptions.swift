// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARPrimitives
internal import SafeText

/// The options that choose what a command prints.
package struct OutputOptions: ParsableArguments {
    /// The help of `--json`.
    package static let jsonHelp = help(
        "Print JSON instead of text, also of a failure: one object, or one a line where there are several.")
    /// The help of `--quiet`.
    package static let quietHelp = help("Print nothing unless it fails; the exit code says how it went.")
    /// The help of `--verbose`.
    package static let verboseHelp = help("Log to standard error what happens inside.")

    @Flag(help: Self.jsonHelp)
    package var json = false

    @Flag(name: .shortAndLong, help: Self.quietHelp)
    package var quiet = false

    @Flag(name: .shortAndLong, help: Self.verboseHelp)
    package var verbose = false

    package init() {}

    package func validate() throws { try Self.check(quiet: quiet, json: json, verbose: verbose) }

    /// Refuses options that contradict each other.
    ///
    /// - Throws: `ValidationError`.
    package static func check(quiet: Bool, json: Bool, verbose: Bool) throws {
        guard !quiet || (!json && !verbose) else {
            throw ValidationError(localized("With --quiet nothing is printed: leave --json and --verbose out."))
        }
    }

    /// Prints lines, or an object, or nothing.
    package func write(_ lines: @autoclosure () -> [String], _ object: @autoclosure () -> JSONValue?) {
        guard !quiet else { return }
        if json {
            if let object = object() { StandardOutput.write(object.text) }
        } else {
            lines().forEach(StandardOutput.write)
        }
    }
}
