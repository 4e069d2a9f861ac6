// SPDX-License-Identifier: MIT

internal import SafeText

/// The scheme of links by which wallets come back to a program.
///
/// It must be the program's own; the shell's is `near-connect-return`. The desktop has to know it, by a `.desktop` file
/// with `MimeType=x-scheme-handler/<scheme>`.
public struct ReturnScheme: Hashable, Sendable {
    /// The name in lower case, without a colon.
    public let name: String

    /// The scheme of the shell.
    public static let shell = ReturnScheme(checked: "near-connect-return")

    private init(checked name: String) {
        self.name = name
    }

    /// Creates a scheme from its name.
    ///
    /// - Parameter name: A letter, then letters, digits, `-`, `+` and `.`, with at least one of the latter three: names
    ///   without one are the web's or another program's.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(_ name: String) throws(NEARError) {
        let lower = name.lowercased()
        guard name.utf8.count <= 64, let address = WebAddress("\(name):"), address.scheme == lower,
            lower.utf8.contains(where: { "-+.".utf8.contains($0) })
        else {
            throw .invalidArgument(
                name: "returnScheme",
                reason: localized("use letters, digits and at least one of “-”, “+” and “.”, not “%1$s”", name))
        }
        // WebKit answers `view-source` by itself.
        guard address.kind != .ours, lower != "view-source" else {
            throw .invalidArgument(name: "returnScheme", reason: localized("“%1$s” has another meaning", lower))
        }
        self.init(checked: lower)
    }
}
