// SPDX-License-Identifier: MIT

import Foundation
import NEARRPC
import Testing

@testable import NEARConnectPeers

/// A peer's server: its port, and who answers.
@Suite struct LoopbackWebServerTests {
    private final class Peer: Sendable {}

    /// The names and numbers of the threads that an actor ran on.
    private actor Threads {
        private(set) var seen: Set<String> = []

        func note() {
            do {
                let name = try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                seen.insert("\(name.trimmingCharacters(in: .whitespacesAndNewlines)) \(pthread_self())")
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test func aPortInUseIsAnError() async throws {
        let first = try await LoopbackWebServer.start(limit: 16) { _ in WebAnswer() }
        let port = try #require(first.origin.split(separator: ":").last.flatMap { UInt16($0) })
        let error = await #expect(throws: (any Error).self) {
            try await LoopbackWebServer.start(port: port, limit: 16) { _ in WebAnswer() }
        }
        let words = String(describing: error)
        #expect(words.contains("in use"), "\(words)")
        await first.stop()
    }

    /// Tests that compute, or that wait for a program, keep the threads of Swift's tasks for seconds.
    @Test func aPeerAnswersOnTheServersOwnThread() async throws {
        let threads = Threads()
        let server = try await LoopbackWebServer.start(limit: 16) { request in
            await threads.note()
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                return WebAnswer(status: 503)
            }
            await threads.note()
            return WebAnswer(body: Array(request.path.utf8))
        }
        for number in 0..<8 {
            let url = try #require(URL(string: "\(server.origin)/%61/\(number)"))
            let file = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 16)
            #expect([UInt8](file.body) == Array("/a/\(number)".utf8))
        }
        let seen = await threads.seen
        #expect(seen.count == 1, "\(seen)")
        #expect(seen.allSatisfy { $0.hasPrefix("NIO") }, "\(seen)")
        await server.stop()
    }

    @Test func aBodyThatIsTooLargeIsNotKept() async throws {
        let server = try await LoopbackWebServer.start(limit: 4) { request in
            WebAnswer(status: request.body == nil ? 413 : 200, body: request.body ?? [])
        }
        let url = try #require(URL(string: "\(server.origin)/?a=b"))
        for (text, status) in [("1234", 200), ("12345", 413), (String(repeating: "1", count: 100_000), 413)] {
            let answer = try await Downloader(allowsPlainLoopback: true).post(
                Array(text.utf8), as: "text/plain", to: url, limit: 16)
            #expect(answer.status == status)
            #expect(Array(answer.body) == (status == 200 ? Array(text.utf8) : []))
        }
        await server.stop()
    }

    @Test func aFormIsReadAsBrowsersWriteIt() throws {
        let request = try #require(
            WebRequest(
                method: "POST", target: "/%E2%82%AC?a+b=c+d&e=%3D&f&g=%zz&e=2", headers: [:],
                body: Array("a+b=c+d&e=%3D=&a+b=2".utf8)))
        #expect(request.path == "/\u{20AC}")
        #expect(request.query == ["a+b": "c+d", "e": "="])
        #expect(request.form == ["a b": "c d", "e": "=="])
        #expect(WebRequest(method: "GET", target: "/%zz", headers: [:], body: nil) == nil)
    }

    @Test func aStoppedServerLetsGoOfItsPeer() async throws {
        weak var peer: Peer?
        let server: LoopbackWebServer
        do {
            let owner = Peer()
            peer = owner
            server = try await LoopbackWebServer.start(limit: 16) { [owner] _ in
                withExtendedLifetime(owner) { WebAnswer() }
            }
        }
        #expect(peer != nil)
        await server.stop()
        #expect(peer == nil)
    }
}
