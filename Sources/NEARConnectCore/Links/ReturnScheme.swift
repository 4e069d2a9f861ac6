// SPDX-License-Identifier: MIT

/// The scheme of links by which wallets come back to a program, `near-connect-return` for the shell.
///
/// The desktop has to know it: a `.desktop` file with `MimeType=x-scheme-handler/<scheme>`. It must be the program's own.
public struct ReturnScheme: Hashable, Sendable {
    /// The name in lower case, without a colon.
    public let name: String

    /// The shell's.
    public static let shell = ReturnScheme(checked: "near-connect-return")

    private init(checked name: String) {
        self.name = name
    }

    /// - Parameter name: A letter, then letters, digits, `-`, `+` and `.`, with at least one of the latter three: names without are the
    ///   web's or somebody else's.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(_ name: String) throws(NEARError) {
        let lower = name.lowercased()
        guard name.utf8.count <= 64, let address = WebAddress("\(name):"), address.scheme == lower,
            lower.utf8.contains(where: { "-+.".utf8.contains($0) })
        else {
            throw .invalidArgument(
                name: "returnScheme",
                reason: "use letters, digits and at least one of '-', '+', '.', not \u{201C}\(name)\u{201D}")
        }
        // WebKit answers `view-source` by itself.
        guard address.kind != .ours, lower != "view-source" else {
            throw .invalidArgument(name: "returnScheme", reason: "\u{201C}\(lower)\u{201D} has another meaning")
        }
        self.init(checked: lower)
    }
}
