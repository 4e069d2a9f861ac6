// SPDX-License-Identifier: MIT

internal import GRDBSQLite

/// A connection to an SQLite database, for one thread at a time; closed when it is released.
///
/// It uses SQLite's C functions, because GRDB would bring Foundation and its tables into every program.
final class SQLiteDatabase {
    /// A value that is bound to a place of a statement.
    enum Value {
        case integer(Int64)
        case text(String)
        case blob([UInt8])
        case null

        /// A text, or `null` where there is none.
        static func optional(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
    }

    /// The current row of a statement; valid only while it is being read.
    struct Row {
        fileprivate let statement: OpaquePointer

        func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }

        func optionalInteger(_ column: CInt) -> Int64? {
            sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
        }

        func text(_ column: CInt) -> String { String(decoding: blob(column), as: UTF8.self) }

        func optionalText(_ column: CInt) -> String? {
            sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : text(column)
        }

        func blob(_ column: CInt) -> [UInt8] {
            guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
            return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
        }
    }

    private let handle: OpaquePointer

    /// Opens an existing database.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isReadOnly: True for a file in a folder where nobody can write, and which nobody changes therefore.
    ///   - patience: How long a statement waits for another process.
    init(path: String, isReadOnly: Bool = false, patience: Duration) throws(SQLiteError) {
        var opened: OpaquePointer?
        let flags = isReadOnly ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE
        let result = sqlite3_open_v2(isReadOnly ? Self.immutable(path) : path, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            let error = Self.error(opened, result)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        sqlite3_busy_timeout(handle, CInt(clamping: patience.components.seconds * 1000))
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Runs statements that take no values and whose rows nobody needs.
    func execute(_ script: String) throws(SQLiteError) {
        let result = sqlite3_exec(handle, script, nil, nil, nil)
        guard result == SQLITE_OK else { throw Self.error(handle, result) }
    }

    /// Runs one statement.
    ///
    /// - Parameters:
    ///   - sql: The statement, with a `?` for each value.
    ///   - values: The values, in the order of their places.
    ///   - read: Reads one row of the result.
    /// - Returns: What `read` returned, a row each.
    @discardableResult
    func run<Element>(
        _ sql: String, _ values: [Value] = [], read: (Row) -> Element
    ) throws(SQLiteError) -> [Element] {
        var prepared: OpaquePointer?
        let result = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        guard result == SQLITE_OK, let statement = prepared else { throw Self.error(handle, result) }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() {
            let bound = Self.bind(value, to: CInt(index + 1), of: statement)
            guard bound == SQLITE_OK else { throw Self.error(handle, bound) }
        }
        var rows: [Element] = []
        while true {
            let step = sqlite3_step(statement)
            guard step == SQLITE_ROW else {
                guard step == SQLITE_DONE else { throw Self.error(handle, step) }
                return rows
            }
            rows.append(read(Row(statement: statement)))
        }
    }

    /// Runs one statement whose rows nobody needs.
    func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) {
        try run(sql, values) { _ in }
    }

    /// Returns the first column of a statement's first row; 0 where there is none.
    func integer(_ sql: String) throws(SQLiteError) -> Int64 {
        try run(sql) { $0.integer(0) }.first ?? 0
    }

    /// Returns the size of the database, in bytes.
    func size() throws(SQLiteError) -> Int {
        Int(clamping: try integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"))
    }

    /// Returns the bytes of a file with the database as it is now; `nil` if they are more than `limit`.
    func bytes(limit: Int) throws(SQLiteError) -> [UInt8]? {
        guard try size() <= limit else { return nil }
        var size: sqlite3_int64 = 0
        guard let memory = sqlite3_serialize(handle, "main", &size, 0) else {
            throw Self.error(handle, SQLITE_NOMEM)
        }
        defer { sqlite3_free(memory) }
        guard size <= limit else { return nil }
        return Array(UnsafeBufferPointer(start: memory, count: Int(size)))
    }

    /// Runs `body` as one transaction that no other writer comes into.
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite may have ended the transaction itself; the first error is the one to report.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// Returns a name by which SQLite needs no files of its own beside the database.
    private static func immutable(_ path: String) -> String {
        let escaped = path.utf8.flatMap { byte -> [UInt8] in
            guard "%?#".utf8.contains(byte) else { return [byte] }
            return Array("%\(String(byte, radix: 16))".utf8)
        }
        return "file:\(String(decoding: escaped, as: UTF8.self))?immutable=1"
    }

    private static func bind(_ value: Value, to place: CInt, of statement: OpaquePointer) -> CInt {
        /// Has SQLite copy the bytes before the call returns.
        let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .integer(let number): return sqlite3_bind_int64(statement, place, number)
        case .null: return sqlite3_bind_null(statement, place)
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, place, 0) }
            return sqlite3_bind_blob64(statement, place, bytes, UInt64(bytes.count), copying)
        case .text(let text):
            let bytes = Array(text.utf8.map { CChar(bitPattern: $0) }) + [0]
            return sqlite3_bind_text(statement, place, bytes, CInt(clamping: bytes.count - 1), copying)
        }
    }

    private static func error(_ handle: OpaquePointer?, _ code: CInt) -> SQLiteError {
        let words = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        return SQLiteError(code: code & 0xff, message: words)
    }
}
