// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import TestSupport
import XCTest

@testable import NEARConnect

/// Traces of a key after the window has signed with it and was locked.
///
/// The key is brought by another run of the program, since what a test types is in messages of the bus. The look finds
/// the public key, or it would prove nothing.
final class WindowSecretTests: HomeTestCase {
    /// One key in the forms in which it could be left.
    private struct Traces {
        let forms: [String: [UInt8]]

        init(of key: SecretKey) {
            let seed = key.exposedSeed
            // RFC 8032, 5.1.5: what a signature is computed with.
            let expanded = SHA2.sha512(seed)
            let scalar = [expanded[0] & 0xF8] + expanded[1..<31] + [expanded[31] & 0x3F | 0x40]
            let text = Array(key.exposedText().utf8.dropFirst("ed25519:".utf8.count))
            forms = [
                "public key": key.publicKey.bytes, "seed": seed, "text": text,
                "hexadecimal": Array(seed.map { String(format: "%02x", $0) }.joined().utf8),
                "Base64": Array(Data(seed).base64EncodedString().utf8.prefix(40)), "scalar": scalar,
                "prefix of nonces": Array(expanded[32...]),
            ]
        }

        /// Returns the forms that are in the memory of a process.
        func found(in process: pid_t) throws -> [String] {
            let names = forms.keys.sorted()
            let counts = try ProcessMemory(of: process).counts(of: names.map { forms[$0] ?? [] })
            return zip(names, counts).filter { $0.1 > 0 }.map(\.0)
        }

        /// Returns the forms that are in bytes.
        func found(in bytes: [UInt8]) -> [String] {
            forms.filter { ProcessMemory.count(of: $0.value, in: bytes[...]) > 0 }.map(\.key).sorted()
        }
    }

    func testAKeyIsNowhereOnceItIsLocked() throws {
        let home = home
        try run(timeout: 180) {
            let environment = try await WalletTestEnvironment.start()
            let alice = environment.accounts[0]
            let traces = Traces(of: alice.secretKey)
            let arguments = [
                "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
            ]
            var program = try await ReadProgram(arguments, home: home)
            try await program.reader.bringKey(of: alice, sealedBy: "correct horse")
            kill(program.processIdentifier, SIGTERM)
            _ = try program.next(arguments)
            let reader = program.reader
            _ = try await reader.find("label", alice.id.text)
            XCTAssertEqual(
                try traces.found(in: program.processIdentifier), ["public key"], "before the keys are opened")
            try await reader.send("1.5", to: "bob.test.near")
            try await reader.approve("Approve")
            try await reader.unlock(by: "correct horse")
            _ = try await reader.find("statusbar", "You sent")
            XCTAssertEqual(try traces.found(in: program.processIdentifier), ["public key"], "while the keys are open")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Lock your keys")
            try await reader.press("toggle button", "Menu")
            _ = try await reader.find(nil, "Your keys are locked")
            let processes = try ProcessMemory.family(of: program.processIdentifier)
            XCTAssertGreaterThan(processes.count, 2, "WebKit's are among them")
            for process in processes {
                let found = try traces.found(in: process).filter { $0 != "public key" }
                XCTAssertEqual(found, [], "in the memory of \(process)")
            }
            let tree = try await reader.tree()
            XCTAssertEqual(traces.found(in: Array(tree.utf8)), [], "where screen readers look")
            XCTAssertEqual(traces.found(in: Array((ClipboardText.read() ?? "").utf8)), [], "on the clipboard")
            let files = try program.files()
            for (path, content) in files { XCTAssertEqual(traces.found(in: content), [], "in \(path)") }
            XCTAssertGreaterThan(files.count, 5, "the program's files")
            try await program.stop()
            try await environment.stop()
        }
    }
}
