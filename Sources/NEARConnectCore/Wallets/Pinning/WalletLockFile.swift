// SPDX-License-Identifier: MIT

internal import FileLocking
package import FoundationEssentials
package import Logging
internal import NEARPrimitives
internal import SafeText

/// The file `wallets.lock` in a profile's data folder.
///
/// It is read at any time, changed by one process at a time, and replaced as a whole.
package struct WalletLockFile: Sendable {
    /// The time for which to wait for another process.
    ///
    /// It writes a lock and a wallet's code; a process that takes longer hangs.
    private static let patience = Duration.seconds(10)

    /// The size limit of a lock, in bytes.
    ///
    /// As many wallets as a list may have take less.
    package static let sizeLimit = 8 << 20

    /// The result of reading the file.
    private enum Found {
        case lock(WalletLock)
        case damaged(reason: String)
    }

    package let url: URL
    private let now: @Sendable () -> Date
    private let logger: Logger

    package init(
        folder: URL, logger: Logger = Logger(label: "near-connect"), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        url = folder.appendingPathComponent("wallets.lock")
        self.logger = logger
        self.now = now
    }

    /// Reads the lock; an empty one if there is no file.
    ///
    /// - Throws: ``WalletError``: ``WalletError/lockCorrupt(movedTo:reason:)`` for a file that can't be understood and
    ///   was moved aside, ``WalletError/lockNewer(path:schema:)`` for one of a later version, which stays in its place.
    func load() throws(WalletError) -> WalletLock {
        if case .lock(let lock) = try read() { return lock }
        // Another process may be repairing it, or moving it aside too: read it again under the lock.
        return try exclusively(patience: FileLock.patience) { try loadOrSetAside() }
    }

    /// Reads the lock, and moves a damaged one aside.
    ///
    /// Call it only under the lock's guard.
    private func loadOrSetAside() throws(WalletError) -> WalletLock {
        let reason: String
        switch try read() {
        case .lock(let lock): return lock
        case .damaged(let why): reason = why
        }
        let movedTo: URL
        do {
            movedTo = try CorruptFile.setAside(url, now: now())
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: url.path))
        }
        throw .lockCorrupt(movedTo: movedTo.path, reason: reason)
    }

    private func read() throws(WalletError) -> Found {
        let data: Data
        do {
            // Only a missing file means that nothing is pinned: a lock that can't be read now may name anything.
            guard let bytes = try RegularFile.read(url, limit: Self.sizeLimit) else { return .lock(WalletLock()) }
            data = Data(bytes)
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: url.path))
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            let schema = try decoder.decode(Header.self, from: data).schema
            guard schema <= WalletLock.schema else { throw WalletError.lockNewer(path: url.path, schema: schema) }
            if let name = try Self.unusableId(in: data) {
                return .damaged(reason: localized("“%1$s” is not a wallet id", DisplayText.line(name)))
            }
            let lock = try decoder.decode(WalletLock.self, from: data)
            return lock.fault.map { .damaged(reason: $0) } ?? .lock(lock)
        } catch let error as WalletError {
            throw error
        } catch {
            return .damaged(reason: Self.words(error))
        }
    }

    /// Returns the first name in the file that can't be a wallet's id.
    ///
    /// The decoder reads names into a dictionary, in which a name that looks like another wallet's id takes that
    /// wallet's place. So the names are checked before.
    private static func unusableId(in data: Data) throws(JSONParsingError) -> String? {
        let json = try JSONValue.parse([UInt8](data))
        let ids = ["wallets", "local"].flatMap { (json[$0]?.objectValue ?? [:]).keys }
        return ids.map(\.text).sorted().first { !WalletManifest.isUsable(id: $0) }
    }

    /// The part that locks of every version have.
    private struct Header: Decodable {
        let schema: Int
    }

    /// Returns the reason for which the file can't be decoded, without names of Swift types.
    private static func words(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
        return switch error {
        case DecodingError.keyNotFound(let key, let context):
            localized("“%1$s” is missing", place(context.codingPath + [key]))
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            localized("“%1$s” has the wrong type", place(context.codingPath))
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            localized("“%1$s” can’t be read", place(context.codingPath))
        default: localized("it is not JSON")
        }
    }

    /// Reads the lock, lets `change` modify it, and stores it if it is different then.
    ///
    /// No other process changes it meanwhile.
    ///
    /// - Parameters:
    ///   - change: Modifies the lock.
    ///   - stored: Called with the stored lock, before other processes may change it. It is all that remains undone if
    ///     the process is killed before.
    /// - Throws: ``WalletError``, also what `change` throws; the old content is still there then.
    func update<Value>(
        _ change: (inout WalletLock) throws(WalletError) -> Value, stored: (WalletLock) -> Void = { _ in }
    ) async throws(WalletError) -> Value {
        do {
            try AtomicFile(url: url).createFolder()
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: url.path))
        }
        return try exclusively(patience: Self.patience) {
            let old = try loadOrSetAside()
            var new = old
            let value = try change(&new)
            if new != old { try store(new) }
            stored(new)
            return value
        }
    }

    /// Runs `body` while no other process changes the lock.
    private func exclusively<Value>(patience: Duration, _ body: () throws -> Value) throws(WalletError) -> Value {
        let exclusive = FileLock(url: url.deletingLastPathComponent().appendingPathComponent(".wallets.lock.guard"))
        do {
            return try exclusive.hold(.exclusive, patience: patience, body)
        } catch let error as WalletError {
            throw error
        } catch FileLockError.held {
            throw .busy(path: url.path)
        } catch FileLockError.system(let failure) {
            throw .storage(reason: FileErrorText.sentence(for: failure, at: url.path))
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: url.path))
        }
    }

    private func store(_ lock: WalletLock) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let file = AtomicFile(url: url) { [logger] step in
            logger.debug("the wallet lock is being stored", metadata: ["step": "\(step)"])
        }
        try file.removeLeftovers()
        try file.replace(with: try encoder.encode(lock) + Data("\n".utf8))
    }
}
