// SPDX-License-Identifier: MIT

internal import Foundation
package import NEARConnectCore
internal import SafeText

/// Shows approval requests in the terminal, and asks the user there.
@MainActor
package final class TerminalApprover: Approver {
    private let limit: TimeLimit?

    /// - Parameter limit: The command's time, in which the user's doesn't count.
    package init(_ limit: TimeLimit? = nil) { self.limit = limit }

    /// True if there is a terminal to ask in.
    ///
    /// Standard input may be a pipe: the user is asked on the terminal itself, as by `ssh` and `sudo`.
    package nonisolated static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return isatty(STDERR_FILENO) == 1
    }

    package func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        guard let limit else { return ask(about: request) }
        return await limit.askingUser { ask(about: request) }
    }

    private func ask(about request: ApprovalRequest) -> ApprovalAnswer {
        let text = ApprovalText(request)
        StandardError.write(text.heading)
        for line in text.lines { StandardError.write("  \(line)") }
        let word = Self.answer(to: localized("Write “yes” to sign it: "))
        return word == "yes" ? .approved(account: nil) : .cancelled
    }

    /// Closes a dialog that is still open, of which a terminal has none.
    package func dismiss() {}

    /// Asks a question on the terminal, and returns the line that the user has written.
    package static func answer(to question: String) -> String {
        guard let terminal = fopen("/dev/tty", "r+e") else { return "" }
        defer { fclose(terminal) }
        fputs(question, terminal)
        fflush(terminal)
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, Int32(line.count), terminal) != nil else { return "" }
        let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
