// SPDX-License-Identifier: MIT

internal import FileLocking
internal import FoundationEssentials
internal import Glibc
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The lock of a store, and the note that says who holds it.
struct StoreHolder {
    /// The time for which another holder is waited for: it may be about to end.
    private static let patience = Duration.milliseconds(200)
    private static let noteLimit = 4096

    private let lock: HeldLock
    private let note: AtomicFile

    /// Takes the lock of a folder, until the value is dropped.
    ///
    /// - Throws: ``AdvisoryLockError``, or an error of the file system.
    init(_ folder: URL) throws {
        lock = try AdvisoryLock(path: folder.appendingPathComponent("lock").path).take(
            .exclusive, patience: Self.patience)
        note = AtomicFile(url: Self.note(folder))
        let content: JSONValue = ["pid": .integer(Int128(getpid())), "program": .string(Self.ownName)]
        try note.replace(with: Data(content.bytes))
    }

    /// Gives the lock back.
    func release() {
        do {
            try note.removeUnsynced()
        } catch {
            // The next holder replaces it.
        }
        lock.release()
    }

    /// Returns the name of the process that holds a folder's lock, as far as it has said.
    static func name(_ folder: URL) -> String {
        let unknown = localized("another process")
        do {
            guard let bytes = try RegularFile.read(note(folder), limit: noteLimit) else { return unknown }
            let note = try JSONValue.parse(bytes)
            guard let pid = note["pid"]?.integerValue(as: Int32.self), pid > 0,
                let program = note["program"]?.stringValue,
                // A note of a process that was killed says nothing of the one that has the lock now.
                kill(pid, 0) == 0 || errno == EPERM
            else { return unknown }
            return localized("%1$s (process %2$s)", DisplayText.name(program), "\(pid)")
        } catch {
            return unknown
        }
    }

    private static func note(_ folder: URL) -> URL { folder.appendingPathComponent("holder") }

    private static var ownName: String {
        do {
            let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return String(path.split(separator: "/").last ?? "")
        } catch {
            return ""
        }
    }
}
