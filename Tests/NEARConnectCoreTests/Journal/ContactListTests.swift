// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The accounts that were sent to, in the journal's file and in what its compaction moved to the archive.
@Suite final class ContactListTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("contacts-\(UUID().uuidString)")

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    /// The facts of one contact, by a model.
    private struct Known: Hashable {
        var count = 0
        var first = Int64.max
        var last = Int64.min
    }

    private static let states: [JournalEntry.State] = [
        .confirmed(hash: CryptoHash.sha256([1])), .failed(hash: nil, reason: "no"), .notSent(reason: "no"),
    ]

    @Test func onlyConfirmedTransactionsToOthersCountEachOnce() async throws {
        var random = SplitMix64(seed: 23)
        let file = JournalFile(folder: folder, compactionSize: JournalFile.compactionSize / 8)
        let journal = TransactionJournal(file: file, logger: Logger(label: "test"))
        var known: [ExactText: Known] = [:]
        for number in 0..<SoakCount.full(or: 300) {
            let time = Int64.random(in: 0..<1_000, using: &random)
            let signer = try AccountId("a\(Int.random(in: 0..<3, using: &random)).near")
            let network = ["mainnet", "fun", "füñ", "fu\u{308}n\u{303}"].randomElement(using: &random) ?? ""
            let receivers = try (0..<Int.random(in: 1...2, using: &random)).map { _ in
                try AccountId("a\(Int.random(in: 0..<6, using: &random)).near")
            }
            var records: [JournalRecord] = [
                .intent(
                    JournalIntent(
                        id: "\(number)", time: time, request: "r", kind: .transactions, network: network,
                        signerId: signer, walletId: "w",
                        parts: receivers.map { JournalIntent.Part(receiverId: $0, actions: []) }, process: .current))
            ]
            for (part, receiver) in receivers.enumerated() {
                let state = Self.states.randomElement(using: &random) ?? .open
                records.append(.state(id: "\(number)", part: part, state, isSettled: true, isOwn: true))
                guard case .confirmed = state, receiver != signer else { continue }
                let name = ExactText("\(network) \(receiver)")
                var contact = known[name] ?? Known()
                contact.count += 1
                (contact.first, contact.last) = (min(contact.first, time), max(contact.last, time))
                known[name] = contact
            }
            try await journal.append(records)
        }
        #expect(FileManager.default.fileExists(atPath: file.archive.url.path), "some entries are in the archive")
        let list = try await journal.contacts(HistoryQuery(limit: 70))
        #expect(list.problems.isEmpty)
        #expect(list.contacts.map(\.last) == list.contacts.map(\.last).sorted(by: >))
        #expect(list.contacts.count == known.count, "no contact twice")
        for contact in list.contacts {
            let model = known[ExactText("\(contact.network) \(contact.account)")]
            #expect(contact.count == model?.count)
            #expect(contact.first == model.map { Date(timeIntervalSince1970: Double($0.first) / 1000) })
            #expect(contact.last == model.map { Date(timeIntervalSince1970: Double($0.last) / 1000) })
        }
    }

    @Test func aChoiceOfReceiverLeavesTheOthersOfTheEntryOut() async throws {
        let journal = TransactionJournal(file: nil, logger: Logger(label: "test"))
        let receivers = [try AccountId("b.near"), try AccountId("c.near")]
        try await journal.append([
            .intent(
                JournalIntent(
                    id: "1", time: 1, request: "r", kind: .transactions, network: "fun",
                    signerId: try AccountId("a.near"), walletId: "w",
                    parts: receivers.map { JournalIntent.Part(receiverId: $0, actions: []) }, process: .current)),
            .state(id: "1", part: 0, .confirmed(hash: nil), isSettled: true, isOwn: true),
            .state(id: "1", part: 1, .confirmed(hash: nil), isSettled: true, isOwn: true),
        ])
        var query = HistoryQuery()
        query.receiver = receivers[1]
        #expect(try await journal.contacts(query).contacts.map(\.account) == [receivers[1]])
        #expect(try await journal.contacts().contacts.map(\.account) == receivers)
    }
}
