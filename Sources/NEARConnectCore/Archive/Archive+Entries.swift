// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives

extension Archive {
    private static let lineEnd = UInt8(ascii: "\n")

    /// Stores entries, each once by its id; they are on disk when this returns.
    ///
    /// Of an entry that is there already, the lines that it doesn't have yet are added.
    func add(_ entries: [ArchivedEntry]) throws {
        guard !entries.isEmpty else { return }
        try write { database in
            try database.write {
                for entry in entries { try Self.add(entry, to: database) }
            }
        }
        try AtomicFile.sync(folder: url.deletingLastPathComponent())
    }

    private static func add(_ entry: ArchivedEntry, to database: SQLiteDatabase) throws(SQLiteError) {
        let stored = try database.run("SELECT lines FROM entry WHERE id = ?1", [.text(entry.id)]) { $0.blob(0) }.first
        guard let stored else {
            try database.run(
                "INSERT INTO entry (id, time, network, genesis, signer, lines) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(entry.id), .integer(entry.time), .text(entry.network), .optional(entry.genesis),
                    .text(entry.signer), .blob(bytes(entry.lines)),
                ])
            for account in entry.receivers {
                try database.run(
                    "INSERT OR IGNORE INTO receiver (account, entry) VALUES (?, ?)", [.text(account), .text(entry.id)])
            }
            return
        }
        let known = lines(stored)
        let new = entry.lines.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        try database.run(
            "UPDATE entry SET lines = ?1 WHERE id = ?2", [.blob(bytes(known + new)), .text(entry.id)])
    }

    /// Returns the entries that a query chooses, the newest first.
    ///
    /// - Parameters:
    ///   - query: The choice, and the number of entries.
    ///   - ids: Entries to leave out.
    func entries(_ query: HistoryQuery, without ids: [String] = []) throws -> [ArchivedEntry] {
        let (conditions, values) = Self.conditions(query, without: ids)
        return try read { database in
            try database.run(
                """
                SELECT id, time, network, genesis, signer, lines FROM entry WHERE \(conditions)
                ORDER BY time DESC, id DESC LIMIT \(query.limit)
                """, values
            ) { row in
                // The lines name the receivers, too.
                ArchivedEntry(
                    id: row.text(0), time: row.integer(1), network: row.text(2), genesis: row.optionalText(3),
                    signer: row.text(4), receivers: [], lines: Self.lines(row.blob(5)))
            }
        } ?? []
    }

    private static func conditions(
        _ query: HistoryQuery, without ids: [String]
    ) -> (sql: String, values: [SQLiteDatabase.Value]) {
        var sql = ["time BETWEEN ? AND ?"]
        var values: [SQLiteDatabase.Value] = [.integer(query.since), .integer(query.until)]
        func add(_ condition: String, _ bound: [SQLiteDatabase.Value]) {
            sql.append(condition)
            values += bound
        }
        if let last = query.after { add("(time, id) < (?, ?)", [.integer(last.time), .text(last.id)]) }
        if let network = query.network { add("network = ?", [.text(network)]) }
        if let chain = query.chain {
            add(
                "(genesis = ? OR (genesis IS NULL AND network = ?))",
                [.text(chain.genesis), .optional(chain.publicName)])
        }
        if let account = query.account { add("signer = ?", [.text(account.text)]) }
        if let receiver = query.receiver {
            add("id IN (SELECT entry FROM receiver WHERE account = ?)", [.text(receiver.text)])
        }
        if let key = query.idempotencyKey {
            // The lines are JSON as this program writes it, in which the field has one form.
            let field =
                "\(JSONValue.string(IdempotencyKey.fieldName.text).text):\(JSONValue.string(key.text).text)"
            add("instr(lines, ?) > 0", [.blob(Array(field.utf8))])
        }
        if !ids.isEmpty {
            add("id NOT IN (SELECT value FROM json_each(?))", [.text(JSONValue.array(ids.map { .string($0) }).text)])
        }
        return (sql.joined(separator: " AND "), values)
    }

    private static func bytes(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [lineEnd] } }

    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] { bytes.split(separator: lineEnd).map { Array($0) } }
}
