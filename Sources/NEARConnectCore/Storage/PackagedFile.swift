// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// The files that ship with the package: the bridge page, the connector, the packaged wallets.
package enum PackagedFile {
    /// A packaged file that can't be read: the installation is damaged.
    package struct UnreadableError: Error, CustomStringConvertible {
        /// The file's path, and the system's reason.
        package let description: String
    }

    /// Larger than any of them.
    private static let limit = 16 << 20

    /// Returns the address of the file at `path`, relative to `Resources/`, for example `Bridge/relay.js`.
    ///
    /// The path is used as it is; one from outside goes through ``path(ofRequest:)`` first.
    package static func url(_ path: String) throws(UnreadableError) -> URL {
        try ResourceFolder.url().appending(path: path)
    }

    /// Reads the file at `path`, relative to `Resources/`.
    package static func bytes(_ path: String) throws(UnreadableError) -> [UInt8] {
        let file = try url(path)
        do {
            // An installation may consist of links.
            if let bytes = try RegularFile.read(file, limit: limit, followsLinks: true) { return bytes }
        } catch let error as SystemCallError {
            throw UnreadableError(description: error.description)
        } catch {
            throw UnreadableError(description: "\(file.path): \(error)")
        }
        throw UnreadableError(description: "there is no \(file.path)")
    }

    /// Reads the file at `path`, relative to `Resources/`, as text.
    package static func text(_ path: String) throws(UnreadableError) -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw UnreadableError(description: "\(try url(path).path) isn't UTF-8")
        }
        return text
    }

    /// Returns the path, relative to `Resources/`, of the file that a page asks for.
    ///
    /// The result is `nil` for every path that isn't a plain one into one of the three open folders.
    package static func path(ofRequest path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && !part.hasPrefix(".")
                && part.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "\\") && $0 > 0x20 }
        }
        guard isPlain, parts.count >= 2, let folder = parts.first, ["Bridge", "Connector", "Wallets"].contains(folder)
        else { return nil }
        return parts.joined(separator: "/")
    }
}
