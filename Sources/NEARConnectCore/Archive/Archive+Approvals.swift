// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension Archive {
    /// The time for which approvals are stored, in milliseconds: longer than any sum's window.
    private static let storedMilliseconds: Int64 = 400 * 86_400_000

    /// Counts an approval of a rule if all sums allow it.
    ///
    /// Look and count are one transaction, so that two processes can't approve together what one of them may not. It is
    /// on disk when this returns.
    ///
    /// - Parameters:
    ///   - costs: The approval's costs.
    ///   - rule: The rule's name.
    ///   - sums: The sums, none of which may be exceeded.
    ///   - now: The time in milliseconds since 1970. A clock that was set back doesn't count: no approval is stored
    ///     with an earlier time than another.
    func count(_ costs: ApprovalCosts, of rule: String, sums: [ApprovalSum], at now: Int64) throws -> SumVerdict {
        try write { database in
            try database.write {
                let (verdict, time) = try Self.judge(costs, of: rule, sums: sums, at: now, in: database)
                guard verdict == .counted else { return verdict }
                try database.run("DELETE FROM approval WHERE time < ?1", [.integer(time - Self.storedMilliseconds)])
                try database.run(
                    "INSERT INTO approval (time, rule, deposit, gas) VALUES (?, ?, ?, ?)",
                    [
                        .integer(time), .text(rule), .blob(Self.bytes(costs.deposit.yoctoNEAR)),
                        .blob(Self.bytes(costs.gas.gas)),
                    ])
                return .counted
            }
        }
    }

    /// Returns what ``count(_:of:sums:at:)`` would, and counts nothing.
    func judge(_ costs: ApprovalCosts, of rule: String, sums: [ApprovalSum], at now: Int64) throws -> SumVerdict {
        let known = try read { try Self.judge(costs, of: rule, sums: sums, at: now, in: $0).verdict }
        if let known { return known }
        guard try problems().isEmpty else {
            return .uncertain(until: now &+ (sums.map(\.milliseconds).max() ?? 0))
        }
        return SumVerdict.judge(costs, sums: sums, after: [], now: now)
    }

    /// Compares an approval with those that are stored, at a time that isn't before the last one's.
    private static func judge(
        _ costs: ApprovalCosts, of rule: String, sums: [ApprovalSum], at now: Int64, in database: SQLiteDatabase
    ) throws -> (verdict: SumVerdict, time: Int64) {
        let last = try database.run("SELECT max(time) FROM approval") { $0.optionalInteger(0) }.first ?? nil
        let time = max(now, last ?? now)
        let longest = sums.map(\.milliseconds).max() ?? 0
        if let start = try countsFrom(database), start > time - longest {
            return (.uncertain(until: start &+ longest), time)
        }
        let approvals = try approvals(of: rule, since: time - longest, in: database)
        return (SumVerdict.judge(costs, sums: sums, after: approvals, now: time), time)
    }

    /// Returns the time before which approvals aren't known, in milliseconds; `nil` if all are.
    private static func countsFrom(_ database: SQLiteDatabase) throws(SQLiteError) -> Int64? {
        try database.run("SELECT value FROM fact WHERE name = 'counts_from'") { $0.integer(0) }.first
    }

    private static func approvals(
        of rule: String, since time: Int64, in database: SQLiteDatabase
    ) throws -> [CountedApproval] {
        let rows = try database.run(
            "SELECT time, deposit, gas FROM approval WHERE rule = ? AND time > ? ORDER BY time",
            [.text(rule), .integer(time)]
        ) { row in (time: row.integer(0), deposit: row.blob(1), gas: row.blob(2)) }
        return try rows.map { row in
            guard let deposit = number(row.deposit, as: UInt128.self), let gas = number(row.gas, as: UInt64.self) else {
                throw SQLiteError.foreign
            }
            return CountedApproval(
                time: row.time, costs: ApprovalCosts(deposit: NEARToken(yoctoNEAR: deposit), gas: Gas(gas: gas)))
        }
    }

    /// The number's bytes, the highest first: SQLite's integers are too small.
    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], as type: Number.Type) -> Number? {
        guard bytes.count == Number.bitWidth / 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Number($1) }
    }
}
