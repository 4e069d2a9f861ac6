// SPDX-License-Identifier: MIT

import InMemoryLogging
import Logging
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The log says that pages spoke, but never what they said.
final class LogTests: MainLoopTestCase {
    private static let word = "tell-tale"

    /// Has the page say the word in every way that is logged, and returns the lines.
    @MainActor
    private static func lines(at level: Logger.Level) async throws -> [InMemoryLogHandler.Entry] {
        var handler = InMemoryLogHandler()
        handler.logLevel = level
        let logger = Logger(label: "test", factory: { [handler] _ in handler })
        let environment = try await WalletTestEnvironment.start { $0.logger = logger }
        let manager = environment.manager
        try await manager.ready()
        let coordinator = try XCTUnwrap(manager.coordinator)
        let secret = try await coordinator.view.call("return word", arguments: ["word": word])
        XCTAssertEqual(secret, word)
        for message in [word, "{\"\(word)\":1}", "{\"v\":1,\"secret\":\"\(word)\",\"type\":\"\(word)\"}"] {
            _ = try await coordinator.view.call(
                "webkit.messageHandlers.nearConnect.postMessage(message); return ''", arguments: ["message": message],
                world: BridgeCoordinator.world)
        }
        for address in ["near-connect://bridge/Bridge/missing.js?\(word)", "near-connect://rpc/mainnet"] {
            _ = try await coordinator.view.call(
                "await fetch(address, { method: 'POST', body }); return ''",
                arguments: ["address": address, "body": word])
        }
        _ = try await coordinator.view.call(
            "location.href = address; return ''", arguments: ["address": "tg://x?\(word)"])
        coordinator.settleHostCall("{ \(word)")
        _ = try await coordinator.view.call(
            "nearConnect.settleHostCall(answer); return ''",
            arguments: ["answer": "{\"callId\":\"\(word)\",\"ok\":true}"])
        _ = try await manager.echo("after")
        await waitUntil("the refusals") { coordinator.rejectedMessages == 3 }
        try await environment.stop()
        return handler.entries
    }

    private static func text(_ entry: InMemoryLogHandler.Entry) -> String {
        "\(entry.message) \(entry.metadata)"
    }

    func testPagesWordsAreNotLogged() throws {
        try run {
            let lines = try await Self.lines(at: .info)
            for expected in ["refused", "navigation", "logged a line", "scheme"] {
                XCTAssertTrue(lines.contains { Self.text($0).contains(expected) }, expected)
            }
            for line in lines { XCTAssertFalse(Self.text(line).contains(Self.word), Self.text(line)) }
        }
    }

    func testTheDebugLogHasWhatThePageLogs() throws {
        try run {
            let lines = try await Self.lines(at: .debug).filter { Self.text($0).contains(Self.word) }
            XCTAssertEqual(lines.map(\.level), [.debug])
        }
    }
}
