// SPDX-License-Identifier: MIT

import Foundation
import NEARConnect
import Testing

/// The README's example, compiled.
///
/// What stands between the two marks is the README's text, line by line.
@MainActor
private func example() throws {
    // The README's example begins.
    ProgramProcess.prepare()
    let display = try DisplaySession.start()
    try MainLoop.run {
        let configuration = NEARWalletConfiguration(network: .testnet, profile: .named("shop"))
        let manager = NEARWalletManager(configuration: configuration)
        let account = try await manager.signIn(walletId: "near-connect-keystore")
        let outcome = try await manager.sendNEAR(to: AccountId("shop.testnet"), amount: NEARToken("0.1 NEAR"))
        print(account.accountId, outcome.transactionHash)
    }
    display.stop()
    // The README's example ends.
}

@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func lines(of file: URL, from start: String, to end: String) throws -> [String] {
        let all = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let first = try #require(all.firstIndex(of: start)) + 1
        let last = try #require(all[first...].firstIndex(of: end))
        return all[first..<last].filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }

    @Test func theExampleOfTheReadmeIsTheOneThatIsCompiled() throws {
        let readme = try lines(of: Self.root.appendingPathComponent("README.md"), from: "```swift", to: "```")
        let compiled = try lines(
            of: URL(fileURLWithPath: #filePath), from: "// The README's example begins.",
            to: "// The README's example ends.")
        #expect(readme == compiled)
        #expect(readme.count <= 10)
    }

    @Test func whatTheReadmeLinksToIsThere() throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        for match in text.matches(of: /\]\(([A-Za-z][^):]*)\)/) {
            let target = Self.root.appendingPathComponent(String(match.output.1))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(match.output.1)")
        }
    }
}
