// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARConnectCore
package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Ends commands because of errors, by the table of ``ErrorReport``.
package enum CommandFailure {
    /// The version of the commands' JSON, which `docs/schemas` describes.
    package static let jsonVersion = 1

    /// Runs the command that the command line names, and ends the process.
    ///
    /// An error ends it with its sentence and status; errors of the command line itself, help and exit codes as the
    /// argument parser does.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - check: Looks at the arguments before the parser does.
    ///   - perform: Runs the command.
    @MainActor
    package static func run(
        _ program: (some ParsableCommand).Type, check: ([String]) throws(ValidationError) -> Void = { _ in },
        perform: @MainActor (inout any ParsableCommand) throws -> Void = { try $0.run() }
    ) -> Never {
        do {
            try check(Array(CommandLine.arguments.dropFirst()))
            var command = try program.parseAsRoot()
            try perform(&command)
        } catch {
            let code = program.exitCode(for: error)
            // The parser has statuses of its own for its errors, and 1 for every error that it doesn't know.
            if code == .failure, !(error is ExitCode) { StandardOutput.endProcess(say(error).rawValue) }
            let text = program.fullMessage(for: error)
            if !text.isEmpty {
                if code == .success { StandardOutput.write(text) } else { StandardError.write(Self.shown(text)) }
            }
            StandardOutput.endProcess(code.rawValue)
        }
        StandardOutput.endProcess(ExitStatus.success.rawValue)
    }

    /// The most characters of a word of the command line that an error repeats.
    private static let repeatedLength = 200

    /// Returns the parser's message fit to be shown: it repeats the words of the command line as they are.
    private static func shown(_ message: String) -> String {
        var message = message
        for word in CommandLine.arguments.dropFirst() where word.utf8.count > repeatedLength {
            // Of “--option=value” it repeats the value.
            let value = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
            for text in [word, value ?? ""] where text.utf8.count > repeatedLength {
                message = message.replacing(text, with: DisplayText.beginning(of: text, limit: repeatedLength).shown)
            }
        }
        return DisplayText.lines(message)
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

    /// Returns the error as commands with a schema print it, with the node's own error where one answered.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - command: The command's name.
    ///   - network: The network's name.
    package static func json(_ error: any Error, command: String, network: String) -> JSONValue {
        guard var object = json(error).objectValue else { return .null }
        object["version"] = .integer(Int128(jsonVersion))
        object["command"] = .string(command)
        object["network"] = .string(network)
        let report = ErrorReport(error)
        object["status"] = .integer(Int128(report.status.rawValue))
        object["error"] = report.nodeError
        return .object(object)
    }
}

extension ExitCode {
    /// The exit code of a status.
    package init(_ status: ExitStatus) { self.init(status.rawValue) }
}
