// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// The hosts whose pages a user doesn't want to be shown.
///
/// They stand in a file of the profile; there are none by default.
///
/// A line has one host, which stands for the hosts below it, too. Empty lines, and everything from `#` on, say nothing.
public struct DeniedHosts: Sendable, Equatable {
    /// A line that names no host.
    public struct BadLine: Sendable, Equatable, CustomStringConvertible {
        /// The line's number, from 1.
        public let number: Int
        /// The line's beginning in quotation marks, made safe to be shown.
        public let text: String

        /// The line in a sentence's part.
        public var description: String { localized("line %1$s, %2$s", "\(number)", text) }
    }

    /// The largest file in bytes.
    public static let sizeLimit = 4 << 20
    /// The most hosts.
    public static let hostLimit = 200_000
    /// The number of bad lines that are named.
    static let namedLimit = 5

    /// An empty list.
    public static let none = DeniedHosts(parsing: [])

    /// The first lines that name no host.
    public private(set) var badLines: [BadLine] = []
    /// The number of all lines that name no host.
    public private(set) var badLineCount = 0
    /// True if there are more hosts than ``hostLimit``, of which the rest doesn't count.
    public private(set) var isCut = false

    private var hosts: Set<ExactText> = []

    /// The number of hosts.
    public var count: Int { hosts.count }

    /// Reads a list; lines that name no host are noted.
    public init(parsing bytes: [UInt8]) {
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let written = line.prefix { $0 != UInt8(ascii: "#") }
            let blanks = " \t\r".utf8
            let text = String(
                decoding: written.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed(),
                as: UTF8.self)
            guard !text.isEmpty else { continue }
            guard text.utf8.count <= 1024, let host = SiteHost(text) else {
                badLineCount += 1
                if badLines.count < Self.namedLimit {
                    badLines.append(BadLine(number: index + 1, text: DisplayText.quotation(text, limit: 40)))
                }
                continue
            }
            guard hosts.count < Self.hostLimit else {
                isCut = true
                return
            }
            hosts.insert(host.text)
        }
    }

    /// Reads a file; one that doesn't exist is an empty list.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` for a file that can't be read, or that is too large: nobody could say
    ///   then which hosts are denied.
    public init(file: URL) throws(NEARError) {
        do {
            self.init(parsing: try RegularFile.read(file, limit: Self.sizeLimit, followsLinks: true) ?? [])
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: file.path))
        }
    }

    /// Returns the entry that covers a host: the host itself, or one that it stands below.
    public func entry(for host: SiteHost) -> SiteHost? {
        guard !hosts.isEmpty else { return nil }
        if hosts.contains(host.text) { return host }
        guard !host.isAddress else { return nil }
        var rest = host.text.text[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            if hosts.contains(ExactText(String(rest))) { return SiteHost(String(rest)) }
        }
        return nil
    }

    /// A sentence about the lines that say nothing; `nil` if there are none.
    ///
    /// - Parameter file: The file's path.
    public func problem(in file: String) -> String? {
        if isCut {
            return localized(
                "%1$s has more than %2$s hosts; those after them aren’t denied.", file, "\(Self.hostLimit)")
        }
        guard badLineCount > 0 else { return nil }
        let named = badLines.map(\.description).joined(separator: "; ")
        return localizedPlural(
            "%1$s: one line names no host, and denies nothing: %2$s. Write one host a line, such as app.example.",
            "%1$s: %3$s lines name no host, and deny nothing: %2$s. Write one host a line, such as app.example.",
            count: badLineCount, file, named, "\(badLineCount)")
    }
}
