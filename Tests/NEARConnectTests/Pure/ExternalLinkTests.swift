// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import Testing

@testable import NEARConnect

/// What may leave, and what the program at the other end gets: a fake `xdg-open` on `PATH` records it.
@MainActor
@Suite(.serialized) final class ExternalLinkTests {
    private nonisolated let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "links-\(UUID().uuidString)")
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

    private func opener() -> LinkOpener { LinkOpener(environment: environment, way: .xdgOpen) }

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
        try await opener().open(ExternalLink(uri))
        #expect(try String(contentsOf: record, encoding: .utf8) == "1\n\(uri)")
    }

    @Test func nothingOfOursIsPassedOnInTheEnvironment() async throws {
        try install("env > '\(record.path)'")
        try await opener().open(ExternalLink("x:y"))
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
            try await self.opener().open(ExternalLink("x:y"))
        }
        try install("kill -KILL $$")
        await #expect(throws: ExternalLink.Refusal.failed(status: 137)) {
            try await self.opener().open(ExternalLink("x:y"))
        }
        await #expect(throws: ExternalLink.Refusal.noOpener) {
            try await LinkOpener(environment: ["PATH": "/nonexistent"], way: .xdgOpen).open(ExternalLink("x:y"))
        }
    }

    /// Without a desktop xdg-open is the browser itself, and ends with it: it must not be waited for, nor ended.
    @Test func aProgramThatDoesNotEndIsSaidToBeSilentAndLeftAlone() async throws {
        let lifeline = folder.appendingPathComponent("go")
        #expect(mkfifo(lifeline.path, 0o600) == 0)
        try install("read line < '\(lifeline.path)'; printf '%s' \"$line\" > '\(record.path)'")
        let clock = ManualClock()
        let link = try ExternalLink("x:y")
        let opening = Task { [environment] in
            try await LinkOpener(environment: environment, way: .xdgOpen, patience: .seconds(10), clock: clock).open(
                link)
        }
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(10))
        await #expect(throws: ExternalLink.Refusal.noAnswer(after: .seconds(10))) { try await opening.value }
        // It is still there to be told.
        let pipe = try FileHandle(forWritingTo: lifeline)
        try pipe.write(contentsOf: Data("alive\n".utf8))
        try pipe.close()
        let limit = ContinuousClock.now + .seconds(30)
        while try !FileManager.default.fileExists(atPath: record.path)
            || String(contentsOf: record, encoding: .utf8) != "alive"
        {
            try #require(ContinuousClock.now < limit)
            await Task.yield()
        }
    }

    @Test func anotherProgramStartsWithNoSignalBlockedAndNoneOfOurOutput() async throws {
        try install(
            """
            out=$(readlink "/proc/$$/fd/0")
            test "/proc/$$/fd/1" -ef /dev/null && out="$out out"
            test "/proc/$$/fd/2" -ef /dev/null && out="$out error"
            { grep SigBlk /proc/self/status; echo $out; } > '\(record.path)'
            exit 0
            """)
        try await opener().open(ExternalLink("x:y"))
        let lines = try String(contentsOf: record, encoding: .utf8).split(separator: "\n")
        let blocked = try #require(lines.first?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
        // SIGTERM and SIGINT: what starts with them blocked can't be ended by the desktop. SIGCHLD is the shell's own.
        #expect(blocked & (1 << (15 - 1)) == 0 && blocked & (1 << (2 - 1)) == 0)
        #expect(lines.last == "/dev/null out error")
    }

    /// Characters that shells, programs and URL libraries like to change.
    private static let alphabet =
        "abcXYZ0189-._~:/?#[]@!$&'()*+,;=%\"<>\\^`{|}\u{fc}\u{1F600}".map(String.init) + ["%20", "%2F", "%00", "%0A"]

    private static func randomLink(_ generator: inout some RandomNumberGenerator) -> String {
        let body = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? "a"
        }
        return "x-test:" + body.joined()
    }

    @Test func noRandomLinkIsChanged() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let uri = Self.randomLink(&generator)
            #expect(try Array(ExternalLink(uri).uri.utf8) == Array(uri.utf8))
        }
    }

    @Test func theProgramGetsRandomLinksByteForByte() async throws {
        try install("printf '%s %s\\n' \"$#\" \"$1\" >> '\(record.path)'")
        var generator = SystemRandomNumberGenerator()
        var links = (0..<40).map { _ in Self.randomLink(&generator) }
        links += [
            "x-test:--help", "x-test:$(touch${IFS}owned)", "x-test:`id`", "x-test:;reboot", "x-test:'\"",
            "x-test:%25%0a%0d",
        ]
        for uri in links { try await opener().open(ExternalLink(uri)) }
        let seen = try String(contentsOf: record, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(seen == links.map { "1 \($0)" })
    }

    @Test func aBundlesEnvironmentDoesNotFollow() {
        let bundle = [
            "APPDIR": "/tmp/.mount_x", "APPIMAGE": "/x.AppImage", "LD_LIBRARY_PATH": "/tmp/.mount_x/usr/lib",
            "LD_PRELOAD": "x.so",
            "GTK_PATH": "x", "GTK_MODULES": "x", "GIO_MODULE_DIR": "x", "GDK_PIXBUF_MODULE_FILE": "x",
            "WEBKIT_EXEC_PATH": "x",
            "PYTHONHOME": "x", "GST_PLUGIN_PATH": "x", "XDG_ACTIVATION_TOKEN": "ours", "SNAP_NAME": "y",
            "OWNER_KEY": "secret",
        ]
        let session = [
            "HOME": "/home/p", "DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus",
            "XDG_CURRENT_DESKTOP": "KDE",
            "KDE_SESSION_VERSION": "6", "LC_ALL": "C.UTF-8",
        ]
        let lists = [
            "PATH": "/tmp/.mount_x/usr/bin:/usr/bin:/bin", "XDG_DATA_DIRS": "/tmp/.mount_x/usr/share:/usr/share",
            "XDG_CONFIG_DIRS": "/tmp/.mount_x/etc/xdg",
        ]
        let scrubbed = LinkEnvironment.scrubbed(bundle.merging(session) { $1 }.merging(lists) { $1 })
        #expect(scrubbed == session.merging(["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/usr/share"]) { $1 })
    }

    @Test func thePortalIsTheWayOutOfASandboxAndOnlyThere() throws {
        #expect(LinkOpener.way(in: [:], flatpakInfo: "/nonexistent") == .xdgOpen)
        try Data().write(to: record)
        #expect(LinkOpener.way(in: [:], flatpakInfo: record.path) == .portal)
        #expect(LinkOpener.way(in: ["SNAP": "/snap/x/1"], flatpakInfo: "/nonexistent") == .xdgOpen)
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        #expect(LinkOpener.way(in: ["SNAP": folder], flatpakInfo: "/nonexistent") == .portal)
    }
}
