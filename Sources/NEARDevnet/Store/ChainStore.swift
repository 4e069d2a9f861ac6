// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import NEARPrimitives

/// A chain on disk, in an SQLite database.
///
/// The input of each block is stored; opening makes the last blocks again and compares their hashes, so that
/// a checkpoint they are made from can't say something else without being noticed. Whatever the ledger learns to do is
/// kept as well; what it keeps in the state has to be in `Checkpoint`.
///
/// Blocks that were made together are written in one transaction: after a crash, SQLite's log brings back the last one
/// that was complete. Only one process at a time opens a database.
final class ChainStore: Sendable {
    /// The database's name in its folder.
    static let fileName = "devnet.sqlite"

    private let database: DatabaseQueue
    /// Blocks between two checkpoints, at least.
    private let checkpointInterval: UInt64

    /// Opens the database of a folder, and makes both where they aren't there.
    ///
    /// - Throws: `DevnetError.stateUnusable` where it can't be read, or another process has it open.
    init(
        directory: URL, checkpointInterval: UInt64 = DevnetConfiguration.defaultCheckpointInterval
    ) throws(DevnetError) {
        self.checkpointInterval = checkpointInterval
        var configuration = Configuration()
        configuration.label = "near-connect.devnet"
        configuration.prepareDatabase { database in
            // Held until the process ends, however it does.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            // A crash of the process loses nothing; one of the machine may lose the last blocks, but never half of one.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            database = try DatabaseQueue(
                path: directory.appending(path: Self.fileName).path(percentEncoded: false),
                configuration: configuration)
            try database.write { try Self.createTables($0) }
        } catch {
            throw Self.unusable(error)
        }
    }

    private static func createTables(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS configuration (json BLOB NOT NULL) STRICT;
                CREATE TABLE IF NOT EXISTS block (
                    height INTEGER PRIMARY KEY, hash BLOB NOT NULL, state_root BLOB NOT NULL, timestamp INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE IF NOT EXISTS block_transaction (
                    height INTEGER NOT NULL, place INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (height, place)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS block_patch (
                    height INTEGER NOT NULL, place INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (height, place)
                ) STRICT, WITHOUT ROWID;
                """)
        try createCheckpointTable(database)
    }

    /// The configuration that the stored chain began with, or `nil` where there is none yet.
    func configuration() throws(DevnetError) -> StoredConfiguration? {
        do {
            return try database.read { database in
                guard let json = try Data.fetchOne(database, sql: "SELECT json FROM configuration") else { return nil }
                return try JSONDecoder().decode(StoredConfiguration.self, from: json)
            }
        } catch {
            throw Self.unusable(error)
        }
    }

    /// Stores the configuration that a new chain begins with.
    func begin(_ configuration: StoredConfiguration) throws(DevnetError) {
        do {
            let json = try JSONEncoder().encode(configuration)
            try database.write { try $0.execute(sql: "INSERT INTO configuration VALUES (?)", arguments: [json]) }
        } catch {
            throw Self.unusable(error)
        }
    }

    /// Stores a whole chain in a database that has none yet, all or nothing.
    ///
    /// Where the chain has forgotten blocks, it goes on from a checkpoint of its last one.
    ///
    /// - Throws: `DevnetError.stateUnusable` where there is a chain, or it can't be written.
    func save(_ chain: Chain, _ configuration: StoredConfiguration) throws(DevnetError) {
        guard try self.configuration() == nil else { throw .stateUnusable("there is a chain in this folder already") }
        let blocks = chain.blocks(above: chain.genesis.height)
        do {
            let json = try JSONEncoder().encode(configuration)
            try database.write { database in
                try database.execute(sql: "INSERT INTO configuration VALUES (?)", arguments: [json])
                for block in blocks { try Self.insert(StoredBlock(block), database) }
                guard UInt64(blocks.count) < chain.head.header.ordinal - chain.genesis.header.ordinal else { return }
                // The chain may have been opened at its last block, and then has none.
                if blocks.isEmpty { try Self.insert(StoredBlock(chain.head), database) }
                try Self.insertCheckpoint(of: chain, database)
            }
        } catch {
            throw Self.unusable(error)
        }
    }

    /// Makes the stored blocks again on a chain that has none but its first.
    ///
    /// Those are all blocks, or those after a checkpoint.
    ///
    /// - Throws: `DevnetError.stateUnusable` where another block comes of what is stored.
    func replay(onto chain: inout Chain) throws(DevnetError) {
        do {
            var replayed = chain
            try database.read { database in
                if let checkpoint = try Self.checkpoint(for: chain.settings, database) {
                    replayed.resume(from: checkpoint)
                }
                let rows = try Row.fetchCursor(
                    database,
                    sql: "SELECT height, hash, state_root, timestamp FROM block WHERE height > ? ORDER BY height",
                    arguments: [Int64(clamping: replayed.head.height)])
                while let row = try rows.next() { try replayed.replay(Self.block(row, database)) }
            }
            chain = replayed
        } catch {
            throw Self.unusable(error)
        }
    }

    /// Makes the stored blocks those of a chain, which has others above some height.
    ///
    /// - Parameters:
    ///   - blocks: The chain's blocks above `height`.
    ///   - chain: The chain as it is after them, of which a checkpoint may be kept.
    func write(_ blocks: [Block], above height: UInt64, of chain: Chain) throws(DevnetError) {
        do {
            try database.write { database in
                try Self.remove(above: height, database)
                for block in blocks { try Self.insert(StoredBlock(block), database) }
                try Self.keepCheckpoint(of: chain, every: checkpointInterval, database)
            }
        } catch {
            throw Self.unusable(error)
        }
    }

    /// The hash of the stored block at a height.
    func hash(at height: UInt64) throws(DevnetError) -> CryptoHash? {
        do {
            return try database.read { database in
                try Data.fetchOne(
                    database, sql: "SELECT hash FROM block WHERE height = ?", arguments: [Int64(clamping: height)]
                )
                .map { try CryptoHash(bytes: Array($0)) }
            }
        } catch {
            throw Self.unusable(error)
        }
    }

    /// Looks into the database.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try database.read(body) }

    /// Changes the database, all or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value { try database.write(body) }

    /// Closes the database, so that it can be opened again at once.
    func close() throws(DevnetError) {
        do {
            try database.close()
        } catch {
            throw Self.unusable(error)
        }
    }

    private static func unusable(_ error: any Error) -> DevnetError {
        if let error = error as? ReplayError {
            return .stateUnusable(
                "block \(error.height) comes out differently than it did: it was made by another version of this program"
            )
        }
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_BUSY {
            return .stateUnusable("another process has it open")
        }
        return .stateUnusable("\(error)")
    }
}

extension ChainStore {
    private static func block(_ row: Row, _ database: Database) throws -> StoredBlock {
        let height: Int64 = row["height"]
        let transactions = try bytes(of: "block_transaction", height, database)
            .map { try PendingTransaction(bytes: $0) }
        let patches = try bytes(of: "block_patch", height, database).map { try StateChangeValue(borsh: $0) }
        let timestamp: Int64 = row["timestamp"]
        guard let height = UInt64(exactly: height), let timestamp = UInt64(exactly: timestamp) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a block's height or time is negative")
        }
        return StoredBlock(
            height: height, hash: try CryptoHash(bytes: [UInt8](row["hash"] as Data)),
            stateRoot: try CryptoHash(bytes: [UInt8](row["state_root"] as Data)),
            timestamp: timestamp, transactions: transactions, patches: patches)
    }

    private static func bytes(of table: String, _ height: Int64, _ database: Database) throws -> [[UInt8]] {
        let statement = try database.cachedStatement(
            sql: "SELECT bytes FROM \(table) WHERE height = ? ORDER BY place")
        return try Data.fetchAll(statement, arguments: [height]).map { [UInt8]($0) }
    }

    private static func insert(_ block: StoredBlock, _ database: Database) throws {
        let height = Int64(clamping: block.height)
        try database.cachedStatement(sql: "INSERT INTO block VALUES (?, ?, ?, ?)").execute(
            arguments: [height, Data(block.hash.bytes), Data(block.stateRoot.bytes), Int64(clamping: block.timestamp)])
        try insert(block.transactions.map(\.signed.borshBytes), into: "block_transaction", height: height, database)
        try insert(block.patches.map(\.borshBytes), into: "block_patch", height: height, database)
    }

    private static func insert(
        _ entries: [[UInt8]], into table: String, height: Int64, _ database: Database
    ) throws {
        guard !entries.isEmpty else { return }
        let statement = try database.cachedStatement(sql: "INSERT INTO \(table) VALUES (?, ?, ?)")
        for (place, bytes) in entries.enumerated() {
            try statement.execute(arguments: [height, place, Data(bytes)])
        }
    }

    private static func remove(above height: UInt64, _ database: Database) throws {
        for table in ["block", "block_transaction", "block_patch", "checkpoint"] {
            let statement = try database.cachedStatement(sql: "DELETE FROM \(table) WHERE height > ?")
            try statement.execute(arguments: [Int64(clamping: height)])
        }
    }
}
