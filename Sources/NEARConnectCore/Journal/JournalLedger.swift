// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives

/// What a journal's records say together: one account of each request, in the order in which they began. Records that belong to no request,
/// or to a part that it hasn't, count for nothing.
struct JournalLedger: Sendable {
    /// A request and everything that was written of it.
    struct Request: Sendable {
        let intent: JournalIntent
        var keys: JournalKeys?
        var signatures: [Int: JournalSignature] = [:]
        /// Why nobody waits any more, when the wallet hasn't answered.
        var leftBecause: String?
        /// A height of the chain at which nobody had waited any more.
        var heightAfterLeft: UInt64?
        var states: [Int: JournalEntry.State] = [:]
        var settled: Set<Int> = []

        /// Whether somebody has to look at it again.
        var isSettled: Bool { settled.count == intent.parts.count }

        /// What is known of a part now.
        func state(of part: Int) -> JournalEntry.State {
            if let state = states[part] { return state }
            guard let leftBecause else {
                return intent.process.isAlive ? .open : .unknown(howToCheck: Self.advice("the program stopped", intent))
            }
            return .unknown(howToCheck: Self.advice(leftBecause, intent))
        }

        static func advice(_ reason: String, _ intent: JournalIntent) -> String {
            "\(reason) before the wallet had answered; look at the latest transactions of \(intent.signerId)"
        }

        var entry: JournalEntry {
            JournalEntry(
                id: intent.id, kind: intent.kind, network: intent.network, signerId: intent.signerId,
                walletId: intent.walletId, startedAt: Date(timeIntervalSince1970: Double(intent.time) / 1000),
                parts: intent.parts.enumerated().map { index, part in
                    let state = state(of: index)
                    let hash: CryptoHash? =
                        switch state {
                        case .confirmed(let hash?), .failed(let hash?, _): hash
                        default: signatures[index]?.hash
                        }
                    return JournalEntry.Part(
                        receiverId: part.receiverId, actions: part.actions, hash: hash, state: state)
                })
        }
    }

    private(set) var requests: [Request] = []
    private var places: [String: Int] = [:]

    init(_ records: [JournalRecord] = []) {
        for record in records { add(record) }
    }

    /// The requests that somebody has to look at again.
    var unsettled: [Request] { requests.filter { !$0.isSettled } }

    mutating func add(_ record: JournalRecord) {
        if case .intent(let intent) = record {
            guard places[intent.id] == nil else { return }
            places[intent.id] = requests.count
            requests.append(Request(intent: intent))
            return
        }
        guard let place = places[record.id] else { return }
        let count = requests[place].intent.parts.count
        switch record {
        case .intent: break
        case .keys(_, let keys): requests[place].keys = keys
        case .signed(_, let signature):
            guard signature.part < count else { return }
            requests[place].signatures[signature.part] = signature
        case .left(_, let reason):
            requests[place].leftBecause = reason
            requests[place].heightAfterLeft = nil
        case .checked(_, let height): requests[place].heightAfterLeft = height
        case .state(_, let part, let state, let isSettled):
            // What the chain has said stays.
            guard part < count, requests[place].states[part]?.isFinal != true else { return }
            requests[place].states[part] = state
            if isSettled { requests[place].settled.insert(part) }
        }
    }

    /// The records that are worth keeping: all of every request that isn't settled, and of the settled ones the newest that fit into
    /// `keptBytes`.
    static func compacted(_ records: [JournalRecord], keptBytes: Int) -> [JournalRecord] {
        let ledger = JournalLedger(records)
        var kept = Set(ledger.unsettled.map(\.intent.id))
        var sizes: [String: Int] = [:]
        for record in records { sizes[record.id, default: 0] += record.line.count + 1 }
        var room = keptBytes
        for request in ledger.requests.reversed() where request.isSettled {
            room -= sizes[request.intent.id] ?? 0
            if room < 0 { break }
            kept.insert(request.intent.id)
        }
        return records.filter { kept.contains($0.id) }
    }
}
