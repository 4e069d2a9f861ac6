// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The history as a table for spreadsheets: no text from outside leaves its cell or becomes a formula.
@Suite struct HistoryExportTests {
    /// Reads CSV as RFC 4180 says, by bytes.
    private static func parse(_ text: String) -> [[String]] {
        var (rows, row, cell): ([[String]], [String], [UInt8]) = ([], [], [])
        var isQuoted = false
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            index += 1
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && next == byte:
                cell.append(byte)
                index += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                row.append(String(decoding: cell, as: UTF8.self))
                cell = []
            case 0x0D where !isQuoted && next == 0x0A:
                index += 1
                rows.append(row + [String(decoding: cell, as: UTF8.self)])
                (row, cell) = ([], [])
            default: cell.append(byte)
            }
        }
        #expect(!isQuoted && row.isEmpty && cell.isEmpty, "the last line is complete")
        return rows
    }

    private static let pieces = [
        "\"", "\"\"", ",", "\n", "\r", "\r\n", "=", "+", "-", "@", "\t", " ", "'", "\u{0}", "\u{202E}", "\u{301}", "a",
        "é", ";",
        "=HYPERLINK(\"http://x\",\"y\")", "🦊",
    ]

    @Test func whateverIsInACellComesBackAndIsNoFormula() {
        var random = SplitMix64(seed: 22)
        for _ in 0..<SoakCount.full(or: 2_000) {
            let cells = (0..<3).map { _ in
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    Self.pieces.randomElement(using: &random) ?? ""
                }.joined()
            }
            let rows = Self.parse(CSVRow(cells).description)
            #expect(rows.count == 1 && rows.first?.count == 3, "\(cells)")
            for (read, cell) in zip(rows.first ?? [], cells) {
                let visible = read.unicodeScalars.first { $0 != " " }
                #expect(!"=+-@\t\r\n".unicodeScalars.contains(visible ?? "a"), "\(cell)")
                #expect(Array(read.utf8) == Array(cell.utf8) || Array(read.utf8) == Array("'\(cell)".utf8), "\(cell)")
            }
        }
        let harmless = ["alice.near", "340282366920938463463374607431768211455", "2023-11-14T22:13:20Z", "a=b", ""]
        #expect(CSVRow(harmless).description == harmless.joined(separator: ",") + "\r\n", "and nothing else is changed")
    }

    @Test func eachTransactionIsALineWithAllDigitsOfItsAmounts() throws {
        let reason = "=cmd|' /C calc'!A0\u{0}\u{202E}, \"x\"\r\nend"
        let request = try #require(
            JournalLedger([
                .intent(try JournalBuilders.intent("a", parts: 3)),
                .state(id: "a", part: 0, .confirmed(hash: JournalBuilders.hash), isSettled: true),
                .state(id: "a", part: 1, .failed(hash: nil, reason: reason), isSettled: true),
            ]).request("a"))
        let rows = Self.parse(([JournalEntry.csvHeader] + request.entry.csvRows).map(\.description).joined())
        let header = try #require(rows.first)
        #expect(rows.count == 4 && rows.allSatisfy { $0.count == header.count })
        func column(_ name: String) throws -> [String] {
            let index = try #require(header.firstIndex(of: name))
            return rows.dropFirst().map { $0[index] }
        }
        #expect(try column("id") == ["a", "a", "a"])
        #expect(try column("part") == ["0", "1", "2"])
        #expect(try column("state") == ["confirmed", "failed", "unknown"])
        #expect(try column("started_at") == Array(repeating: "2023-11-14T22:13:20Z", count: 3))
        let amounts = "340282366920938463463374607431768211455 1000000000000000000000000 2000000000000000000000000"
        #expect(try column("amounts_yoctonear") == [amounts, amounts, amounts])
        #expect(try column("hash") == [JournalBuilders.hash.description, "", ""])
        #expect(try column("token_receivers") == ["", "", ""])
        #expect(try column("token_amounts") == ["", "", ""])
        let detail = try column("detail")[1]
        #expect(detail == "'=cmd|' /C calc'!A0\\u{0}\\u{202E}, \"x\"\\u{D}\nend")
    }

    @Test func aTokensAmountStandsBesideItsReceiver() throws {
        func transfer(_ method: String, _ arguments: JSONValue) -> Action {
            .functionCall(
                FunctionCallAction(methodName: method, args: arguments.bytes, gas: .tera(10), deposit: .oneYocto))
        }
        let actions = [
            transfer("nft_transfer", ["receiver_id": "bob.near", "token_id": "7"]),
            transfer("ft_transfer", ["receiver_id": "carol.near", "amount": "12345678"]),
        ]
        let part = JournalIntent.Part(
            receiverId: try AccountId("token.near"), actions: actions.map(JournalAction.init))
        let intent = JournalIntent(
            id: "a", time: 1_700_000_000_000, request: "r1", kind: .transactions, network: "devnet",
            signerId: try AccountId("alice.near"), walletId: "w", parts: [part],
            process: ProcessIdentity(pid: 1, startTicks: 1, boot: "another machine"), asker: nil)
        let entry = try #require(JournalLedger([.intent(intent)]).request("a")).entry
        let json = try #require(entry.json["parts"]?.arrayValue?.first)
        #expect(json["tokenReceivers"] == ["bob.near", "carol.near"])
        #expect(json["tokenAmounts"] == [.null, "12345678"])
        let row = try #require(Self.parse(entry.csvRows.map(\.description).joined()).first)
        #expect(row.suffix(2) == ["bob.near carol.near", "none 12345678"])
        // Programs read the same in every locale.
        let grouping = NumberStyle(decimal: ",", group: ".")
        let action = try #require(part.actions.last)
        #expect(action.summary(in: grouping).contains("12.345.678"))
        #expect(action.summary(in: .plain).contains("12345678"))
    }
}
