// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The requests that a journal's lines describe, in the order in which they began.
///
/// Records of an unknown request, or of a part that it doesn't have, only say that a line is missing.
///
/// After a verdict "not sent" users send again, so it must not be wrong: each later line that may be a signature
/// revokes it, and an execution on chain overrides it, wherever that line stands.
struct JournalLedger: Sendable {
    private(set) var requests: [JournalRequest] = []
    private var places: [String: Int] = [:]

    init(_ records: [JournalRecord] = []) {
        self.init(lines: records.map { .record($0, isChecked: true) })
    }

    init(lines: [JournalLine]) {
        var starts: [Int] = []
        for (number, line) in lines.enumerated() {
            guard case .record(.intent(let intent), let isChecked) = line, places[intent.id] == nil else { continue }
            places[intent.id] = requests.count
            starts.append(number)
            requests.append(JournalRequest(intent: intent, isChecked: isChecked))
        }
        for (number, line) in lines.enumerated() {
            guard case .record(let record, let isChecked) = line else {
                doubt(before: number, starts)
                continue
            }
            guard let place = places[record.id] else {
                // The line's request is unknown, so it counts for every request that had begun.
                if case .signed = record { doubt(before: number, starts) }
                continue
            }
            requests[place].add(record, isChecked: isChecked)
        }
    }

    /// The requests that have to be looked up again.
    var unsettled: [JournalRequest] { requests.filter { !$0.isSettled } }

    /// Returns the request with the id `id`.
    func request(_ id: String) -> JournalRequest? { places[id].map { requests[$0] } }

    /// Returns the transactions that belong to other requests than the one with the id `id`.
    func transactions(besides id: String) -> Set<CryptoHash> {
        requests.filter { $0.intent.id != id }.reduce(into: []) { all, request in
            all.formUnion(request.entry.parts.compactMap(\.hash))
            all.formUnion(request.signatures.values.joined().compactMap(\.hash))
        }
    }

    private mutating func doubt(before number: Int, _ starts: [Int]) {
        for place in requests.indices where starts[place] < number { requests[place].addUnreadable() }
    }

    /// Returns the lines that a compaction keeps, and the entries that it drops.
    ///
    /// Kept are all lines of unsettled requests, those of the newest settled ones that fit into `keptBytes`, and all
    /// that can't be read or assigned.
    static func compacted(_ lines: [JournalLine], keptBytes: Int) -> JournalCompaction {
        let ledger = JournalLedger(lines: lines)
        var retained = Set(ledger.unsettled.map(\.intent.id))
        var sizes: [String: Int] = [:]
        for case .record(let record, let isChecked) in lines {
            sizes[record.id, default: 0] += record.line(isChecked: isChecked).count + 1
        }
        var room = keptBytes
        for request in ledger.requests.reversed() where request.isSettled {
            room -= sizes[request.intent.id] ?? 0
            if room < 0 { break }
            retained.insert(request.intent.id)
        }
        var kept: [JournalLine] = []
        var dropped: [String: [[UInt8]]] = [:]
        for line in lines {
            guard case .record(let record, _) = line, !retained.contains(record.id) else {
                kept.append(line)
                continue
            }
            if ledger.places[record.id] != nil {
                dropped[record.id, default: []].append(line.bytes)
            } else if case .signed = record {
                kept.append(line)
            }
        }
        let entries = ledger.requests.compactMap { request in
            dropped[request.intent.id].map { request.archived($0) }
        }
        return JournalCompaction(kept: kept, dropped: entries)
    }
}
