// SPDX-License-Identifier: MIT

import Foundation
import GTKToolkit
import Logging
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore
@testable import NEARConnectShell

/// The journal as the window's page reads it, without a display.
@MainActor
@Suite final class ActivityTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("activity-\(UUID().uuidString)")
    private var file: JournalFile { JournalFile(folder: folder) }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing has no folder.
        }
    }

    private static func intent(_ id: String, time: Int64) throws -> JournalIntent {
        let call = FunctionCallAction(
            methodName: "buy", args: [], gas: .tera(30), deposit: try NEARToken("1 NEAR"))
        let part = JournalIntent.Part(
            receiverId: try AccountId("shop.near"), actions: [JournalAction(.functionCall(call))])
        return JournalIntent(
            id: id, time: time, request: "r1", kind: .transactions, network: "devnet",
            signerId: try AccountId("alice.near"), walletId: "w", parts: [part],
            process: ProcessIdentity(pid: 1, startTicks: 1, boot: "another machine"))
    }

    /// Archives settled entries: each third one failed.
    private func archive(_ count: Int) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let start: Int64 = 1_700_000_000_000
        let entries = try (0..<count).map { number in
            let id = "e\(number)"
            let state = JournalEntry.State.failed(hash: nil, reason: "no")
            let records: [JournalRecord] = [
                .intent(try Self.intent(id, time: start + Int64(number) * 60_000)),
                .state(
                    id: id, part: 0, number.isMultiple(of: 3) ? state : .confirmed(hash: JournalBuilders.hash),
                    isSettled: true),
            ]
            return ArchivedEntry(
                id: id, time: start + Int64(number) * 60_000, network: "devnet", genesis: nil, signer: "alice.near",
                receivers: ["shop.near"], lines: records.map(\.line))
        }
        try file.archive.add(entries)
    }

    private func log() -> ActivityLog {
        let journal = TransactionJournal(file: file, logger: .init(label: "test"))
        return ActivityLog { query throws(NEARError) in try await journal.page(query) }
    }

    @Test func tenThousandEntriesComeInStepsEachOnce() async throws {
        try archive(10_000)
        let log = log()
        let first = try await log.readMore()
        #expect(first.count == 100)
        #expect(first.first?.id == "e9999")
        #expect(!log.isComplete)
        while !log.isComplete { _ = try await log.readMore() }
        #expect(log.entries.map(\.id) == (0..<10_000).reversed().map { "e\($0)" })
        #expect(try await log.readMore().isEmpty)
    }

    @Test func aFilterReadsOnUntilItHasEnough() async throws {
        try archive(900)
        let log = log()
        log.filter = ActivityFilter(states: .failed)
        #expect(try await log.readMore().count == 100)
        while !log.isComplete { _ = try await log.readMore() }
        #expect(log.entries.count == 300)
        log.filter = ActivityFilter(states: .all, text: "Buy  SHOP.near")
        while !log.isComplete { _ = try await log.readMore() }
        #expect(log.entries.count == 900)
        log.filter = ActivityFilter(states: .done, text: "nobody.near")
        while !log.isComplete { _ = try await log.readMore() }
        #expect(log.entries.isEmpty)
    }

    @Test func whatWasReadBeforeARestartIsDropped() async throws {
        try archive(150)
        let journal = TransactionJournal(file: file, logger: .init(label: "test"))
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        var isFirst = true
        let log = ActivityLog { query throws(NEARError) in
            if isFirst {
                isFirst = false
                ask.yield()
                for await _ in gate { break }
            }
            return try await journal.page(query)
        }
        async let stale = log.readMore()
        for await _ in asked { break }
        log.filter = ActivityFilter(states: .done)
        open.yield()
        let fresh = try await log.readMore()
        #expect(try await stale.isEmpty)
        #expect(fresh.count == 100)
        #expect(log.entries.map(\.id) == fresh.map(\.id))
    }

    @Test func anExportHasEveryEntryOfTheFilter() async throws {
        try archive(2_500)
        let journal = TransactionJournal(file: file, logger: .init(label: "test"))
        let page: ActivityLog.Reader = { query throws(NEARError) in try await journal.page(query) }
        let table = folder.appendingPathComponent("out.csv")
        var progress: [Int] = []
        let written = try await ActivityExport.write(to: table, ActivityFilter(), page: page) { progress.append($0) }
        #expect(progress == [1_000, 2_000, 2_500])
        #expect(written.count == 2_500)
        #expect(try String(contentsOf: table, encoding: .utf8).split(separator: "\r\n").count == 2_501)
        let list = folder.appendingPathComponent("out.JSON")
        _ = try await ActivityExport.write(to: list, ActivityFilter(states: .failed), page: page)
        let values = try JSONValue.parse([UInt8](Data(contentsOf: list))).arrayValue
        #expect(values?.count == 834)
        let nowhere = folder.appendingPathComponent("no/such/folder.csv")
        await #expect(throws: NEARError.self) {
            try await ActivityExport.write(to: nowhere, ActivityFilter(), page: page)
        }
    }

    @Test func anExportThatIsCancelledWritesNothing() async throws {
        try archive(2_500)
        let journal = TransactionJournal(file: file, logger: .init(label: "test"))
        let page: ActivityLog.Reader = { query throws(NEARError) in try await journal.page(query) }
        let table = folder.appendingPathComponent("out.csv")
        let writing = Task { () -> NEARError? in
            do throws(NEARError) {
                _ = try await ActivityExport.write(to: table, ActivityFilter(), page: page) { _ in
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                return nil
            } catch {
                return error
            }
        }
        #expect(await writing.value?.code == "task-cancelled")
        #expect(!FileManager.default.fileExists(atPath: table.path))
    }

    @Test func aRowSaysWhatWasAskedAndWhatBecameOfIt() async throws {
        try archive(2)
        let log = log()
        let entries = try await log.readMore()
        let row = ActivityRow(try #require(entries.last), timeZone: .gmt)
        #expect(row.state == "Failed")
        #expect(row.receiver == "shop.near")
        #expect(row.time == "2023-11-14 22:13")
        #expect(row.what == "call buy with 1 NEAR")
        #expect(row.cells.count == 5)
    }

    // MARK: Steps

    @Test func stepsAreATreeWithEachReceiptOnce() throws {
        let ids = (1...4).map { CryptoHash.sha256([UInt8($0)]).description }
        func outcome(
            _ id: String, by executor: String, _ status: String, made: [String], log: String = ""
        ) -> String {
            let list = made.map { "\"\($0)\"" }.joined(separator: ",")
            return """
                {"id":"\(id)","block_hash":"\(ids[0])","proof":[],"outcome":{"executor_id":"\(executor)","status":\(status),
                "logs":[\(log)],"receipt_ids":[\(list)],"gas_burnt":2427000000000,"tokens_burnt":"242700000000000000000"}}
                """
        }
        let text = """
            {"status":{"SuccessValue":""},"transaction":{"signer_id":"alice.near","public_key":"\(JournalBuilders.key)",
            "nonce":1,"receiver_id":"bob.near","actions":[{"Transfer":{"deposit":"1000000000000000000000000"}}],
            "signature":"ed25519:\(Base58.encode([UInt8](repeating: 1, count: 64)))","hash":"\(ids[0])"},
            "transaction_outcome":\(outcome(ids[0], by: "alice.near", #"{"SuccessReceiptId":"\#(ids[1])"}"#, made: [ids[1]])),
            "receipts_outcome":[
              \(outcome(ids[1], by: "bob.near", #"{"SuccessValue":"NDI="}"#, made: [ids[2], ids[1]], log: #""hello\\u202e""#)),
              \(outcome(ids[2], by: "alice.near", #"{"SuccessValue":""}"#, made: [])),
              \(outcome(ids[3], by: "carol.near", #""Unknown""#, made: []))]}
            """
        let outcome = try FinalExecutionOutcome(json: try JSONValue.parse([UInt8](text.utf8)))
        let rows = ReceiptTree.rows(of: outcome)
        #expect(rows.count == 1)
        #expect(rows[0].cells == ["Transaction: send 1 NEAR", "alice.near", "handed on", "2.427 Tgas"])
        #expect(rows[0].children.map(\.cells[1]) == ["bob.near", "carol.near"], "what nobody made isn't hidden")
        let receipt = rows[0].children[0]
        #expect(receipt.cells[2] == "returned 42")
        #expect(receipt.children.count == 2, "a log and one receipt: the circle is cut")
        #expect(receipt.children[0].cells[0].hasPrefix("Log: hello"))
    }

    /// Nodes show the code of a deployment, or only its hash.
    @Test func aDeploymentIsToldByItsSizeOrItsHash() {
        let (code, hash) = ([0x00, 0x61, 0x73, 0x6D] + [UInt8](repeating: 1, count: 28), CryptoHash.sha256([1]))
        #expect(ReceiptTree.words(.deployContract(codeOrHash: code)) == "deploy a contract of 32 bytes")
        #expect(
            ReceiptTree.words(.deployContract(codeOrHash: hash.bytes))
                == "deploy the contract with the SHA-256 \(hash)")
    }

    /// The amount alone where one transfer stands in an entry, else each with its receiver.
    @Test func amountsOfTokensStandWithTheirReceivers() throws {
        let style = NumberStyle(decimal: ",", group: ".")
        func call(_ method: String, _ arguments: JSONValue) -> JournalAction {
            JournalAction(
                .functionCall(
                    FunctionCallAction(
                        methodName: method, args: arguments.bytes, gas: .tera(30), deposit: .oneYocto)))
        }
        let bob = call("ft_transfer", ["receiver_id": "bob.near", "amount": "1234567"])
        let carol = call("ft_transfer", ["receiver_id": "carol.near", "amount": "5"])
        let picture = call("nft_transfer", ["receiver_id": "bob.near", "token_id": "1"])
        let payment = JournalAction(.transfer(TransferAction(deposit: try NEARToken("1 NEAR"))))
        #expect(EntryDetails.amounts(of: [bob], style: style) == "1.234.567")
        #expect(EntryDetails.amounts(of: [payment, bob], style: style) == "1.234.567")
        #expect(EntryDetails.amounts(of: [bob, carol], style: style) == "bob.near: 1.234.567; carol.near: 5")
        // An NFT has no amount, and says whose the other one's is.
        #expect(EntryDetails.amounts(of: [bob, picture], style: style) == "bob.near: 1.234.567")
        for none in [[], [payment], [picture]] { #expect(EntryDetails.amounts(of: none, style: style) == nil) }
    }

    @Test func timesAreTheSameInEveryLanguage() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let time = Date(timeIntervalSince1970: 1_767_222_000)
        #expect(TimeText.minute(time, zone) == "2026-01-01 00:00" && TimeText.day(time, zone) == "2026-01-01")
    }

    @Test func aTransactionIsLookedAtWhereItsNetworkHasAnExplorer() throws {
        let hash = JournalBuilders.hash
        func place(_ network: String, _ shown: String, own: Bool) -> ExplorerAddress? {
            ExplorerAddress(of: hash, network: network, shown: shown, hasOwnPage: own)
        }
        #expect(place("mainnet", "mainnet", own: false) == .web("https://nearblocks.io/txns/\(hash)"))
        #expect(place("testnet", "mainnet", own: false) == .web("https://testnet.nearblocks.io/txns/\(hash)"))
        #expect(place("devnet", "devnet", own: true) == .ownPage(fragment: "/transaction/\(hash)"))
        #expect(place("devnet", "mainnet", own: true) == nil)
        #expect(place("devnet", "devnet", own: false) == nil)
    }
}
