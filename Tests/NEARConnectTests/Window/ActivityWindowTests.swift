// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The page of what was done, over a real wallet and chain.
final class ActivityWindowTests: MainLoopTestCase {
    func testATransactionStandsThereWithItsStepsAndGoesToTheExplorer() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.explorer = environment.devnet.explorerURL
            window.present()
            environment.manager.connect(walletId: KeystoreService.walletId)
            await waitUntil("the account") { environment.manager.isSignedIn && !environment.manager.isBusy }
            window.body.show(.activity)
            let page = try XCTUnwrap(window.body.pages.activity)
            await waitUntil("the focus") { page.search.isFocus }
            XCTAssertEqual(page.table.count, 0)
            let receiver = environment.accounts[1].id
            let sent = try await environment.manager.sendNEAR(to: receiver, amount: try NEARToken("1.5 NEAR"))
            await waitUntil("the entry and its end, without a reload") {
                page.table.count == 1 && page.table.text(row: 0, column: 1) == "Done"
            }
            XCTAssertEqual(page.table.text(row: 0, column: 2), "send 1.5 NEAR")
            XCTAssertEqual(page.table.text(row: 0, column: 3), receiver.text)
            page.table.chosen = 0
            await waitUntil("the steps") { !page.details.steps.isEmpty }
            let step = try XCTUnwrap(page.details.steps.first)
            XCTAssertEqual(step.cells[1], environment.accounts[0].id.text)
            XCTAssertEqual(step.children.first?.cells[1], receiver.text)
            page.search.text = "nothing of this kind"
            await waitUntil("the placeholder") { page.table.count == 0 }
            page.search.text = sent.transactionHash.description
            await waitUntil("the entry by its hash") { page.table.count == 1 }
            page.ask.press()
            await waitUntil("the chain's word") { page.note.text == "Everything on devnet is settled." }
            await waitUntil("the entry again") { page.table.count == 1 }
            page.table.chosen = 0
            await waitUntil("the button") { page.details.open.isVisible }
            page.details.open.press()
            XCTAssertEqual(window.body.page, .devnet)
            let explorer = try XCTUnwrap(window.body.explorerPage)
            await waitUntil("the transaction") {
                explorer.view.uri?.hasSuffix("#/transaction/\(sent.transactionHash)") == true
            }
            window.close()
            try await environment.stop()
        }
    }

    func testWhatIsShownIsWrittenToAFile() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            environment.manager.connect(walletId: KeystoreService.walletId)
            await waitUntil("the account") { environment.manager.isSignedIn && !environment.manager.isBusy }
            try await environment.manager.sendNEAR(
                to: environment.accounts[1].id, amount: try NEARToken("2 NEAR"))
            window.body.show(.activity)
            let page = try XCTUnwrap(window.body.pages.activity)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
            page.export(to: file)
            await waitUntil("the file") { page.note.text.hasPrefix("1 entry was written to ") }
            XCTAssertTrue(try String(contentsOf: file, encoding: .utf8).contains("send 2 NEAR"))
            try FileManager.default.removeItem(at: file)
            window.close()
            try await environment.stop()
        }
    }

    /// Writes confirmed entries as another process of the profile does.
    private static func write(_ count: Int, in folder: URL) throws {
        let records = try (0..<count).flatMap { number -> [JournalRecord] in
            let id = UUID().uuidString
            let intent = JournalIntent(
                id: id, time: Int64(number), request: id, kind: .transactions, network: "devnet", genesis: nil,
                signerId: try AccountId("alice.test.near"), walletId: "w",
                parts: [JournalIntent.Part(receiverId: try AccountId("shop\(number).near"), actions: [])],
                process: .current)
            return [.intent(intent), .state(id: id, part: 0, .confirmed(hash: nil), isSettled: true)]
        }
        _ = try JournalFile(folder: folder).append(records, compacted: JournalLedger.compacted)
    }

    func testWhatIsLookedAtStaysWhereOthersWrite() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let folder = try XCTUnwrap(environment.manager.folders).state
            try Self.write(250, in: folder)
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            window.body.show(.activity)
            let page = try XCTUnwrap(window.body.pages.activity)
            await waitUntil("all rows") {
                page.table.scroll(to: 1)
                return page.table.count == 250
            }
            page.table.chosen = 220
            page.table.scroll(to: 0.9)
            let (place, chosen) = (page.table.scrolled, page.entries[220].id)
            XCTAssertGreaterThan(place, 1_000)
            try Self.write(1, in: folder)
            // Several readings at once, one of which hasn't begun when the next one comes.
            page.reload(keepingRows: true)
            page.table.onNearEnd?()
            page.reload(keepingRows: true)
            await waitUntil("the new entry") { page.table.count == 251 }
            await waitUntil("the entry that was chosen") {
                page.table.chosen.map { page.entries[$0].id } == chosen
            }
            // GTK scrolls to a row that is chosen, so the place may be another one near it.
            await waitUntil("the place: \(page.table.scrolled), it was \(place)") { page.table.scrolled > 1_000 }
            window.close()
            try await environment.stop()
        }
    }

    func testManyEntriesComeAsTheUserScrolls() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            let table = TableView(
                [TableColumn("a", width: 80), TableColumn("b", width: 80, expands: true)], name: "rows")
            var steps = 0
            table.onNearEnd = { [weak table] in
                guard let table, table.count < 10_000 else { return }
                steps += 1
                table.append((0..<100).map { ["\(table.count + $0)", "x"] })
            }
            let top = Window(title: "rows", width: 400, height: 300)
            top.setContent(table)
            table.append((0..<100).map { ["\($0)", "x"] })
            top.present()
            await waitUntil("the rows") { table.isMapped }
            XCTAssertLessThan(table.count, 1_000, "no more than is near")
            while table.count < 10_000 {
                let before = table.count
                await waitUntil("more rows than \(before)") {
                    table.scroll(to: 1)
                    return table.count > before
                }
            }
            table.scroll(to: 0.5)
            table.chosen = 9_999
            XCTAssertEqual(table.chosen, 9_999)
            XCTAssertEqual(table.text(row: 9_999, column: 0), "9999")
            XCTAssertGreaterThan(steps, 90)
            top.destroy()
            window.close()
            try await environment.stop()
        }
    }
}
