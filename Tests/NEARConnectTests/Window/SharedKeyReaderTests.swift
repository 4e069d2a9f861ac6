// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnectCore

/// Shared keys in the window of another process, made and opened as with a screen reader.
final class SharedKeyReaderTests: HomeTestCase {
    /// Opens the login's page, whose provider approves by itself.
    private func browser() throws -> URL {
        let file = home.appendingPathComponent("browser")
        let script = """
            #!/bin/sh
            exec python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1]).read()' "$1"
            """
        try Data(script.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file
    }

    func testAKeyIsMadeAndOpenedByAScreenReader() throws {
        let (home, browser) = (home, try browser())
        try run(timeout: 120) {
            let (environment, login) = (try await WalletTestEnvironment.start(), try ShareServiceProcess())
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home,
                browser: browser)
            let reader = program.reader
            try await reader.press("push button", "Open with a login…")
            try await reader.press("push button", "Make a shared key…")
            try await reader.type(login.issuer, into: "text", "Identity provider")
            try await reader.type(login.service, into: "text", "Share service")
            var unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the login")
            try await reader.press("push button", "Save")
            try await reader.press("push button", "Start")
            // No keyring here: a file with a passphrase.
            try await reader.type("correct horse", into: "password text", "Passphrase")
            try await reader.type("correct horse", into: "password text", "The same again")
            try await reader.press("push button", "Open")
            _ = try await reader.find("label", "24. ")
            let shown = try await reader.elements().compactMap { $0.name.wholeMatch(of: /([0-9]+)\. ([a-z]+)/) }
            XCTAssertEqual(shown.map { Int($0.1) }, (1...24).map { $0 }, "read in their order")
            let words = shown.map { String($0.2) }.joined(separator: " ")
            try await reader.press("push button", "I have written them down")
            try await reader.type(words, into: "text", "The 24 words")
            unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the words")
            try await reader.press("push button", "Check")
            let made = try await reader.find("label", "exists from its first deposit on")
            let sentence = try XCTUnwrap(made.name.firstMatch(of: /[0-9a-f]{64}/))
            try await reader.press("push button", "Done")
            let tree = try await reader.tree()
            XCTAssertFalse(tree.contains(words.prefix(20)), "the words aren't left where readers look")
            // The deposit.
            _ = try await environment.manager.signIn(walletId: KeystoreService.walletId)
            let account = try AccountId(String(sentence.0))
            _ = try await environment.manager.sendNEAR(to: account, amount: try NEARToken("1 NEAR"))
            try await reader.press("push button", "Go on…")
            _ = try await reader.find("label", "\(account.text) was opened with the login of")
            try await reader.press("push button", "Done")
            // Another computer's request.
            try await reader.press("push button", "Add a computer…")
            try await reader.type("near-connect-computer:nothing", into: "text", "Its request")
            _ = try await reader.find("label", "This isn’t a new computer’s request.")
            unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the request")
            try await reader.press("push button", "Back")
            try await reader.press("push button", "From another computer…")
            _ = try await reader.find("label", "near-connect-computer:")
            _ = try await reader.find(nil, "QR code of the text below")
            unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the answer")
            // Neither the words nor a token are in a process of WebKit's, in a file, a log, or on the clipboard.
            let traces = [String(words.prefix(20)), String(words.suffix(20)), "eyJhbGciOi"].map { Array($0.utf8) }
            let processes = try ProcessMemory.family(of: program.processIdentifier)
            XCTAssertGreaterThan(processes.count, 2, "WebKit's are among them")
            for process in processes where process != program.processIdentifier {
                let counts = try ProcessMemory(of: process).counts(of: traces)
                XCTAssertEqual(counts, [0, 0, 0], "in the memory of \(process)")
            }
            let files = try program.files() + [("the clipboard", Array((ClipboardText.read() ?? "").utf8))]
            for (path, content) in files {
                let counts = traces.map { ProcessMemory.count(of: $0, in: content[...]) }
                XCTAssertEqual(counts, [0, 0, 0], "in \(path)")
            }
            let names = files.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
            XCTAssertTrue(names.contains("shared-keys.json") && names.contains("secrets.sealed"), "\(names)")
            try await program.stop()
            try login.stop()
            try await environment.stop()
        }
    }
}
