// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import Logging
internal import NEARPrimitives
internal import SafeText

/// `wallets.lock` in a profile's data folder: read at any time, changed by one process at a time, replaced as a whole.
package struct WalletLockFile: Sendable {
    /// How long another process is waited for. It writes a lock and a wallet's code; what takes longer hangs.
    private static let patience = Duration.seconds(10)

    /// Largest lock, in bytes. As many wallets as a list may have take less.
    package static let sizeLimit = 8 << 20

    /// What a look at the file found.
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

    /// Reads the lock; an empty one where there is no file.
    ///
    /// - Throws: ``WalletError``: ``WalletError/lockCorrupt(keptAt:reason:)`` for a file that can't be understood and was set aside,
    ///   ``WalletError/lockNewer(path:schema:)`` for one of a later version, which stays where it is.
    func load() throws(WalletError) -> WalletLock {
        if case .lock(let lock) = try read() { return lock }
        // Another process may be putting it right, or setting it aside too: only who is alone moves it, after another look.
        return try alone(patience: FileLock.patience) { try loadOrSetAside() }
    }

    /// Only under the lock.
    private func loadOrSetAside() throws(WalletError) -> WalletLock {
        let reason: String
        switch try read() {
        case .lock(let lock): return lock
        case .damaged(let why): reason = why
        }
        let keptAt: URL
        do {
            keptAt = try CorruptFile.setAside(url, now: now())
        } catch {
            throw .storage(reason: "it can't be set aside: \(FileProblem.words(error, at: url.path))")
        }
        throw .lockCorrupt(keptAt: keptAt.path, reason: reason)
    }

    private func read() throws(WalletError) -> Found {
        let data: Data
        do {
            // Only "there is no such file" means that nothing was agreed to: a lock that can't be read just now may name anything.
            guard let bytes = try RegularFile.read(url, limit: Self.sizeLimit) else { return .lock(WalletLock()) }
            data = Data(bytes)
        } catch {
            throw .storage(reason: FileProblem.words(error, at: url.path))
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            let schema = try decoder.decode(Header.self, from: data).schema
            guard schema <= WalletLock.schema else { throw WalletError.lockNewer(path: url.path, schema: schema) }
            if let name = try Self.unusableId(in: data) {
                return .damaged(reason: "\u{201C}\(DisplayText.line(name))\u{201D} is no wallet id")
            }
            let lock = try decoder.decode(WalletLock.self, from: data)
            return lock.fault.map { .damaged(reason: $0) } ?? .lock(lock)
        } catch let error as WalletError {
            throw error
        } catch {
            return .damaged(reason: Self.words(error))
        }
    }

    /// A wallet's id that can't be one. The decoder reads names into a dictionary, in which one that only looks like another wallet's id
    /// takes that wallet's place, so they are looked at before.
    private static func unusableId(in data: Data) throws(JSONParsingError) -> String? {
        let json = try JSONValue.parse([UInt8](data))
        let ids = ["wallets", "local"].flatMap { (json[$0]?.objectValue ?? [:]).keys }
        return ids.map(\.text).sorted().first { !WalletManifest.isUsable(id: $0) }
    }

    /// What every version's lock says.
    private struct Header: Decodable {
        let schema: Int
    }

    /// What is wrong with the file, without the names that it has in Swift.
    private static func words(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
        return switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\u{201C}\(place(context.codingPath + [key]))\u{201D} is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\u{201C}\(place(context.codingPath))\u{201D} is of a wrong kind"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\u{201C}\(place(context.codingPath))\u{201D} can't be read"
        default: "it is not JSON"
        }
    }

    /// Reads the lock, lets `change` work on it, and stores it when it is another one then. No other process does so meanwhile.
    ///
    /// - Parameter stored: Called with what is on disk from now on, while still nobody else may change it. A process that dies before has
    ///   left nothing undone but this.
    /// - Throws: ``WalletError``, also what `change` throws; then the old content is still there.
    func update<Value>(
        _ change: (inout WalletLock) throws(WalletError) -> Value, stored: (WalletLock) -> Void = { _ in }
    ) async throws(WalletError) -> Value {
        do {
            try AtomicFile(url: url).createFolder()
        } catch {
            throw .storage(reason: FileProblem.words(error, at: url.path))
        }
        return try alone(patience: Self.patience) {
            let old = try loadOrSetAside()
            var new = old
            let value = try change(&new)
            if new != old { try store(new) }
            stored(new)
            return value
        }
    }

    /// Runs `body` while no other process changes the lock.
    private func alone<Value>(patience: Duration, _ body: () throws -> Value) throws(WalletError) -> Value {
        let exclusive = FileLock(url: url.deletingLastPathComponent().appendingPathComponent(".wallets.lock.guard"))
        do {
            return try exclusive.hold(.exclusive, patience: patience, body)
        } catch let error as WalletError {
            throw error
        } catch FileLock.Failure.held {
            throw .busy(path: url.path)
        } catch FileLock.Failure.system(let failure) {
            throw .storage(reason: FileProblem.words(failure, at: url.path))
        } catch {
            throw .storage(reason: FileProblem.words(error, at: url.path))
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
