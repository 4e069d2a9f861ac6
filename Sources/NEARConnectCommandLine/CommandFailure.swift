// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARConnectCore
package import NEARPrimitives
internal import SafeText

/// Ends commands because of errors, by the table of ``ErrorReport``.
package enum CommandFailure {
    /// Runs the command that the command line names; an error ends the process with its sentence and status.
    ///
    /// Errors of the command line itself, help and exit codes end the process as the argument parser does.
    @MainActor
    package static func run(_ program: (some ParsableCommand).Type) {
        StandardOutput.checkAtEnd()
        do {
            var command = try program.parseAsRoot()
            try command.run()
        } catch {
            // The parser has statuses of its own for its errors, and 1 for every error that it doesn't know.
            guard program.exitCode(for: error) == .failure, !(error is ExitCode) else { program.exit(withError: error) }
            program.exit(withError: say(error))
        }
    }

    /// Writes the error's sentence to standard error.
    ///
    /// - Returns: The exit code to throw.
    package static func say(_ error: any Error) -> ExitCode {
        let report = ErrorReport(error)
        StandardError.write(localized("Error: %1$s", DisplayText.lines(report.sentence)))
        return ExitCode(report.status)
    }

    /// Returns the error as commands print it with `--json`.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - id: The wallet that the command was for, if any.
    package static func json(_ error: any Error, id: String? = nil) -> JSONValue {
        let report = ErrorReport(error)
        var fields: JSONValue.Members = [
            "outcome": "failed", "code": .string(report.code), "message": .string(report.sentence),
        ]
        if let id { fields["id"] = .string(id) }
        return .object(fields)
    }
}

extension ExitCode {
    /// The exit code of a status.
    package init(_ status: ExitStatus) { self.init(status.rawValue) }
}
