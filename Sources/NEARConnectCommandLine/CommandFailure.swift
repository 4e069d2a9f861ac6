// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARConnectCore
package import NEARPrimitives
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
        var parsed: (any ParsableCommand)?
        do {
            try check(Array(CommandLine.arguments.dropFirst()))
            var command = try program.parseAsRoot()
            parsed = command
            try perform(&command)
        } catch {
            let code = program.exitCode(for: error)
            if code != .success, !(error is ExitCode), let object = object(for: error, of: parsed, in: program) {
                StandardOutput.write(object.text)
                StandardOutput.endProcess(object["status"]?.integerValue(as: Int32.self) ?? code.rawValue)
            }
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

    // MARK: JSON

    /// Returns a failure as the command prints it with `--json`; `nil` where that wasn't asked for.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - parsed: The command; `nil` where the command line is wrong.
    ///   - program: The program.
    private static func object(
        for error: any Error, of parsed: (any ParsableCommand)?, in program: (some ParsableCommand).Type
    ) -> JSONValue? {
        let words = Array(CommandLine.arguments.dropFirst())
        let path = parsed.map { CommandPath(of: type(of: $0), in: program) } ?? CommandPath(namedBy: words, in: program)
        guard let path, let command = path.command as? any JSONCommand.Type else { return nil }
        let instance = parsed as? any JSONCommand
        guard instance?.printsJSON ?? words.prefix(while: { $0 != "--" }).contains("--json") else { return nil }
        var fields = instance?.subject ?? [:]
        if program.exitCode(for: error) == .validationFailure {
            fields.merge(members(shown(program.message(for: error)), code: "usage", status: .usage)) { _, new in new }
        } else {
            fields.merge(members(of: error)) { _, new in new }
        }
        return .answer(of: path.name, fields, versionMember: command.versionMember)
    }

    /// Returns an error as the members of a failed answer, with the node's own error where one answered.
    package static func members(of error: any Error) -> JSONValue.Members {
        let report = ErrorReport(error)
        var fields = members(report.sentence, code: report.code, status: report.status)
        fields["error"] = report.nodeError
        return fields
    }

    private static func members(_ sentence: String, code: String, status: ExitStatus) -> JSONValue.Members {
        [
            "outcome": "failed", "code": .string(code), "message": .string(sentence),
            "status": .integer(Int128(status.rawValue)),
        ]
    }

    // MARK: Text

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
}

extension ExitCode {
    /// The exit code of a status.
    package init(_ status: ExitStatus) { self.init(status.rawValue) }
}
