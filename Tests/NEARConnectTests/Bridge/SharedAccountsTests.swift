// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Requests that ask one wallet for its accounts at the same time.
final class SharedAccountsTests: MainLoopTestCase {
    /// Counts the times that it is asked, and answers the first time as `first` says once it is told to.
    private static func manifest(_ first: String) -> String {
        WalletCode.manifest(
            id: "counting",
            """
            async signIn() { return [{ accountId: "alice.test.near" }]; },
            async getAccounts() {
              const { storage } = window.selector;
              const count = Number(await storage.get("count")) + 1;
              await storage.set("count", String(count));
              while (count === 1 && !(await storage.get("go"))) await new Promise((resolve) => setTimeout(resolve, 10));
              if (count === 1) { \(first) }
              return [{ accountId: "alice.test.near" }];
            }
            """)
    }

    /// Asks twice, the second time while the wallet still answers the first; returns both answers and the count.
    @MainActor
    private static func ask(_ first: String) async throws -> (answers: [Result<[String], any Error>], count: String) {
        let environment = try await WalletTestEnvironment.start { $0.additionalManifests = [manifest(first)] }
        let manager = environment.manager
        let asked: JSONValue = ["walletId": "counting"]
        _ = try await manager.requests.perform(.signIn, asked) { _ in }
        let view = try XCTUnwrap(manager.coordinator?.view)
        func question() -> Task<[String], any Error> {
            Task {
                try await manager.requests.perform(.accounts, [:]) { (reply) throws(NEARError) in
                    guard case .accountList(let accounts, _) = reply else { throw reply.unexpected }
                    return accounts.map(\.accountId)
                }
            }
        }
        let one = question()
        let counted: StaticString = "return String(localStorage.getItem('counting:count'))"
        while try await view.call(counted) != "1" { try await Task.sleep(for: .milliseconds(5)) }
        let two = question()
        // The page has heard the second question: it hears one thing after the other.
        _ = try await view.call("await new Promise((resolve) => setTimeout(resolve, 0)); return ''")
        _ = try await view.call("localStorage.setItem('counting:go', 'yes'); return ''")
        let answers = [await one.result, await two.result]
        let count = try await view.call(counted)
        try await environment.stop()
        return (answers, count)
    }

    func testTwoQuestionsAtOnceRunTheWalletOnce() throws {
        try run {
            let (answers, count) = try await Self.ask("")
            XCTAssertEqual(count, "1")
            for answer in answers { XCTAssertEqual(try answer.get(), ["alice.test.near"]) }
        }
    }

    /// Somebody may have signed in since the first question began.
    func testAnEmptyAnswerOrAFailureIsNotShared() throws {
        try run {
            for first in ["return [];", "throw new Error('no');"] {
                let (answers, count) = try await Self.ask(first)
                XCTAssertEqual(count, "2", first)
                XCTAssertEqual(try answers[1].get(), ["alice.test.near"], first)
            }
        }
    }
}
