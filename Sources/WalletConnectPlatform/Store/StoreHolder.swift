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
        try note.replaceUnsynced(with: Data(Self.content.bytes))
    }

    private static var content: JSONValue {
        ["pid": .integer(Int128(getpid())), "program": .string(ownName)]
    }

    /// Says where this process answers others.
    func announce(socket: String) throws {
        var fields = Self.content.objectValue ?? [:]
        fields["socket"] = .string(socket)
        try note.replaceUnsynced(with: Data(JSONValue.object(fields).bytes))
    }

    /// Returns the socket of the process that holds a folder's lock; `nil` where it has said none, or has ended.
    static func socket(_ folder: URL) -> String? { read(folder)?.socket }

    /// True if a process holds a folder's lock now.
    static func isHeld(_ folder: URL) -> Bool {
        let path = folder.appendingPathComponent("lock").path
        guard FileManager.default.fileExists(atPath: path) else { return false }
        do {
            try AdvisoryLock(path: path).take(.exclusive, patience: .zero).release()
            return false
        } catch {
            return error == .held
        }
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
        guard let note = read(folder) else { return localized("another process") }
        return localized("%1$s (process %2$s)", DisplayText.name(note.program), "\(note.pid)")
    }

    /// Reads the note of a process that is there.
    ///
    /// That of one that was killed says nothing of who has the lock now.
    private static func read(_ folder: URL) -> (pid: Int32, program: String, socket: String?)? {
        do {
            guard let bytes = try RegularFile.read(note(folder), limit: noteLimit) else { return nil }
            let note = try JSONValue.parse(bytes)
            guard let pid = note["pid"]?.integerValue(as: Int32.self), pid > 0,
                let program = note["program"]?.stringValue, kill(pid, 0) == 0 || errno == EPERM
            else { return nil }
            return (pid, program, note["socket"]?.stringValue)
        } catch {
            return nil
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
