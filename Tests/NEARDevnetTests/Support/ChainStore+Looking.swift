// SPDX-License-Identifier: MIT

import Foundation
import GRDB

@testable import NEARDevnet

extension ChainHost {
    /// The heights of the stored checkpoints, in their order.
    func checkpointHeights() throws -> [UInt64] {
        try store?.read { try UInt64.fetchAll($0, sql: "SELECT height FROM checkpoint ORDER BY height") } ?? []
    }

    /// The number of blocks up to the last checkpoint.
    func lastCheckpointOrdinal() throws -> UInt64 {
        try store?.read { try UInt64.fetchOne($0, sql: "SELECT max(ordinal) FROM checkpoint") } ?? 1
    }
}

extension ChainStore {
    /// Makes all checkpoints those of a version that isn't known.
    func spoilCheckpoints() throws {
        try write { try $0.execute(sql: "UPDATE checkpoint SET bytes = CAST(x'ff' || substr(bytes, 2) AS BLOB)") }
    }
}
