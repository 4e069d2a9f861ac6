// SPDX-License-Identifier: MIT

extension Archive {
    /// The number in the file's header that says whose database it is.
    static let applicationId: Int64 = 0x4E43_4152

    /// The statements that lead from each version to the next one, beginning with an empty file.
    ///
    /// A version that was released is never changed; a new one is added at the end.
    static let migrations = [
        """
        CREATE TABLE entry (
            id TEXT PRIMARY KEY, time INTEGER NOT NULL, network TEXT NOT NULL, genesis TEXT, signer TEXT NOT NULL,
            lines BLOB NOT NULL
        ) STRICT;
        CREATE INDEX entry_time ON entry (time, id);
        CREATE TABLE receiver (
            account TEXT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (account, entry)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE approval (
            number INTEGER PRIMARY KEY, time INTEGER NOT NULL, rule TEXT NOT NULL, deposit BLOB NOT NULL,
            gas BLOB NOT NULL
        ) STRICT;
        CREATE INDEX approval_rule ON approval (rule, time);
        CREATE INDEX approval_time ON approval (time);
        CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """,
    ]

    /// Brings a database to this program's version.
    ///
    /// - Parameter path: The file's name, for errors.
    static func migrate(_ database: SQLiteDatabase, path: String) throws {
        guard try version(of: database, path: path) < migrations.count else { return }
        try database.write {
            // Another process may have done it in the meantime.
            let version = try version(of: database, path: path)
            for statements in migrations[version...] { try database.execute(statements) }
            try database.execute("PRAGMA user_version = \(migrations.count)")
        }
    }

    /// Makes an empty database of this program's version.
    ///
    /// - Parameter start: The time before which approvals aren't known, in milliseconds; `nil` if there were none.
    static func prepare(_ database: SQLiteDatabase, countsFrom start: Int64?) throws {
        // No journal file that a crash could leave beside a temporary name.
        try database.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL")
        try database.write {
            try database.execute("PRAGMA application_id = \(applicationId)")
            for statements in migrations { try database.execute(statements) }
            if let start {
                try database.run("INSERT INTO fact (name, value) VALUES ('counts_from', ?)", [.integer(start)])
            }
            try database.execute("PRAGMA user_version = \(migrations.count)")
        }
    }

    private static func version(of database: SQLiteDatabase, path: String) throws -> Int {
        // A file that this program made has both numbers from its first moment.
        let version = try database.integer("PRAGMA user_version")
        guard try database.integer("PRAGMA application_id") == applicationId, version > 0 else {
            throw SQLiteError.foreign
        }
        guard version <= migrations.count else { throw ArchiveError.newerVersion(path: path, version: version) }
        return Int(version)
    }
}
