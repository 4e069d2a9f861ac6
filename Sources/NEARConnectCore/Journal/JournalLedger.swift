// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// What a journal's lines say together: one account of each request, in the order in which they began. Records that belong to no request,
/// or to a part that it hasn't, say nothing but that something is missing.
///
/// A verdict "not sent" is the one that makes somebody send again. It falls with each later line that may be a signature, and gives way to
/// what the chain has executed, wherever that stands.
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
                // Whose it was can't be told any more; it may be of any request that had begun.
                if case .signed = record { doubt(before: number, starts) }
                continue
            }
            requests[place].add(record, isChecked: isChecked)
        }
    }

    /// The requests that somebody has to look at again.
    var unsettled: [JournalRequest] { requests.filter { !$0.isSettled } }

    /// The request of that name.
    func request(_ id: String) -> JournalRequest? { places[id].map { requests[$0] } }

    private mutating func doubt(before number: Int, _ starts: [Int]) {
        for place in requests.indices where starts[place] < number { requests[place].addUnreadable() }
    }

    /// The lines that are worth keeping, in their order: all of every request that isn't settled, of the settled ones the newest that fit
    /// into `keptBytes`, and whatever can't be read or assigned.
    static func compacted(_ lines: [JournalLine], keptBytes: Int) -> [JournalLine] {
        let ledger = JournalLedger(lines: lines)
        var kept = Set(ledger.unsettled.map(\.intent.id))
        var sizes: [String: Int] = [:]
        for case .record(let record, let isChecked) in lines {
            sizes[record.id, default: 0] += record.line(isChecked: isChecked).count + 1
        }
        var room = keptBytes
        for request in ledger.requests.reversed() where request.isSettled {
            room -= sizes[request.intent.id] ?? 0
            if room < 0 { break }
            kept.insert(request.intent.id)
        }
        return lines.filter { line in
            guard case .record(let record, _) = line else { return true }
            if kept.contains(record.id) { return true }
            if case .signed = record { return ledger.places[record.id] == nil }
            return false
        }
    }
}
