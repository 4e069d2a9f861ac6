// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Swift's part of the table of docs/embedding.md, which programs in other languages print.
///
/// `Scripts/test-library` runs those; what an operation ends in is the same in each language.
final class LanguageTableTests: MainLoopTestCase {
    func testOperationsEndAsInEveryOtherLanguage() throws {
        try run(timeout: 120) {
            let rule = ApprovalPolicy.Rule(
                networks: [DevnetConfiguration().chainId], maximumDeposit: try .near(100), messageRecipients: nil,
                allowsDangerousActions: true)
            let environment = try await WalletTestEnvironment.start(approval: .allow(rule))
            let program = LanguageProgram(environment.manager)
            await program.signIn()
            try await program.sign(as: environment.accounts[0].id, to: environment.accounts[1].id)
            await program.endOtherwise()
            try await environment.stop()
            let table = try Self.table()
            XCTAssertEqual(table.count, 15)
            XCTAssertEqual(program.ends, table)
        }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL

    /// The rows of the page's table.
    private static func table() throws -> [String: String] {
        let page = try String(contentsOf: root.appendingPathComponent("docs/embedding.md"), encoding: .utf8)
        let section = try XCTUnwrap(page.components(separatedBy: "\n## The same in every language\n").last)
            .components(separatedBy: "\n## ")[0]
        let rows = section.components(separatedBy: "\n").compactMap { line -> (String, String)? in
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 3, cells[2].hasPrefix("`") else { return nil }
            return (cells[1], cells[2].trimmingCharacters(in: CharacterSet(charactersIn: "`")))
        }
        return Dictionary(rows, uniquingKeysWith: { _, last in last })
    }
}

/// The program that does each operation.
@MainActor
private final class LanguageProgram {
    private static let wallet = "near-connect-keystore"
    private let manager: NEARWalletManager
    /// The end of each operation.
    private(set) var ends: [String: String] = [:]

    init(_ manager: NEARWalletManager) {
        self.manager = manager
    }

    func signIn() async {
        await say("unknown wallet") { try await self.manager.signIn(walletId: "nobody").accountId }
        await say("sign in with message") {
            try await self.manager.signInAndSignMessage(
                walletId: Self.wallet, message: "hi", recipient: "shop.example"
            ).account.accountId
        }
        await say("sign out") {
            try await self.manager.signOut()
            return self.manager.currentAccount?.accountId ?? "nobody"
        }
        await say("sign in") { try await self.manager.signIn(walletId: Self.wallet).accountId }
    }

    func sign(as alice: AccountId, to bob: AccountId) async throws {
        let transfer = Action.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))
        let both = [TransactionRequest](repeating: TransactionRequest(receiverId: bob, actions: [transfer]), count: 2)
        await say("send") {
            Self.executed(try await self.manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 1)))
        }
        let code = try Data(
            contentsOf: LanguageTableTests.root.appendingPathComponent("Examples/scenarios/counter.wasm"))
        _ = try await self.manager.signAndSendTransaction(
            receiverId: alice, actions: [.deployContract(DeployContractAction(code: Array(code)))])
        await say("call") {
            Self.executed(try await self.manager.callFunction(contractId: alice, methodName: "increment", args: []))
        }
        await say("batch") { "\(try await self.manager.signAndSendTransactions(both).count) outcomes" }
        await say("delegate") { "\(try await self.manager.signDelegateActions(both).count) actions" }
        await say("message") { try await self.manager.sign(message: "hello", recipient: "shop.example").accountId.text }
        await say("history") { "\(try await self.manager.history().count) entries" }
        await say("view") {
            let client = try self.manager.client()
            let view = try await client.callFunction("get", of: alice, args: [])
            return view.value.result.isEmpty ? "none" : "a value"
        }
        await say("refuse") { Self.executed(try await self.manager.sendNEAR(to: bob, amount: try .near(101))) }
    }

    /// Ends sign-ins that wait for the user.
    func endOtherwise() async {
        let window = ConnectWindow(manager: manager)
        window.present()
        let endings: [(String, @MainActor (Task<Void, Never>) -> Void)] = [
            ("cancel", { $0.cancel() }), ("page killed", { _ in XCTAssertGreaterThan(WebProcesses.kill(), 0) }),
            ("window closed", { _ in window.close() }),
        ]
        for (operation, end) in endings {
            let signingIn = Task { await self.say(operation) { try await self.manager.signIn().accountId } }
            await waitUntil("the list") { self.manager.showWalletUI }
            end(signingIn)
            await signingIn.value
        }
    }

    private func say(_ operation: String, _ end: @MainActor () async throws -> String) async {
        do {
            ends[operation] = try await end()
        } catch NEARError.taskCancelled {
            ends[operation] = "cancelled"
        } catch let error as NEARError {
            ends[operation] = error.code
        } catch {
            ends[operation] = "\(error)"
        }
    }

    private static func executed(_ outcome: FinalExecutionOutcome) -> String {
        outcome.transactionHash.description.isEmpty ? "nothing" : "executed"
    }
}
