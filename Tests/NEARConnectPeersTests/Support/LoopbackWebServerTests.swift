// SPDX-License-Identifier: MIT

import Testing

@testable import NEARConnectPeers

/// A peer's server: its port, and who answers.
@Suite struct LoopbackWebServerTests {
    private final class Peer: Sendable {}

    @Test func aPortInUseIsAnErrorAtOnce() async throws {
        let first = try await LoopbackWebServer.start(limit: 16) { _ in WebAnswer() }
        let port = try #require(first.origin.split(separator: ":").last.flatMap { UInt16($0) })
        let begin = ContinuousClock.now
        let error = await #expect(throws: (any Error).self) {
            try await LoopbackWebServer.start(port: port, limit: 16) { _ in WebAnswer() }
        }
        // Waiting for a start ends after a minute, with words about a task.
        let words = String(describing: error)
        #expect(words.contains("in use"), "\(words) after \(ContinuousClock.now - begin)")
        await first.stop()
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
