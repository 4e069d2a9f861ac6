// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import SafeText

/// The reason why a policy file isn't used, with the place in the file.
public struct PolicyError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// A place in a text; both numbers begin with 1, and columns count characters as editors do.
    public struct Place: Sendable, Hashable {
        /// The line.
        public let line: Int
        /// The column.
        public let column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// The file, as it was named.
    public let file: String
    /// The place; `nil` where the file as a whole can't be read.
    public let place: Place?
    /// The fault.
    public let reason: String
    /// The way to repair it.
    public let advice: String

    /// The error in one line, as compilers write it: file, line, column, fault and advice.
    public var description: String {
        let name = place.map { "\(file):\($0.line):\($0.column)" } ?? file
        return DisplayText.name(localized("%1$s: %2$s; %3$s", name, reason, advice))
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
