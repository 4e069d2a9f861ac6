// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARShares
import NEARVault
import TestSupport
import XCTest

@testable import NEARConnectCore
@testable import NEARConnectPeers

/// Shared keys in the window of another process, made and opened as with a screen reader.
final class SharedKeyReaderTests: HomeTestCase {
    /// Nothing of shared keys runs for a user who has none: no program, no port, no file.
    func testNothingOfSharedKeysRunsWhereThereIsNone() throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home)
            _ = try await program.reader.find("push button", "Open with a login…")
            let family = try ProcessMemory.family(of: program.processIdentifier)
            XCTAssertGreaterThan(family.count, 1, "WebKit's are among them")
            for process in family {
                let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
                XCTAssertFalse(path.contains("walletconnect") || path.contains("shares"), path)
                XCTAssertEqual(try Self.listeningPorts(of: process), [], path)
            }
            // Its own: opening the window of shared keys is what makes the first file.
            let files = try program.files().map(\.path)
            XCTAssertEqual(files.filter { $0.contains("share") || $0.contains("secrets") || $0.contains("vault") }, [])
            try await program.reader.press("push button", "Open with a login…")
            _ = try await program.reader.find("push button", "Make a shared key…")
            XCTAssertEqual(try Self.listeningPorts(of: program.processIdentifier), [], "no login, no redirect's port")
            try await program.stop()
        }
    }

    /// Returns the TCP ports at which a process listens.
    private static func listeningPorts(of process: pid_t) throws -> [Int] {
        let folder = "/proc/\(process)/fd"
        let targets = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { descriptor -> String? in
            var buffer = [CChar](repeating: 0, count: 256)
            // One that was closed meanwhile is none.
            guard readlink("\(folder)/\(descriptor)", &buffer, 255) > 0 else { return nil }
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        let sockets = Set(targets.filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
        let table = try ["tcp", "tcp6"].map {
            try String(contentsOfFile: "/proc/\(process)/net/\($0)", encoding: .utf8)
        }
        return table.joined().split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == "0A", sockets.contains(String(fields[9])) else { return nil }
            return fields[1].split(separator: ":").last.flatMap { Int($0, radix: 16) }
        }
    }

    /// Returns the bytes of this computer's share, and of the words'.
    private static func shares(in sealed: [UInt8], _ words: String) async throws -> [[UInt8]] {
        // A copy: the file's lock is the program's.
        let copy = TestFolder("sealed")
        try FileManager.default.createDirectory(at: copy.url, withIntermediateDirectories: true)
        XCTAssertTrue(
            FileManager.default.createFile(
                atPath: copy.url.appending(path: "secrets.sealed").path, contents: Data(sealed),
                attributes: [.posixPermissions: 0o600]))
        let vault = SealedFileVault(
            VaultFolders(data: copy.url.path, state: copy.url.appending(path: "state").path))
        try await vault.unlock { _ in SecretBytes(copying: Array("correct horse".utf8)) }
        let names = try await vault.names()
        let name = try XCTUnwrap(names.first { $0.purpose == .keyShare })
        let given = [try await vault.secret(named: name), try ShareWords(words).share.packed]
        // The last byte has the holder too, where a share is written down.
        return try given.map { try XCTUnwrap($0).withUnsafeBytes { Array($0.prefix(31)) } }
    }

    func testAKeyIsMadeAndOpenedByAScreenReader() throws {
        let (home, browser) = (home, try BrowserScript.approving(in: home))
        try run(timeout: 120) {
            let (environment, login) = (try await WalletTestEnvironment.start(), try ShareServiceProcess())
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home,
                browser: browser)
            let reader = program.reader
            var trees = try KeptTrees("shared-key-trees.txt", home: home, without: environment.accounts[0])
            try await reader.press("push button", "Open with a login…")
            try await reader.press("push button", "Make a shared key…")
            try await reader.type(login.issuer, into: "text", "Identity provider")
            try await reader.type(login.service, into: "text", "Share service")
            var unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the login")
            try await Self.look("Login", at: &trees, reader)
            try await reader.press("push button", "Save")
            _ = try await reader.find("push button", "Start")
            try await Self.look("A new key", at: &trees, reader)
            try await reader.press("push button", "Start")
            // No keyring here: a file with a passphrase.
            try await reader.type("correct horse", into: "password text", "Passphrase")
            try await reader.type("correct house", into: "password text", "The same again")
            // The sentence belongs to the second field alone.
            let differing = try await reader.problem(of: "password text", "The same again")
            XCTAssertEqual(differing, "The two differ.")
            let first = try await reader.find("password text", "Passphrase")
            let ofFirst = try await reader.description(of: first.place)
            XCTAssertEqual(ofFirst, "")
            try await reader.type("correct horse", into: "password text", "The same again")
            try await Self.look("A passphrase", at: &trees, reader)
            try await reader.press("push button", "Open")
            _ = try await reader.find("label", "24. ")
            try await Self.look("The words", at: &trees, reader)
            let shown = try await reader.elements().compactMap { $0.name.wholeMatch(of: /([0-9]+)\. ([a-z]+)/) }
            XCTAssertEqual(shown.map { Int($0.1) }, (1...24).map { $0 }, "read in their order")
            let words = shown.map { String($0.2) }.joined(separator: " ")
            try await reader.press("push button", "I have written them down")
            try await reader.type(words, into: "text", "The 24 words")
            unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the words")
            try await Self.look("The words typed back", at: &trees, reader, without: words)
            try await reader.press("push button", "Check")
            let made = try await reader.find("label", "exists from its first deposit on")
            let sentence = try XCTUnwrap(made.name.firstMatch(of: /[0-9a-f]{64}/))
            try await Self.look("The end", at: &trees, reader)
            try await reader.press("push button", "Done")
            let tree = try await reader.tree()
            XCTAssertFalse(tree.contains(words.prefix(20)), "the words aren't left where readers look")
            // The address, for a friend who is to send the deposit.
            try await reader.press("push button", "Receive")
            _ = try await reader.find(nil, "QR code of \(sentence.0)")
            _ = try await reader.find("label", "Send only NEAR and tokens of devnet")
            unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the address")
            try await reader.close(dialog: "Receive")
            // The deposit.
            _ = try await environment.manager.signIn(walletId: KeystoreService.walletId)
            let account = try AccountId(String(sentence.0))
            _ = try await environment.manager.sendNEAR(to: account, amount: try NEARToken("1 NEAR"))
            try await reader.press("push button", "Go on…")
            _ = try await reader.find("label", "\(account.text) was opened with the login of")
            try await Self.look("Opened", at: &trees, reader)
            try await reader.press("push button", "Done")
            _ = try await reader.find("push button", "Sign out…")
            try await Self.look("A key", at: &trees, reader)
            for (button, text) in [
                ("Check the words…", "Nobody is asked"), ("Leave the shared key…", "Public key"),
                ("Sign out…", "on all computers"), ("Lost something?", "Back"),
            ] {
                try await reader.press("push button", button, outOfView: true)
                _ = try await reader.find(nil, text, outOfView: true)
                try await Self.look(button, at: &trees, reader)
                try await reader.press("push button", "Back", outOfView: true)
                _ = try await reader.find("push button", "Sign out…", outOfView: true)
            }
            // Another computer's request.
            try await reader.press("push button", "Add a computer…")
            try await reader.type("near-connect-computer:nothing", into: "text", "Its request")
            _ = try await reader.find("label", "This isn’t a new computer’s request.")
            unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the request")
            try await Self.look("A computer’s request", at: &trees, reader)
            try await reader.press("push button", "Back")
            try await reader.press("push button", "From another computer…")
            _ = try await reader.find("label", "near-connect-computer:")
            _ = try await reader.find(nil, "QR code of the text below")
            unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "the answer")
            // Neither shares, words nor a token are in a process of WebKit's, in a file, a log, or on the clipboard.
            let sealed = try program.files().first { $0.path.hasSuffix("/secrets.sealed") }
            let shares = try await Self.shares(in: try XCTUnwrap(sealed).content, words)
            let texts = [String(words.prefix(20)), String(words.suffix(20)), "eyJhbGciOi"]
            let traces = (texts + OpaqueToken.allCases.map(\.rawValue)).map { Array($0.utf8) } + shares
            let none = traces.map { _ in 0 }
            let processes = try ProcessMemory.family(of: program.processIdentifier)
            XCTAssertGreaterThan(processes.count, 2, "WebKit's are among them")
            for process in processes where process != program.processIdentifier {
                let counts = try ProcessMemory(of: process).counts(of: traces)
                XCTAssertEqual(counts, none, "in the memory of \(process)")
            }
            let files = try program.files() + [("the clipboard", Array((ClipboardText.read() ?? "").utf8))]
            for (path, content) in files {
                let counts = traces.map { ProcessMemory.count(of: $0, in: content[...]) }
                XCTAssertEqual(counts, none, "in \(path)")
            }
            let names = files.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
            XCTAssertTrue(names.contains("shared-keys.json") && names.contains("secrets.sealed"), "\(names)")
            try await program.stop()
            try trees.end()
            try login.stop()
            try await environment.stop()
        }
    }

    /// Looks at the window of shared keys, without what is secret or another one each time.
    @MainActor
    private static func look(
        _ name: String, at trees: inout KeptTrees, _ reader: ScreenReader, without random: String? = nil
    ) async throws {
        try await trees.look(name, reader, without: random) { tree in
            let start = tree.firstRange(of: "frame · Shared keys")?.lowerBound ?? tree.startIndex
            return String(tree[start...]).replacing(/[0-9]+\. [a-z]+$/.anchorsMatchLineEndings(), with: "0. …")
        }
    }
}
