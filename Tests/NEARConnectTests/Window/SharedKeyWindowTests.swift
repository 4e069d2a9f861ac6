// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers
@testable import NEARConnectShell
@testable import NEARSharedKeys

/// Shared keys in the shell's window: made, left, gone on with, opened and replaced by its buttons alone.
final class SharedKeyWindowTests: MainLoopTestCase {
    /// Types the words that are shown back, as a user who errs first.
    @MainActor
    private static func typeBack(in view: SharedKeyWindow) async throws -> String {
        let pane = try await view.until(SharedKeyWordsPane.self)
        XCTAssertEqual(pane.labels.count, 24)
        let words = pane.labels.compactMap { $0.text.split(separator: " ").last.map(String.init) }
        try checkSheet(of: pane, words)
        pane.written.press()
        XCTAssertTrue(pane.labels.isEmpty, "they are gone while they are typed")
        XCTAssertFalse(pane.check.isSensitive)
        pane.typed.text = words.dropLast().joined(separator: " ")
        pane.check.press()
        XCTAssertEqual(pane.problem.text, "A share has 24 words, not 23 words.")
        pane.typed.text = (["\(words[0])x"] + words.dropFirst()).joined(separator: " ")
        pane.check.press()
        XCTAssertTrue(pane.problem.text.hasPrefix("Word 1 isn’t in the list"), pane.problem.text)
        pane.show.press()
        XCTAssertEqual(pane.labels.count, 24)
        pane.written.press()
        pane.typed.text = words.joined(separator: " ").uppercased()
        pane.check.press()
        return words.joined(separator: " ")
    }

    /// The sheet as a file that nobody else can read, and a place where none can be written.
    @MainActor
    private static func checkSheet(of pane: SharedKeyWordsPane, _ words: [String]) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sheet-\(UUID().uuidString).pdf")
        defer { try? FileManager.default.removeItem(at: file) }
        pane.saveSheet(to: file.path)
        XCTAssertTrue(pane.sheetNote.text.contains("which only you can read"), pane.sheetNote.text)
        let bytes = try Data(contentsOf: file)
        XCTAssertTrue(bytes.starts(with: Data("%PDF-".utf8)))
        XCTAssertTrue(bytes.suffix(8).contains(Data("%%EOF".utf8)))
        XCTAssertGreaterThan(bytes.count, 8_000, "a sheet with nothing on it is smaller")
        try checkText(of: file, words)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
        pane.saveSheet(to: "/nowhere/sheet.pdf")
        XCTAssertTrue(pane.sheetNote.text.contains("No such file"), pane.sheetNote.text)
    }

    /// Reads the sheet: one page, nothing beyond its borders, nothing broken that is typed in again.
    private static func checkText(of file: URL, _ words: [String]) throws {
        func read(_ options: String...) throws -> String {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftotext")
            process.arguments = options + [file.path, "-"]
            process.standardOutput = output
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            XCTAssertEqual(process.terminationStatus, 0)
            return String(decoding: data, as: UTF8.self)
        }
        let text = try read("-layout")
        XCTAssertEqual(text.count { $0 == "\u{0C}" }, 1, "one page")
        let (numbered, plain) = (
            text.matches(of: /([0-9]+)\. ([a-z]+)/), text.split(separator: /\s+/).joined(separator: " ")
        )
        let found = Dictionary(numbered.map { (Int($0.1), String($0.2)) }) { one, _ in one }
        XCTAssertEqual((1...words.count).map { found[$0] }, words, "each word with its number")
        for sentence in [
            "Recovery words", "Account ", " on devnet", "Written on 20", "These words alone open nothing",
            "any two open the account", "near-connect shares rotate", "docs/emergency.md", "The code is public",
        ] {
            XCTAssertTrue(plain.localizedCaseInsensitiveContains(sentence), "\(sentence) isn't in \(plain)")
        }
        // Account and code are typed in again: no line breaks them where a reader would put a blank or a hyphen.
        XCTAssertNotNil(plain.firstMatch(of: /Account ([0-9a-f]{64}|[a-z.]+near) on/), plain)
        let code = try XCTUnwrap(plain.firstMatch(of: /compared with it\. ?([1-9A-HJ-NP-Za-km-z ]+)$/)).1
        XCTAssertNoThrow(try ShareSet(bytes: try Base58.decode(String(code.filter { $0 != " " }))), "\(code)")
        // Nothing falls off the page.
        let boxes = try read("-bbox").matches(of: /yMax="([0-9.]+)"/).compactMap { Double($0.1) }
        let height = try XCTUnwrap(try read("-bbox").firstMatch(of: /<page width="[0-9.]+" height="([0-9.]+)"/)).1
        XCTAssertLessThan(try XCTUnwrap(boxes.max()), try XCTUnwrap(Double(height)) - 18)
    }

    func testAKeyIsMadeLeftGoneOnWithOpenedAndReplaced() throws {
        try run {
            let scene = try await SharedKeyWindowScene.start()
            XCTAssertFalse(scene.window.body.sharedKeys.bar.isRevealed)
            let view = try scene.open()
            // Without a login, that is asked for first.
            try await view.press(.new)
            let login = try await view.until(SharedKeyLoginPane.self)
            XCTAssertFalse(login.save.isSensitive)
            login.issuer.text = " \(scene.provider.issuer) "
            login.service.text = scene.service.address
            login.save.press()
            try await view.until(SharedKeyNewPane.self).start.press()
            let passphrase = try await view.until(SharedKeyStepsPane.self) { $0.passphrase.isMapped }
            passphrase.passphrase.text = "correct horse"
            XCTAssertFalse(passphrase.open.isSensitive, "it is typed twice")
            passphrase.again.text = "correct horse"
            passphrase.open.press()
            // Left while the words are shown.
            try await view.until(SharedKeyWordsPane.self).leave.press()
            let left = try await view.end()
            XCTAssertTrue(left.contains("go on with it later"), left)
            let account = try XCTUnwrap(view.model.records.first?.account)
            view.close()

            // The window says so, at each start too.
            XCTAssertTrue(scene.window.body.sharedKeys.bar.isRevealed)
            let later = ShellBody(manager: scene.environment.manager, header: scene.window.header)
            let note = try XCTUnwrap(later.sharedKeys.bar.text)
            XCTAssertTrue(note.contains("\(account.text) isn’t finished"), note)
            later.end()

            // The sealed file's passphrase, mistyped once; then the same words.
            let again = try scene.open()
            try await again.press(.goOn(account))
            for (text, isWrong) in [("wrong", false), ("correct horse", true)] {
                let pane = try await again.until(SharedKeyStepsPane.self) {
                    $0.passphrase.isMapped && $0.problem.isVisible == isWrong && $0.passphrase.text.isEmpty
                }
                pane.passphrase.text = text
                pane.open.press()
            }
            let words = try await Self.typeBack(in: again)
            let made = try await again.end()
            XCTAssertTrue(made.contains("\(account.text) exists from its first deposit on"), made)

            // The deposit comes; no passphrase is asked for a second time.
            let alice = scene.environment.accounts[0]
            for _ in 0..<3 { try await scene.pay(from: alice.id, by: alice.secretKey, to: account) }
            try await again.press(.goOn(account))
            let opened = try await again.end()
            XCTAssertEqual(opened, "\(account.text) was opened with the login of ada@example.org and this computer.")

            // The words are compared without anybody.
            try await again.press(.check(account))
            let form = try await again.until(SharedKeyFormPane.self)
            form.words.text = words
            form.go.press()
            XCTAssertEqual(form.problem.text, "These are the words of \(account.text).")

            // Seen by somebody: another key, with the user's yes to both changes.
            again.choose(.rotate(account))
            let lost = try await again.until(SharedKeyLostPane.self)
            XCTAssertEqual(lost.buttons.count, 5)
            lost.buttons.first { $0.loss == .words }?.button.press()
            try await again.until(SharedKeyFormPane.self).go.press()
            let newWords = try await Self.typeBack(in: again)
            XCTAssertNotEqual(newWords, words)
            try await again.approve(2)
            let replaced = try await again.end()
            XCTAssertTrue(replaced.contains("has another key"), replaced)
            XCTAssertTrue(again.model.prove(try ShareWords(newWords), of: account).isGood)
            let old = again.model.prove(try ShareWords(words), of: account)
            XCTAssertTrue(!old.isGood && old.text.contains("was replaced on"), old.text)
            // Opened, it is given to the program, and signs after this window is closed.
            var taken: Keystore.Entry?
            again.onUse = { taken = $0 }
            try await again.press(.signIn(account))
            let end = try await again.until(SharedKeyEndPane.self) { $0.use.isVisible }
            end.use.press()
            let entry = try XCTUnwrap(taken)
            XCTAssertEqual(entry.accountId, account)
            XCTAssertTrue(SharedKeyWindow.open.isEmpty)
            try await scene.pay(from: account, by: entry.signer, to: alice.id)
            XCTAssertFalse(scene.window.body.sharedKeys.bar.isRevealed)
            XCTAssertTrue(SharedKeyWindow.open.isEmpty)

            // A key that somebody else may have added is named at the next start.
            let strange = try SecretKey.generate().publicKey
            let add = AddKeyAction(publicKey: strange, accessKey: AccessKey(nonce: 0, permission: .fullAccess))
            try await scene.send(.addKey(add), from: account, by: entry.signer, to: account)
            // A daily key is shown, and isn't such a one.
            let (daily, book) = (try SecretKey.generate().publicKey, try AccountId("book.test.near"))
            let calls = FunctionCallPermission(allowance: .oneYocto, receiverId: book, methodNames: [])
            let access = AccessKey(permission: .functionCall(calls))
            try await scene.send(
                .addKey(AddKeyAction(publicKey: daily, accessKey: access)), from: account, by: entry.signer,
                to: account)
            let records = ShareSetRecords(try XCTUnwrap(scene.environment.manager.folders))
            let set = try XCTUnwrap(try records.all().last { $0.state == .active })
            try records.add(
                DailyKeyRecord(publicKey: daily, contractId: book, ends: Date().addingTimeInterval(86_400)), to: set.id)
            let next = ShellBody(manager: scene.environment.manager, header: scene.window.header)
            await waitUntil("the note") { next.sharedKeys.bar.text?.contains("\(strange)") == true }
            let warning = try XCTUnwrap(next.sharedKeys.bar.text)
            XCTAssertTrue(warning.hasPrefix("\(account.text) has a key that this computer doesn’t know"), warning)
            let list = try await next.showSharedKeys().until(SharedKeyListPane.self)
            XCTAssertTrue(list.buttons.contains { $0.choice == .rotate(account) })
            let open = try XCTUnwrap(SharedKeyWindow.open.first)
            await waitUntil("the chain’s keys") { open.model.strangeKeys[account] == [strange.handle] }
            let lines = try await open.until(SharedKeyListPane.self).dailyKeys.map(\.text)
            XCTAssertEqual(lines.count, 1)
            XCTAssertTrue(lines.first?.hasPrefix("Daily key: calls book.test.near until 20") ?? false, "\(lines)")
            next.end()
            open.close()
            try await Self.checkWarnings(of: account, by: entry.signer, strange: strange, in: scene)
            try await scene.stop()
        }
    }

    /// Warns of unknown keys first, of a replaced key that is still there, and of a replacement that waits.
    @MainActor
    private static func checkWarnings(
        of account: AccountId, by signer: any AccessKeySigner, strange: PublicKey, in scene: SharedKeyWindowScene
    ) async throws {
        func note(_ words: String) async throws {
            let body = ShellBody(manager: scene.environment.manager, header: scene.window.header)
            await waitUntil("“\(words)”") { body.sharedKeys.bar.text?.contains(words) == true }
            body.end()
        }
        let records = ShareSetRecords(try XCTUnwrap(scene.environment.manager.folders))
        let old = try XCTUnwrap(records.all().first { $0.state == .retired }).set.publicKey
        let add = AddKeyAction(publicKey: old, accessKey: AccessKey(nonce: 0, permission: .fullAccess))
        try await scene.send(.addKey(add), from: account, by: signer, to: account)
        try await note("has a key that this computer doesn’t know: \(strange)")
        try await scene.send(
            .deleteKey(DeleteKeyAction(publicKey: strange)), from: account, by: signer, to: account)
        try await note("still has a key that was replaced: \(old)")
        try await scene.send(
            .deleteKey(DeleteKeyAction(publicKey: old)), from: account, by: signer, to: account)
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let places = try SharePlaces([.login: .service(scene.service.address), .device: .sealedFile, .recovery: .words])
        try records.add(dealt.set, of: account, on: ExactText(scene.environment.manager.network.rawValue), in: places)
        try await note("The shared key of \(account.text) isn’t replaced yet")
        let view = try scene.open()
        _ = try await view.until(SharedKeyListPane.self) { _ in view.model.unfinished == [account] }
        view.close()
    }

    /// Asks for the words at each start from 90 days after they were typed, until they are checked.
    @MainActor
    private static func checkReminder(
        of account: AccountId, _ words: String, in scene: SharedKeyWindowScene, _ model: SharedKeyModel
    ) throws {
        func note() -> String? {
            let body = ShellBody(manager: scene.environment.manager, header: scene.window.header)
            defer { body.end() }
            return body.sharedKeys.bar.isRevealed ? body.sharedKeys.bar.text : nil
        }
        XCTAssertNil(note())
        let records = ShareSetRecords(
            folder: try scene.folders.data, now: { Date().addingTimeInterval(-90 * 86_400) })
        try records.prove(
            try ShareWords(words), of: account, on: ExactText(scene.environment.manager.network.rawValue))
        XCTAssertEqual(note()?.contains("Nobody has typed them here for 90 days"), true)
        XCTAssertTrue(model.prove(try ShareWords(words), of: account).isGood)
        XCTAssertNil(note())
    }

    /// With the service down, the words and this computer open the account, and their signer pays.
    func testTheWordsOpenTheAccountWhileTheServiceIsDown() throws {
        try run {
            let scene = try await SharedKeyWindowScene.start()
            let first = try scene.open()
            let (account, words) = try await scene.madeAccount(in: first)
            let alice = scene.environment.accounts[0]
            first.close()
            try Self.checkReminder(of: account, words, in: scene, first.model)

            let view = try scene.open()
            await scene.service.stop()
            try await view.press(.signIn(account))
            try await view.givePassphrase("correct horse")
            let end = try await view.until(SharedKeyEndPane.self)
            XCTAssertTrue(end.words.isVisible, end.text.text)
            end.words.press()
            let form = try await view.until(SharedKeyFormPane.self)
            XCTAssertFalse(form.go.isSensitive)
            // Words of another key are named; the right ones open it.
            form.words.text = try SharedKeyWindowTests.otherWords()
            form.go.press()
            let wrong = try await view.end()
            XCTAssertFalse(wrong.contains("was opened"), wrong)
            try await view.press(.signIn(account))
            try await view.until(SharedKeyEndPane.self).words.press()
            let next = try await view.until(SharedKeyFormPane.self)
            next.words.text = words
            var taken: Keystore.Entry?
            view.onUse = { taken = $0 }
            next.go.press()
            let opened = try await view.until(SharedKeyEndPane.self) { $0.use.isVisible }
            XCTAssertEqual(
                opened.text.text, "\(account.text) was opened with the recovery words and this computer.")
            opened.use.press()
            try await scene.pay(from: account, by: try XCTUnwrap(taken).signer, to: alice.id)
            scene.window.close()
            await scene.provider.stop()
            try await scene.environment.stop()
        }
    }

    /// The recovery words of a key that no account has.
    static func otherWords() throws -> String {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let share = try XCTUnwrap(dealt.shares.first { $0.holder == .recovery })
        return try ShareWords(share.share).exposedText()
    }
}
