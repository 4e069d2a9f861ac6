// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// A folder for sockets, removed with the last reference.
final class LocalServerFolder: Sendable {
    let path: String

    init(_ name: String = "ls-\(UInt32.random(in: .min ... .max))") {
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // A test that opened nothing made no folder.
        }
    }

    /// The path of the socket that most tests use.
    var socket: String { "\(path)/s" }

    /// The mode of a file's or folder's permissions.
    static func mode(_ path: String) -> mode_t? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & 0o7777 : nil
    }
}
