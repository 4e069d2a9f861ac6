// SPDX-License-Identifier: MIT

import CGLib
import Foundation
import GLibRuntime
import WalletConnectPlatform
import WalletConnectSign
import XCTest

/// A relay that floods, that doesn't read, and a thousand connections.
final class RelayPressureTests: TransportTestCase {
    private static let megabyte = String(repeating: "m", count: 1 << 20)

    func testARelayThatDoesNotReadCostsABoundedMemoryAndGetsTheFirstTextsInOrder() throws {
        try run {
            let gate = DispatchSemaphore(value: 0)
            let server = try TestServer { peer, server in
                try peer.accept()
                gate.wait()
                while true {
                    let frame = try peer.readFrame(keeping: 8)
                    if frame.opcode == 1 { server.note(String(frame.text.prefix { $0 != "m" })) }
                    if frame.opcode == 8 { return try peer.send(8, frame.content) }
                }
            }
            let recorder = Recorder()
            let outcome = try await recorder.outcome("ws://127.0.0.1:\(server.port)/")
            XCTAssertEqual(outcome, .opened)
            // One is with libsoup, 32 MiB wait, and the rest is dropped.
            for number in 0..<64 { await recorder.transport.send("\(number)\(Self.megabyte)") }
            await recorder.transport.send("last")
            gate.signal()
            try await waitUntil("what was kept") { server.notes.last == "last" }
            let numbers = server.notes.dropLast().compactMap { Int($0) }
            XCTAssertEqual(numbers, Array(0..<numbers.count))
            XCTAssertEqual(numbers.count, 32)
            await recorder.stop()
            server.stop()
        }
    }

    func testMoreThanIsReadEndsTheConnection() throws {
        try run {
            let server = try TestServer { peer, server in
                try peer.accept()
                do {
                    while true { try peer.send(Self.megabyte) }
                } catch {
                    server.note("ended")
                    throw error
                }
            }
            // Nobody reads this transport's events.
            let transport = SoupRelayTransport()
            await transport.open(
                RelayOpening(connection: 1, address: "ws://127.0.0.1:\(server.port)/", authorization: ""))
            try await waitUntil("the end") { server.notes == ["ended"] }
            var bytes = 0
            for await event in transport.events {
                if case .text(let text) = event.kind { bytes += text.utf8.count }
                guard case .closed(let code, _) = event.kind else { continue }
                XCTAssertEqual(code, 0)
                break
            }
            XCTAssertGreaterThan(bytes, 30 << 20)
            XCTAssertLessThanOrEqual(bytes, 32 << 20)
            server.stop()
        }
    }

    /// Fragments come one after a pong, so that libsoup's reading ends in between.
    ///
    /// On a busy computer the next one may be there already: for 47 MiB in a row, at one time.
    func testAMessageInEndlessFragmentsEndsTheConnection() throws {
        let all = 512 << 20
        try run {
            let server = try TestServer { peer, server in
                try peer.accept()
                let part = [UInt8](repeating: 0x61, count: 1 << 16)
                try peer.send(1, part, isLast: false)
                var sent = part.count
                do {
                    while sent < all {
                        try peer.send(0, part, isLast: false)
                        sent += part.count
                        // A flood without pauses would keep libsoup's reading, and this process, busy.
                        try peer.send(9, [1])
                        while try peer.readFrame().opcode != 10 {}
                    }
                } catch {
                    server.note("\(sent)")
                    throw error
                }
                server.note("\(sent)")
            }
            let recorder = Recorder()
            await recorder.open("ws://127.0.0.1:\(server.port)/")
            try await waitUntil("the end") { !server.notes.isEmpty }
            let sent = try XCTUnwrap(server.notes.first.flatMap { Int($0) })
            XCTAssertGreaterThan(sent, SignLimits.message)
            XCTAssertLessThan(sent, all)
            try await waitUntil("the event") { recorder.kinds().count == 2 }
            XCTAssertEqual(recorder.kinds()[1], .closed(code: 0, reason: "a message has no end"))
            await recorder.stop()
            server.stop()
        }
    }

    func testAThousandConnectionsLeaveNothing() throws {
        try run {
            let server = try TestServer { peer, _ in
                try peer.accept()
                try peer.echo()
            }
            let nothing = LiveCount.all
            let recorder = Recorder()
            @MainActor func round(_ number: Int) async throws {
                let outcome = try await recorder.outcome("ws://127.0.0.1:\(server.port)/", number)
                XCTAssertEqual(outcome, .opened)
                await recorder.transport.send("\(number)")
                try await waitUntil("the echo") { recorder.kinds(number).count == 2 }
                await recorder.transport.close()
                recorder.forget()
            }
            @MainActor func settle() async throws -> (descriptors: Int, sources: Int) {
                try await waitUntil("the server's end") { server.running == 0 }
                try await waitUntil("what libsoup holds") { LiveCount.all == nothing }
                return (
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
                    Self.sources()
                )
            }
            for number in 0..<5 { try await round(number) }
            let before = try await settle()
            for number in 5..<1005 { try await round(number) }
            let after = try await settle()
            XCTAssertLessThanOrEqual(after.descriptors, before.descriptors)
            XCTAssertLessThanOrEqual(after.sources, before.sources)
            await recorder.stop()
            server.stop()
        }
    }

    /// The number of sources in GLib's default main context.
    @MainActor
    private static func sources() -> Int {
        let newest = g_idle_add({ _ in 0 }, nil)
        g_source_remove(newest)
        return (1..<newest).count { g_main_context_find_source_by_id(nil, $0) != nil }
    }
}
