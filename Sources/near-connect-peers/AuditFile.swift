// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCommandLine
import NEARConnectPeers
import NEARPrimitives
import SafeText
import Synchronization

/// A share service's audit list in a file, which only grows.
final class AuditFile: Sendable {
    private let path: String
    private let file: Mutex<FileHandle>

    /// Opens the file, or creates one that only this user can read.
    ///
    /// - Throws: The system's error.
    init(path: String) throws {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        self.path = path
        self.file = Mutex(FileHandle(fileDescriptor: file, closeOnDealloc: true))
    }

    /// Adds an event as a line; a disk that takes none is told on standard error.
    func append(_ event: ShareServiceEvent) {
        do {
            try file.withLock { try $0.write(contentsOf: Data(event.json.bytes + Array("\n".utf8))) }
        } catch {
            StandardError.say(
                localized(
                    "The audit list %1$s can’t be written: %2$s", DisplayText.line(path), DisplayText.words(error)))
        }
    }
}
