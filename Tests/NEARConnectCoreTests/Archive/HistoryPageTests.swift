// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Pages and choices of the history: the archive's conditions say what the journal's say.
@Suite final class HistoryPageTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
    private let fork = ChainIdentity.other(genesisHash: CryptoHash.sha256([9]))

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    /// Keys of which one is within another, and that JSON writes in another way.
    private static let keys: [ExactText?] = [nil, "job", "job 1", "a \"job\"", #"back\slash"#, "é"]

    /// Random entries, whose times and other facts repeat.
    private func intents(_ count: Int) throws -> [JournalIntent] {
        var random = SplitMix64(seed: 22)
        return try (0..<count).map { number in
            let parts = try (0..<Int.random(in: 1...2, using: &random)).map { _ in
                JournalIntent.Part(
                    receiverId: try AccountId("r\(Int.random(in: 0..<5, using: &random)).near"),
                    actions: [JournalAction(.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1))))])
            }
            return JournalIntent(
                id: "\(UInt64.random(in: .min ... .max, using: &random))-\(number)",
                time: Int64.random(in: 0..<200, using: &random), request: "r", kind: .transactions,
                network: ["mainnet", "testnet", "fun"].randomElement(using: &random) ?? "",
                genesis: [nil, ChainIdentity.mainnetGenesis, fork.genesis].randomElement(using: &random) ?? nil,
                signerId: try AccountId("a\(Int.random(in: 0..<3, using: &random)).near"), walletId: "w", parts: parts,
                process: .current, idempotencyKey: Self.keys.randomElement(using: &random) ?? nil)
        }
    }

    private func queries() throws -> [HistoryQuery] {
        var queries = [HistoryQuery()]
        func add(_ change: (inout HistoryQuery) throws -> Void) rethrows {
            var query = HistoryQuery()
            try change(&query)
            queries.append(query)
        }
        add { $0.network = "fun" }
        for chain in [ChainIdentity.mainnet, .testnet, fork] { add { $0.chain = chain } }
        try add { $0.account = try AccountId("a1.near") }
        try add { $0.receiver = try AccountId("r4.near") }
        try add { $0.receiver = try AccountId("nobody.near") }
        add { ($0.since, $0.until) = (50, 60) }
        for key in Self.keys.compactMap(\.self) + ["jo", "e\u{301}"] { add { $0.idempotencyKey = key } }
        try add {
            ($0.network, $0.chain, $0.since) = ("mainnet", .mainnet, 20)
            ($0.account, $0.receiver) = (try AccountId("a2.near"), try AccountId("r0.near"))
        }
        return queries
    }

    /// Returns whether `query` chooses an entry, said in another way than in the code.
    private func isChosen(_ intent: JournalIntent, _ query: HistoryQuery) -> Bool {
        let chain = try? intent.genesis.map { ChainIdentity(genesisHash: try CryptoHash($0)) }
        return (query.network ?? intent.network) == intent.network
            && (query.account ?? intent.signerId) == intent.signerId
            && (query.receiver.map { intent.parts.map(\.receiverId).contains($0) } ?? true)
            && (query.idempotencyKey.map { $0 == intent.idempotencyKey } ?? true)
            && (query.since...query.until).contains(intent.time)
            && (query.chain.map { $0 == chain ?? ChainIdentity(networkId: intent.network) } ?? true)
    }

    @Test func everyPageOfEveryChoiceHasItsEntriesOnceInOrder() async throws {
        let intents = try intents(SoakCount.full(or: 600))
        let file = JournalFile(folder: folder, compactionSize: JournalFile.compactionSize / 8)
        for start in stride(from: 0, to: intents.count, by: 50) {
            let records = intents[start..<min(start + 50, intents.count)].flatMap { intent -> [JournalRecord] in
                [.intent(intent), .state(id: intent.id, part: 0, .notSent(reason: "no"), isSettled: true, isOwn: true)]
                    + (1..<intent.parts.count).map {
                        .state(id: intent.id, part: $0, .notSent(reason: "no"), isSettled: true, isOwn: true)
                    }
            }
            #expect(try file.append(records, compacted: JournalLedger.compacted) == nil)
        }
        let journal = TransactionJournal(file: file, logger: Logger(label: "test"))
        #expect(try await journal.contents().entries.count < intents.count / 2, "most are archived")
        for var query in try queries() {
            let expected = intents.filter { isChosen($0, query) }
                .sorted { $0.time == $1.time ? $1.id.utf8.lexicographicallyPrecedes($0.id.utf8) : $0.time > $1.time }
            for limit in [97, intents.count] {
                (query.limit, query.after) = (min(limit, HistoryQuery.largestPage), nil)
                var found: [String] = []
                repeat {
                    let page = try await journal.page(query)
                    #expect(page.entries.count <= limit && page.problems.isEmpty)
                    found += page.entries.map(\.id)
                    query.after = page.next
                } while query.after != nil && found.count <= intents.count
                #expect(found == expected.map(\.id))
            }
        }
    }

    @Test func aPageIsBounded() {
        for asked in [Int.min, 0, 1, 1_000, 1_001, .max] {
            var query = HistoryQuery(limit: asked)
            #expect((1...1_000).contains(query.limit))
            query.limit = asked
            #expect((1...1_000).contains(query.limit))
        }
    }
}
