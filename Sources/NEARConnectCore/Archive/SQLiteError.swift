// SPDX-License-Identifier: MIT

internal import GRDBSQLite

/// An error that SQLite reports.
struct SQLiteError: Error, CustomStringConvertible {
    /// SQLite's result code, without its extension.
    let code: CInt
    /// SQLite's own words.
    let message: String

    /// The error for a database that another program has made.
    static let foreign = SQLiteError(code: SQLITE_NOTADB, message: "another program has made this database")

    /// True if the file's content is at fault, so that no later attempt can succeed.
    var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

    var description: String { message }
}
