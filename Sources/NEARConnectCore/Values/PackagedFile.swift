// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import NEARConnectResources

/// The files that ship with the package: the bridge page, the connector, the packaged wallets.
package enum PackagedFile {
    /// A packaged file that can't be read: the installation is damaged.
    package struct UnreadableError: Error, CustomStringConvertible {
        /// The file's path in `Resources/`, and the system's reason.
        package let description: String
    }

    /// Reads the file at `path`, relative to `Resources/`, as text.
    package static func text(_ path: String) throws(UnreadableError) -> String {
        do {
            return try String(contentsOf: ResourceBundle.url(for: path), encoding: .utf8)
        } catch {
            throw UnreadableError(description: "\(path): \(error)")
        }
    }

    /// Returns the packaged file for a request path.
    ///
    /// The result is `nil` for every path that isn't a plain one into one of the three open folders.
    package static func at(requestPath path: String) -> URL? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && !part.hasPrefix(".")
                && part.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "\\") && $0 > 0x20 }
        }
        guard isPlain, parts.count >= 2, let folder = parts.first, ["Bridge", "Connector", "Wallets"].contains(folder)
        else { return nil }
        return ResourceBundle.url(for: parts.joined(separator: "/"))
    }

}
