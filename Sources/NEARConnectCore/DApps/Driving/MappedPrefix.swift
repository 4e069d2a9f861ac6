// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// Addresses of a public node, whose calls a driven browser carries to its own chain.
///
/// They are those of an origin, below a path.
package struct MappedPrefix: Sendable, Hashable {
    /// The most that one browser takes.
    package static let limit = 32

    /// The origin, as ``WebAddress`` writes it.
    let origin: String
    /// The path without a slash at its end; empty for the whole origin.
    let path: String

    /// Reads an address of the web such as `https://rpc.testnet.near.org`.
    ///
    /// - Returns: `nil` for other addresses, and for those with a user, a query, a fragment or segments of dots.
    package init?(_ text: String) {
        guard let address = WebAddress(text), address.isEntry, let origin = address.origin,
            !text.utf8.contains(UInt8(ascii: "?")), !text.utf8.contains(UInt8(ascii: "#"))
        else { return nil }
        self.origin = origin
        path = Self.withoutSlash(address.path)
    }

    /// Returns whether an address is one of these.
    package func covers(_ address: WebAddress) -> Bool {
        guard let other = address.origin, other.hasSameBytes(as: origin) else { return false }
        return (address.path + "/").utf8.starts(with: (path + "/").utf8)
    }

    /// The prefix for the script that replaces a page's `fetch`.
    package var json: JSONValue { ["origin": .string(origin), "path": .string(path)] }

    private static func withoutSlash(_ path: String) -> String {
        var rest = path[...]
        while rest.utf8.last == UInt8(ascii: "/") { rest = rest.dropLast() }
        return String(rest)
    }
}
