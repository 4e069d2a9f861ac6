// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import NEARPrimitives

/// Checkpoints, so that opening needn't make all blocks again.
///
/// One is written together with a block, in the same transaction. Opening takes the last one that is old enough for the
/// states that the chain still tells about to be made again after it; older ones are removed, younger ones kept until
/// they are.
extension ChainStore {
    /// Bytes of a checkpoint that make one more block worth waiting: large states are written less often.
    private static let bytesPerBlock: UInt64 = 4_096

    static func createCheckpointTable(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS checkpoint (
                    height INTEGER PRIMARY KEY, ordinal INTEGER NOT NULL, bytes BLOB NOT NULL
                ) STRICT;
                """)
    }

    /// Stores a checkpoint of the chain if it is time for one.
    ///
    /// Removes those that opening has no use for any more.
    static func keepCheckpoint(of chain: Chain, every interval: UInt64, _ database: Database) throws {
        let last = try Row.fetchOne(
            database, sql: "SELECT ordinal, length(bytes) AS size FROM checkpoint ORDER BY height DESC LIMIT 1")
        let ordinal: Int64 = last?["ordinal"] ?? 1
        let size: Int64 = last?["size"] ?? 0
        let due = UInt64(clamping: ordinal) + max(interval, UInt64(clamping: size) / bytesPerBlock)
        guard chain.head.header.ordinal >= due else { return }
        try insertCheckpoint(of: chain, database)
        let horizon = chain.head.height.saturatingSubtracting(chain.settings.stateHistoryLength)
        try database.execute(
            sql: """
                DELETE FROM checkpoint
                WHERE height < (SELECT max(height) FROM checkpoint WHERE height <= ?)
                """, arguments: [Int64(clamping: horizon)])
    }

    /// Stores a checkpoint of the chain as it is.
    static func insertCheckpoint(of chain: Chain, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO checkpoint VALUES (?, ?, ?)",
            arguments: [
                Int64(clamping: chain.head.height), Int64(clamping: chain.head.header.ordinal),
                Data(Checkpoint(chain).borshBytes),
            ])
    }

    /// The checkpoint to open a chain from, or `nil` where its blocks are made again from the first one on.
    static func checkpoint(for settings: ChainSettings, _ database: Database) throws -> Checkpoint? {
        guard let head = try Int64.fetchOne(database, sql: "SELECT max(height) FROM block") else { return nil }
        let horizon = UInt64(clamping: head).saturatingSubtracting(settings.stateHistoryLength)
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT checkpoint.bytes, block.hash FROM checkpoint JOIN block USING (height)
                WHERE checkpoint.height <= ? ORDER BY height DESC LIMIT 1
                """, arguments: [Int64(clamping: horizon)])
        guard let row = try row ?? firstIndispensable(database) else { return nil }
        let checkpoint: Checkpoint
        do throws(BorshError) {
            checkpoint = try Checkpoint(borsh: [UInt8](row["bytes"] as Data))
        } catch {
            // Of another version: the blocks say the same.
            return nil
        }
        guard checkpoint.header.makeHash().bytes == [UInt8](row["hash"] as Data) else {
            throw ReplayError(height: checkpoint.header.height)
        }
        return checkpoint
    }

    /// The first checkpoint, where blocks before it aren't stored: the chain was saved after it had forgotten them.
    private static func firstIndispensable(_ database: Database) throws -> Row? {
        try Row.fetchOne(
            database,
            sql: """
                SELECT checkpoint.bytes, block.hash FROM checkpoint JOIN block USING (height)
                WHERE (SELECT count(*) FROM block WHERE block.height <= checkpoint.height) < checkpoint.ordinal - 1
                ORDER BY height LIMIT 1
                """)
    }
}
