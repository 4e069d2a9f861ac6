// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARPrimitives
import XCTest

/// The options by which a relay is spoken with in another way, should WalletConnect's own demand it.
final class RelayOptionTests: HomeTestCase {
    /// Has a link made over a relay, and returns how the command introduced itself there.
    @MainActor
    private static func opening(
        at relay: WalletConnectRelay, _ options: [String], _ environment: [String: String]
    ) async throws -> RelayOpeningRecord {
        let before = await relay.openings.count
        let child = try LineChild(
            walletConnect: ["connect", "--json", "--relay", relay.address] + options, environment)
        let link = try await child.next()
        XCTAssertEqual(link["event"], "uri", link.text)
        XCTAssertEqual(child.interrupt(), 6)
        let openings = await relay.openings
        return try XCTUnwrap(openings.dropFirst(before).first)
    }

    func testTheTokenGoesInTheAddressAndHeadersBesideItWhereTheUserSaysSo() throws {
        let environment = environment
        try run {
            let relay = try await WalletConnectRelay.start()
            let usual = try await Self.opening(at: relay, [], environment)
            XCTAssertNotNil(usual.tokenInHeader)
            XCTAssertNil(usual.tokenInAddress)
            XCTAssertFalse(usual.headers.contains { $0.lowercased().hasPrefix("origin:") })
            let other = try await Self.opening(
                at: relay,
                [
                    "--relay-token-in-query", "--relay-header", "Origin: https://app.example", "--relay-header",
                    "X-Trial: a: b",
                ], environment)
            XCTAssertNil(other.tokenInHeader)
            XCTAssertNotNil(other.tokenInAddress)
            for header in ["Origin: https://app.example", "X-Trial: a: b"] {
                XCTAssertTrue(other.headers.contains(header), "\(other.headers)")
            }
            await relay.stop()
        }
    }

    func testAHeaderThatIsNoneIsRefusedBeforeAnythingIsOpened() throws {
        for lines in [
            ["Origin"], ["Authorization: Bearer x"], ["A: b\r\nC: d"], [String](repeating: "A: b", count: 17),
        ] {
            let options = lines.flatMap { ["--relay-header", $0] }
            let run = try CommandRun.run(
                ["walletconnect", "connect", "--json", "--relay", "ws://127.0.0.1:1"] + options, environment)
            XCTAssertEqual(run.status, 64, run.output)
            XCTAssertEqual(try run.json().map { $0["code"] }, ["usage"])
            XCTAssertTrue(run.output.contains("header"), run.output)
            XCTAssertFalse(run.output.contains("Bearer"), run.output)
        }
        XCTAssertEqual(try FileManager.default.subpathsOfDirectory(atPath: home.path), [])
    }
}
