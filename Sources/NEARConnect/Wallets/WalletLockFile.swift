// SPDX-License-Identifier: MIT

internal import Foundation

/// `wallets.lock` in a profile's data folder: read at any time, changed by one process at a time, replaced as a whole.
struct WalletLockFile: Sendable {
    /// How long another process is waited for. It writes a lock and a wallet's code; what takes longer hangs.
    private static let patience = Duration.seconds(10)

    /// Largest lock, in bytes. As many wallets as a list may have take less.
    static let sizeLimit = 8 << 20

    let url: URL
    private let now: @Sendable () -> Date

    init(folder: URL, now: @escaping @Sendable () -> Date = { Date() }) {
        url = folder.appendingPathComponent("wallets.lock")
        self.now = now
    }

    /// Reads the lock; an empty one where there is no file.
    ///
    /// - Throws: ``WalletError``: ``WalletError/lockCorrupt(keptAt:reason:)`` for a file that can't be understood and was set aside.
    func load() throws(WalletError) -> WalletLock {
        let data: Data
        do {
            guard let bytes = try OrdinaryFile.read(url, limit: Self.sizeLimit) else { return WalletLock() }
            data = Data(bytes)
        } catch {
            throw .storage(reason: FileProblem.words(error, at: url.path))
        }
        let reason: String
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let lock = try decoder.decode(WalletLock.self, from: data)
            guard let fault = lock.fault else { return lock }
            reason = fault
        } catch {
            reason = Self.words(error)
        }
        do {
            throw WalletError.lockCorrupt(keptAt: try CorruptFile.setAside(url, now: now()).path, reason: reason)
        } catch let error as WalletError {
            throw error
        } catch {
            throw .storage(reason: "it can't be set aside: \(FileProblem.words(error, at: url.path))")
        }
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
    /// - Throws: ``WalletError``, also what `change` throws; then the old content is still there.
    func update<Value>(
        _ change: (inout WalletLock) throws(WalletError) -> Value
    ) async throws(WalletError) -> Value {
        let folder = url.deletingLastPathComponent()
        let exclusive = FileLock(url: folder.appendingPathComponent(".wallets.lock.guard"))
        do {
            try AtomicFile(url: url).createFolder()
            return try exclusive.hold(.exclusive, patience: Self.patience) {
                let old = try load()
                var new = old
                let value = try change(&new)
                if new != old { try store(new) }
                return value
            }
        } catch let error as WalletError {
            throw error
        } catch FileLock.Failure.held {
            throw .busy(path: url.path)
        } catch {
            throw .storage(reason: FileProblem.words(error, at: url.path))
        }
    }

    private func store(_ lock: WalletLock) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let file = AtomicFile(url: url)
        try file.removeLeftovers()
        try file.replace(with: try encoder.encode(lock) + Data("\n".utf8))
    }
}
