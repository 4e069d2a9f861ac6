// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARPrimitives
import NEARRPC
import TestSupport
import Testing

@testable import NEARConnectCore

/// "First time to this receiver": said where it is so, and where it can't be known that is said.
@MainActor
@Suite final class ReceiverHistoryTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("known-\(UUID().uuidString)")
    private let chain = ChainIdentity.other(genesisHash: .sha256([7]))

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    private var journal: RequestJournal {
        RequestJournal(
            file: JournalFile(folder: folder, compactionSize: 8 << 10),
            nodes: NetworkNodes(.testnet, clock: ContinuousClock()), logger: Logger(label: "test"))
    }

    /// Stores an entry whose one part ended as `state`; `nil` leaves it open.
    private func store(
        _ receiver: String, by signer: String = "alice.near", genesis: CryptoHash? = .sha256([7]),
        _ state: JournalEntry.State? = .confirmed(hash: nil), actions: [Action] = []
    ) throws {
        let id = UUID().uuidString
        let intent = JournalIntent(
            id: id, time: 1, request: id, kind: .transactions, network: "local", genesis: genesis?.description,
            signerId: try AccountId(signer), walletId: "w",
            parts: [JournalIntent.Part(receiverId: try AccountId(receiver), actions: actions.map(JournalAction.init))],
            process: .current)
        var records = [JournalRecord.intent(intent)]
        if let state { records.append(.state(id: id, part: 0, state, isSettled: true)) }
        _ = try JournalFile(folder: folder, compactionSize: 8 << 10)
            .append(records, compacted: JournalLedger.compacted)
    }

    private func asked(_ receivers: [String], chain: ChainIdentity?) async throws -> ApprovalRequest {
        await journal.notingReceivers(
            of: ApprovalRequest(
                network: "local", chain: chain, asker: .commandLine(verb: "send"),
                subject: .transactions(
                    try receivers.map { TransactionRequest(receiverId: try AccountId($0), actions: []) },
                    signerId: try AccountId("alice.near"))))
    }

    @Test func aReceiverIsKnownByAConfirmedTransactionOfTheSignerOnTheChain() async throws {
        try store("shop.near")
        try store("failed.near", .failed(hash: nil, reason: "no"))
        try store("refused.near", .refused(reason: "no"))
        try store("open.near", nil)
        try store("others.near", by: "bob.near")
        try store("elsewhere.near", genesis: .sha256([8]))
        let names = ["failed.near", "refused.near", "open.near", "others.near", "elsewhere.near", "never.near"]
        let request = try await asked(["shop.near", "alice.near"] + names, chain: chain)
        #expect(Set(request.firstReceivers.map(\.text)) == Set(names) && !request.isReceiverHistoryUnknown)
        let facts = ApprovalText(request).facts.filter { $0.name == "First time to" }
        #expect(facts.map(\.value) == [names.sorted().joined(separator: ", ")])
        #expect(
            ApprovalText(try await asked(["shop.near"], chain: chain)).facts.allSatisfy { $0.name != "First time to" })
        // Without a node's word for the chain the network's id counts.
        #expect(try await asked(["elsewhere.near"], chain: nil).firstReceivers.isEmpty)
    }

    private static func tokens(to receiver: String, by method: String = "ft_transfer") -> Action {
        let arguments: JSONValue = ["receiver_id": .string(receiver), "amount": "1", "token_id": "1"]
        return .functionCall(
            FunctionCallAction(methodName: method, args: arguments.bytes, gas: .tera(10), deposit: .oneYocto))
    }

    private func asked(_ action: Action, of contract: String) async throws -> Set<String> {
        let request = await journal.notingReceivers(
            of: ApprovalRequest(
                network: "local", chain: chain, asker: .commandLine(verb: "send"),
                subject: .transactions(
                    [TransactionRequest(receiverId: try AccountId(contract), actions: [action])],
                    signerId: try AccountId("alice.near"))))
        return Set(request.firstReceivers.map(\.text))
    }

    @Test func whoGetsTokensIsAReceiverToo() async throws {
        try store("token.near", actions: [Self.tokens(to: "shop.near")])
        try store("token.near", .failed(hash: nil, reason: "no"), actions: [Self.tokens(to: "failed.near")])
        #expect(try await asked(Self.tokens(to: "shop.near"), of: "token.near").isEmpty)
        #expect(try await asked(["shop.near"], chain: chain).firstReceivers.isEmpty, "NEAR to one who got tokens")
        // The token has been called before, and the account has got nothing of it.
        for receiver in ["failed.near", "sh0p.near"] {
            #expect(try await asked(Self.tokens(to: receiver), of: "token.near") == [receiver])
            let found = try await asked(Self.tokens(to: receiver, by: "nft_transfer"), of: "nft.near")
            #expect(found == [receiver, "nft.near"])
        }
        // Arguments that are too long to be looked at hide the receiver, which is said.
        let blanks = Array(repeating: UInt8(ascii: " "), count: 64 * 1024)
        let hidden = Action.functionCall(
            FunctionCallAction(
                methodName: "ft_transfer", args: Array(#"{"receiver_id":"e.near","amount":"1"}"#.utf8) + blanks,
                gas: .tera(10), deposit: .oneYocto))
        let request = await journal.notingReceivers(
            of: ApprovalRequest(
                network: "local", chain: chain, asker: .commandLine(verb: "send"),
                subject: .transactions(
                    [TransactionRequest(receiverId: try AccountId("token.near"), actions: [hidden])],
                    signerId: try AccountId("alice.near"))))
        #expect(request.isReceiverHistoryUnknown)
        let contacts = try await journal.contacts(HistoryQuery()).contacts
        #expect(Set(contacts.map(\.account.text)) == ["token.near", "shop.near"])
        for _ in 0..<60 { try store("other.near", .failed(hash: nil, reason: "no")) }
        var query = HistoryQuery()
        query.receiver = try AccountId("shop.near")
        #expect(try await journal.page(query).entries.count == 1, "found in the archive")
        #expect(try await asked(Self.tokens(to: "shop.near"), of: "token.near").isEmpty, "known by the archive")
    }

    @Test func theArchiveCountsAsTheJournalDoes() async throws {
        try store("shop.near")
        for _ in 0..<60 { try store("other.near", .failed(hash: nil, reason: "no")) }
        let archived = try Archive(folder: folder).read { try $0.integer("SELECT count(*) FROM receiver") }
        #expect(try #require(archived) > 0)
        #expect(try await asked(["shop.near"], chain: chain).firstReceivers.isEmpty)
        #expect(try await asked(["other.near"], chain: chain).firstReceivers.count == 1, "60 failed on two pages")
    }

    @Test func whereTheHistoryCannotBeReadNothingIsCalledNew() async throws {
        try store("shop.near")
        try FileManager.default.createDirectory(
            at: Archive(folder: folder).url, withIntermediateDirectories: false)
        let known = try await asked(["shop.near"], chain: chain)
        #expect(known.firstReceivers.isEmpty && !known.isReceiverHistoryUnknown, "the journal itself says it")
        let request = try await asked(["never.near"], chain: chain)
        #expect(request.firstReceivers.isEmpty && request.isReceiverHistoryUnknown)
        #expect(ApprovalText(request).facts.last?.value == "not known: the history can’t be read")
        let many = try await asked((0..<17).map { "a\($0).near" }, chain: chain)
        #expect(many.firstReceivers.isEmpty && many.isReceiverHistoryUnknown, "no more than can be looked up")
    }
}
