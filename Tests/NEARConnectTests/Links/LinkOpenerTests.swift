// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The arguments and environment of the program that opens a link; a fake `xdg-open` on `PATH` records them.
final class LinkOpenerTests: MainLoopTestCase {
    /// The folder that is first on `PATH`.
    @MainActor private struct Place {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
        var program: URL { folder.appendingPathComponent("xdg-open") }
        var record: URL { folder.appendingPathComponent("argv") }

        var environment: [String: String] {
            [
                "PATH": "\(folder.path):/usr/bin:/bin", "HOME": "/nowhere", "SECRET_TOKEN": "x", "LD_PRELOAD": "",
                "XDG_RUNTIME_DIR": "/run",
            ]
        }

        func install(_ body: String) throws { try ShellProgram.install(body, at: program) }

        func open(_ uri: String) async throws {
            try await LinkOpener(environment: environment, way: .xdgOpen).open(ExternalLink(uri))
        }

        func recorded() throws -> String { try String(contentsOf: record, encoding: .utf8) }

        /// Why a link isn't taken; `nil` when it is.
        func refusal(by opener: LinkOpener? = nil) async throws -> ExternalLinkError? {
            let opener = opener ?? LinkOpener(environment: environment, way: .xdgOpen)
            let link = try ExternalLink("near:y")
            do {
                try await opener.open(link)
                return nil
            } catch { return error }
        }
    }

    /// Runs `body` in a place of its own.
    private func withPlace(
        name: String = #function, _ body: @escaping @MainActor (Place) async throws -> Void
    ) throws {
        try run(name: name) {
            let place = Place()
            try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
            try await body(place)
            try FileManager.default.removeItem(at: place.folder)
        }
    }

    func testTheProgramGetsExactlyWhatThePageAskedFor() throws {
        try withPlace { place in
            try place.install(
                "printf '%s\\n' \"$#\" > '\(place.record.path)'; printf '%s' \"$1\" >> '\(place.record.path)'")
            for uri in [
                "hotwallet://sign?payload=a%20b%26c&x='\"`$(id)`;|&<>*?[]{}~!#frag",
                "https://wallet.example/%F0%9F%98%80?q=1+1%2B1",
                "near+x.y-z:opaque", "near:-flag", "tg://resolve?domain=hot%5Fwallet", "mailto:a@b.c?subject=%0A%0D",
            ] {
                try await place.open(uri)
                XCTAssertEqual(try place.recorded(), "1\n\(uri)")
            }
        }
    }

    func testTheProgramGetsRandomLinksByteForByte() throws {
        try withPlace { place in
            try place.install("printf '%s %s\\n' \"$#\" \"$1\" >> '\(place.record.path)'")
            var generator = SystemRandomNumberGenerator()
            var links = (0..<40).map { _ in RandomLink.next(&generator) }
            links += [
                "near-test:--help", "near-test:$(touch${IFS}owned)", "near-test:`id`", "near-test:;reboot",
                "near-test:'\"",
                "near-test:%25%0a%0d",
            ]
            for uri in links { try await place.open(uri) }
            let seen = try place.recorded().split(separator: "\n").map(String.init)
            XCTAssertEqual(seen, links.map { "1 \($0)" })
        }
    }

    func testNothingOfOursIsPassedOnInTheEnvironment() throws {
        try withPlace { place in
            try place.install("env > '\(place.record.path)'")
            try await place.open("near:y")
            let seen = try place.recorded()
            XCTAssertTrue(seen.contains("HOME=/nowhere") && seen.contains("XDG_RUNTIME_DIR=/run"), seen)
            XCTAssertFalse(seen.contains("SECRET_TOKEN") || seen.contains("LD_PRELOAD"), seen)
        }
    }

    func testTheProgramStartsWithNoSignalBlockedAndNoneOfOurOutput() throws {
        try withPlace { place in
            try place.install(
                """
                out=$(readlink "/proc/$$/fd/0")
                test "/proc/$$/fd/1" -ef /dev/null && out="$out out"
                test "/proc/$$/fd/2" -ef /dev/null && out="$out error"
                { grep SigBlk /proc/self/status; echo $out; } > '\(place.record.path)'
                exit 0
                """)
            // As a program does that has Ctrl-C for itself.
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, SIGINT)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            defer { pthread_sigmask(SIG_UNBLOCK, &set, nil) }
            try await place.open("near:y")
            let lines = try place.recorded().split(separator: "\n")
            let blocked = try XCTUnwrap(lines.first?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
            // A program that inherits blocked SIGTERM and SIGINT can't be ended by the desktop. SIGCHLD is the shell's
            // own.
            XCTAssertTrue(blocked & (1 << (15 - 1)) == 0 && blocked & (1 << (2 - 1)) == 0)
            XCTAssertEqual(lines.last, "/dev/null out error")
        }
    }

    func testOfThousandsOfOurDescriptorsTheProgramGetsNone() throws {
        try withPlace { place in
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var before = rlimit()
            XCTAssertEqual(getrlimit(resource, &before), 0)
            var raised = before
            raised.rlim_cur = max(before.rlim_cur, min(4096, before.rlim_max))
            XCTAssertEqual(setrlimit(resource, &raised), 0)
            defer { setrlimit(resource, &before) }
            let marker = place.folder.appendingPathComponent("ours")
            try Data().write(to: marker)
            // Without O_CLOEXEC, as libraries open files that don't know of it.
            let descriptors = (0..<2000).map { _ in Glibc.open(marker.path, O_RDONLY) }
            defer { descriptors.forEach { close($0) } }
            XCTAssertGreaterThan(descriptors.min() ?? -1, 2)
            try place.install("ls -l /proc/$$/fd > '\(place.record.path)'")
            try await place.open("near:y")
            let seen = try place.recorded()
            XCTAssertTrue(seen.contains("/dev/null"), seen)
            XCTAssertFalse(seen.contains(marker.path), seen)
        }
    }

    func testFailuresAreReported() throws {
        try withPlace { place in
            try place.install("exit 3")
            var refusal = try await place.refusal()
            XCTAssertEqual(refusal, .failed(status: 3))
            try place.install("kill -KILL $$")
            refusal = try await place.refusal()
            XCTAssertEqual(refusal, .failed(status: 137))
            refusal = try await place.refusal(by: LinkOpener(environment: ["PATH": "/nonexistent"], way: .xdgOpen))
            XCTAssertEqual(refusal, .noOpener)
        }
    }

    /// A program that is being replaced at this moment, for example, must not be reported as missing.
    func testAProgramThatIsThereAndDoesNotStartIsNotCalledMissing() throws {
        try withPlace { place in
            try place.install("exit 0")
            let writer = try FileHandle(forWritingTo: place.program)
            let refusal = try await place.refusal()
            try writer.close()
            guard case .notStarted(let reason) = refusal else { return XCTFail("\(String(describing: refusal))") }
            XCTAssertTrue(reason.contains(String(cString: strerror(ETXTBSY))), reason)
            let afterwards = try await place.refusal()
            XCTAssertNil(afterwards)
        }
    }

    /// Without a desktop xdg-open is the browser itself, and ends with it: it must not be waited for, nor ended.
    func testAProgramThatDoesNotEndIsSaidToBeSilentAndLeftAlone() throws {
        try withPlace { place in
            let lifeline = place.folder.appendingPathComponent("go")
            XCTAssertEqual(mkfifo(lifeline.path, 0o600), 0)
            try place.install("read line < '\(lifeline.path)'; printf '%s' \"$line\" > '\(place.record.path)'")
            let clock = ManualClock()
            let opener = LinkOpener(
                environment: place.environment, way: .xdgOpen, patience: .seconds(10), clock: clock)
            let opening = Task { try await place.refusal(by: opener) }
            await waitUntil("the wait") { clock.sleeperCount > 0 }
            clock.advance(by: .seconds(10))
            let refusal = try await opening.value
            XCTAssertEqual(refusal, .noAnswer(after: .seconds(10)))
            // It is still there to be told.
            let pipe = try FileHandle(forWritingTo: lifeline)
            try pipe.write(contentsOf: Data("alive\n".utf8))
            try pipe.close()
            await waitUntil("what it was told") {
                FileManager.default.contents(atPath: place.record.path) == Data("alive".utf8)
            }
        }
    }
}
