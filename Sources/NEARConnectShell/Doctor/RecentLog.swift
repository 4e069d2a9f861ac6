// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
internal import NEARConnectCore
internal import SafeText
internal import Synchronization

/// The newest lines of a program's log, kept for the window that shows them.
///
/// Lines name sites, accounts, files and transactions, and no secret keys. Use it from any thread.
package final class RecentLog: Sendable {
    /// The most lines; the oldest go first.
    static let limit = 500
    /// The most characters of a line.
    static let lineLimit = 400

    private let list = Mutex<[String]>([])

    /// Creates a log without lines.
    package init() {}

    /// The lines, the oldest first.
    package var lines: [String] { list.withLock { $0 } }

    /// Returns a logger whose lines are kept here, beside what the program does with logs of this name.
    ///
    /// - Parameter label: The name.
    package func logger(_ label: String) -> Logger {
        TextLogHandler.logger(label, from: .info) { event, text in
            let line = DisplayText.line(Redacted.text(text)).replacing("\n", with: "\\n").prefix(Self.lineLimit)
            self.add("\(Date().formatted(.iso8601)) \(event.level) \(line)")
        }
    }

    private func add(_ line: String) {
        list.withLock { list in
            if list.count == Self.limit { list.removeFirst() }
            list.append(line)
        }
    }
}
