// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARPrimitives

/// The signed-in account on disk: `account.json` in a profile's data folder.
///
/// The file is replaced as a whole (see ``AtomicFile``) and readable by its owner only. One that can't be understood is set
/// aside as `account.json.corrupt-<time>` and reported, never deleted.
struct AccountStore {
    /// What is stored.
    struct Record: Codable, Equatable, Sendable {
        /// The network id that the account was signed in on.
        let network: String
        let account: NEARAccount
    }

    /// What a load found.
    enum Loaded: Equatable, Sendable {
        case nothing
        case record(Record)
        /// The file could not be understood; it is kept at `keptAt`.
        case corrupt(keptAt: URL, reason: String)
    }

    private struct File: Codable {
        static let schema = 1

        let schema: Int
        let network: String
        let account: NEARAccount
    }

    private let file: AtomicFile
    private let now: () -> Date

    /// - Parameters:
    ///   - folder: The profile's data folder; created when something is saved.
    ///   - now: The time for the name of a file that is set aside.
    ///   - afterStep: For tests; see ``AtomicFile/afterStep``.
    init(
        folder: URL, now: @escaping () -> Date = Date.init,
        afterStep: @escaping (AtomicFile.Step) throws -> Void = { _ in }
    ) {
        file = AtomicFile(url: folder.appendingPathComponent("account.json"), afterStep: afterStep)
        self.now = now
    }

    /// Reads the stored account.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` when there is a file and it can't be read at all.
    func load() throws(NEARError) -> Loaded {
        let data: Data
        do {
            try file.removeLeftovers()
            guard FileManager.default.fileExists(atPath: file.url.path) else { return .nothing }
            data = try Data(contentsOf: file.url)
        } catch {
            throw .storage(reason: "\(file.url.path): \(error)")
        }
        do {
            return .record(try Self.parse(data))
        } catch {
            return try setAside(reason: error.reason)
        }
    }

    /// Stores `record` in place of what was there.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; then the old content is still there.
    func save(_ record: Record) throws(NEARError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let content = try encoder.encode(
                File(schema: File.schema, network: record.network, account: record.account))
            try file.replace(with: content)
        } catch {
            throw .storage(reason: "\(file.url.path): \(error)")
        }
    }

    /// Forgets the stored account.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` when the file is there and can't be removed.
    func clear() throws(NEARError) {
        do {
            guard FileManager.default.fileExists(atPath: file.url.path) else { return }
            try FileManager.default.removeItem(at: file.url)
            try AtomicFile.sync(folder: file.url.deletingLastPathComponent())
        } catch {
            throw .storage(reason: "\(file.url.path): \(error)")
        }
    }

    private struct Unreadable: Error {
        let reason: String
    }

    private static func parse(_ data: Data) throws(Unreadable) -> Record {
        let content: File
        do {
            content = try JSONDecoder().decode(File.self, from: data)
        } catch {
            throw Unreadable(reason: "not an account file: \(error)")
        }
        guard content.schema == File.schema else {
            throw Unreadable(reason: "schema \(content.schema) is not one that this version knows")
        }
        do {
            _ = try AccountId(content.account.accountId)
        } catch {
            throw Unreadable(reason: "\u{201C}\(content.account.accountId)\u{201D} is no account id: \(error)")
        }
        return Record(network: content.network, account: content.account)
    }

    private func setAside(reason: String) throws(NEARError) -> Loaded {
        let stamp = Int(now().timeIntervalSince1970)
        let folder = file.url.deletingLastPathComponent()
        var kept = folder.appendingPathComponent("account.json.corrupt-\(stamp)")
        var copy = 1
        while FileManager.default.fileExists(atPath: kept.path) {
            copy += 1
            kept = folder.appendingPathComponent("account.json.corrupt-\(stamp)-\(copy)")
        }
        do {
            try FileManager.default.moveItem(at: file.url, to: kept)
            try AtomicFile.sync(folder: folder)
        } catch {
            throw .storage(reason: "\(file.url.path) can't be set aside: \(error)")
        }
        return .corrupt(keptAt: kept, reason: reason)
    }
}
