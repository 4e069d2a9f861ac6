// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import NEARConnect

/// A fake `xdg-open` on `PATH` records what it is given.
@Suite final class ExternalLinkTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
    private var record: URL { folder.appendingPathComponent("argv") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record("\(error)")
        }
    }

    private func install(_ body: String) throws {
        let script = folder.appendingPathComponent("xdg-open")
        try Data("#!/bin/sh\n\(body)\n".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    }

    private var environment: [String: String] {
        [
            "PATH": "\(folder.path):/usr/bin:/bin", "HOME": "/nowhere", "SECRET_TOKEN": "x", "LD_PRELOAD": "",
            "XDG_RUNTIME_DIR": "/run",
        ]
    }

    @Test(arguments: [
        "hotwallet://sign?payload=a%20b%26c&x='\"`$(id)`;|&<>*?[]{}~!#frag",
        "https://wallet.example/%F0%9F%98%80?q=1+1%2B1",
        "near+x.y-z:opaque", "x:-flag", "tg://resolve?domain=hot%5Fwallet", "mailto:a@b.c?subject=%0A%0D",
    ])
    func theProgramGetsExactlyWhatThePageAskedFor(uri: String) async throws {
        try install("printf '%s\\n' \"$#\" > '\(record.path)'; printf '%s' \"$1\" >> '\(record.path)'")
        try await ExternalLink(uri).open(environment: environment)
        #expect(try String(contentsOf: record, encoding: .utf8) == "1\n\(uri)")
    }

    @Test func nothingOfOursIsPassedOnInTheEnvironment() async throws {
        try install("env > '\(record.path)'")
        try await ExternalLink("x:y").open(environment: environment)
        let seen = try String(contentsOf: record, encoding: .utf8)
        #expect(seen.contains("HOME=/nowhere") && seen.contains("XDG_RUNTIME_DIR=/run"))
        #expect(!seen.contains("SECRET_TOKEN") && !seen.contains("LD_PRELOAD"))
    }

    @Test(arguments: [
        "-flag", "--help", "", " ", "no-scheme", "x y:z", "x:a b", "x:a\nb", "x:a\u{0}b", "1x:y", ":x",
        "file:///etc/passwd", "FILE:/etc",
        "javascript:alert(1)", "data:,x", "blob:https://a/b", "about:blank", "near-connect://rpc/mainnet",
        "/etc/passwd",
    ])
    func whatIsNoLinkIsRefusedBeforeAnythingRuns(uri: String) {
        #expect(throws: ExternalLink.Refusal.self) { try ExternalLink(uri) }
    }

    @Test func failuresAreReported() async throws {
        try install("exit 3")
        await #expect(throws: ExternalLink.Refusal.failed(status: 3)) {
            try await ExternalLink("x:y").open(environment: self.environment)
        }
        await #expect(throws: ExternalLink.Refusal.noOpener) {
            try await ExternalLink("x:y").open(environment: ["PATH": "/nonexistent"])
        }
    }
}
