// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The part of a dApp's question that a node fills in while the user reads the rest.
final class OutlookTests: MainLoopTestCase {
    /// Has a connected page ask for a call, and returns the dialog.
    @MainActor
    private static func question(in scene: AppsScene, on site: WalletSite, about request: String) async throws
        -> ApprovalDialog
    {
        let tab = try await scene.show(site.origin + "/")
        let page = try XCTUnwrap(tab.page)
        let connecting = Task { try await page.run("await wallet.signIn(); return null;") }
        try await scene.question().dialog.respond(ApprovalDialog.approve)
        _ = try await connecting.value
        page.view.call(
            """
            addEventListener("near-wallet-injected", ({ detail }) => {
              detail.signAndSendTransaction(JSON.parse(request)).catch(() => {});
            }, { once: true });
            dispatchEvent(new Event("near-selector-ready"));
            """, arguments: ["request": request]
        ) { _ in }
        return try await scene.question()
    }

    @MainActor
    private static func texts(_ widget: WidgetHandle) -> [String] {
        var found: [String] = []
        if let label = widget as? Label { found.append(label.text) }
        for child in (widget as? Container)?.children ?? [] { found += texts(child) }
        return found
    }

    func testTokensAreInTheirUnitsAndBalancesAreForetold() throws {
        try run {
            let scene = try await AppsScene()
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let alice = scene.environment.accounts[0].id
            let token = try AccountId("token.test.near")
            try await scene.environment.devnet.deploy(
                .fungibleToken(owner: alice, totalSupply: "7000000000000000000"), to: token)
            let dialog = try await Self.question(
                in: scene, on: site,
                about:
                    #"{"receiverId":"token.test.near","actions":[{"type":"FunctionCall","params":{"methodName":"ft_transfer","args":{"receiver_id":"bob.test.near","amount":"5250000000000000000"},"gas":"30000000000000","deposit":"1"}}]}"#
            )
            await waitUntil("the node's word") { Self.texts(dialog.outlook).contains("What a node says") }
            let texts = Self.texts(dialog.outlook)
            XCTAssertTrue(
                texts.contains { $0.hasPrefix("5.25 “") && $0.hasSuffix("” to bob.test.near, says token.test.near") },
                "\(texts)")
            XCTAssertTrue(
                texts.contains(
                    "7 now; at least 1.75 afterwards, says token.test.near"),
                "\(texts)")
            XCTAssertFalse(texts.contains { $0.contains("There is no account") }, "\(texts)")
            XCTAssertTrue(texts.contains { $0.hasPrefix("This is more than half of what the account has in “") })
            let balance = try XCTUnwrap(texts.first { $0.contains("fees included") })
            XCTAssertEqual(balance, "10000 NEAR now; at least 9999.99688 NEAR afterwards, fees included")
            dialog.cancel()
            await site.stop()
            try await scene.stop()
        }
    }

    func testTokensThatAreNotThereAndReceiversThatDoNotExistAreSaid() throws {
        try run {
            let scene = try await AppsScene()
            let alice = scene.environment.accounts[0].id
            let token = try AccountId("token.test.near")
            try await scene.environment.devnet.deploy(.fungibleToken(owner: alice, totalSupply: "10"), to: token)
            let client = try scene.environment.manager.client()
            func outlook(_ actions: [Action]) async -> ApprovalOutlook {
                let intents = [TransactionRequest(receiverId: token, actions: actions)]
                return await OutlookQuestion(intents: intents, signer: alice, isDelegated: false, client: client).ask()
            }
            func call(_ method: String, _ receiver: String, amount: String = "") -> Action {
                let arguments: JSONValue = [
                    "receiver_id": .string(receiver), "amount": .string(amount), "token_id": "1",
                ]
                return .functionCall(
                    FunctionCallAction(methodName: method, args: arguments.bytes, gas: .tera(10), deposit: .oneYocto))
            }
            // The second transfer takes from what the first one leaves.
            let both = await outlook([
                call("ft_transfer", "bob.test.near", amount: "7"), call("ft_transfer", "nobody.test.near", amount: "4"),
            ])
            XCTAssertEqual(both.tokens.map(\.balance), [10, 10])
            XCTAssertEqual(both.missing.map(\.text), ["nobody.test.near"])
            let warning = try XCTUnwrap(OutlookText(both).warning)
            XCTAssertTrue(warning.contains("token.test.near says that the account doesn’t have so many"), warning)
            XCTAssertTrue(warning.contains("There is no account nobody.test.near."), warning)
            // Another call may bring tokens or take them: nothing is said of the balance, nor of a failure.
            for actions in [
                [call("near_deposit", "bob.test.near"), call("ft_transfer", "bob.test.near", amount: "11")],
                [call("ft_transfer", "bob.test.near", amount: "11"), call("near_withdraw", "bob.test.near")],
                [
                    call("ft_transfer_call", "bob.test.near", amount: "1"),
                    call("ft_transfer", "bob.test.near", amount: "11"),
                ],
            ] {
                let untold = await outlook(actions)
                XCTAssertTrue(untold.tokens.allSatisfy { $0.balance == nil } && !untold.tokens.isEmpty)
                XCTAssertNil(OutlookText(untold).warning)
            }
            let last = await outlook([call("ft_transfer_call", "bob.test.near", amount: "4")])
            XCTAssertEqual(last.tokens.map(\.balance), [10])
            let made = await OutlookQuestion(
                intents: [
                    TransactionRequest(receiverId: try AccountId("new.test.near"), actions: [.createAccount]),
                    TransactionRequest(receiverId: token, actions: [call("ft_transfer", "new.test.near", amount: "1")]),
                ], signer: alice, isDelegated: false, client: client
            ).ask()
            XCTAssertTrue(made.missing.isEmpty)
            // An implicit account holds tokens before it has NEAR.
            let implicit = String(repeating: "ab", count: 32)
            let nfts = await outlook([
                call("nft_transfer", "nobody.test.near"), call("nft_transfer", implicit),
            ])
            XCTAssertEqual(nfts.missing.map(\.text), ["nobody.test.near"])
            XCTAssertTrue(nfts.tokens.isEmpty)
            // Of more than four transactions nobody is asked, and no node is blamed for it.
            let few = [TransactionRequest](
                repeating: TransactionRequest(
                    receiverId: alice, actions: [.transfer(TransferAction(deposit: .oneYocto))]), count: 4)
            for (intents, words) in [
                (few, nil), (few + few, "So many transactions can’t be forecast: look at each one."),
            ] {
                let outlook = await OutlookQuestion(
                    intents: intents, signer: alice, isDelegated: false, client: client
                ).ask()
                XCTAssertEqual(OutlookText(outlook).note, words)
            }
            try await scene.stop()
        }
    }

    func testWhatTheChainWouldRefuseIsSaid() throws {
        try run {
            let scene = try await AppsScene()
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let dialog = try await Self.question(
                in: scene, on: site,
                about: #"{"receiverId":"nobody.test.near","actions":[{"type":"Transfer","params":{"deposit":"1"}}]}"#)
            await waitUntil("the node's word") { Self.texts(dialog.outlook).contains("What a node says") }
            let texts = Self.texts(dialog.outlook)
            XCTAssertTrue(
                texts.contains {
                    $0.hasPrefix("As the chain is now, this would fail:") && $0.contains("nobody.test.near")
                },
                "\(texts)")
            XCTAssertFalse(texts.contains { $0.contains("fees included") })
            dialog.cancel()
            await site.stop()
            try await scene.stop()
        }
    }

    func testTheUserNeedNotWaitForANodeThatIsSilent() throws {
        try run {
            let scene = try await AppsScene()
            var answer: CheckedContinuation<ApprovalOutlook, Never>?
            var request = ApprovalRequest(
                network: "devnet", chain: nil, asker: .program(origin: "https://app.example"),
                subject: .transactions(
                    [TransactionRequest(receiverId: try AccountId("bob.test.near"), actions: [])],
                    signerId: try AccountId("alice.test.near")))
            request.outlook = { await withCheckedContinuation { answer = $0 } }
            let dialog = ApprovalDialog(request, parent: try scene.tab.toolbar.address)
            var answers: [ApprovalAnswer] = []
            dialog.onAnswer = { answers.append($0) }
            dialog.present()
            await waitUntil("the node's turn") { answer != nil }
            XCTAssertEqual(Self.texts(dialog.outlook), ["Asking a node what this would do…"])
            dialog.dialog.respond(ApprovalDialog.approve)
            XCTAssertEqual(answers, [.approved(account: nil)])
            answer?.resume(returning: ApprovalOutlook())
            try await scene.stop()
        }
    }

    func testThatNoNodeCouldTellIsSaid() throws {
        try run {
            let scene = try await AppsScene()
            let bob = try AccountId("bob.test.near")
            let question = OutlookQuestion(
                intents: [
                    TransactionRequest(
                        receiverId: bob, actions: [.transfer(TransferAction(deposit: try NEARToken("1 NEAR")))])
                ],
                signer: try AccountId("alice.test.near"), isDelegated: false,
                client: try NEARRPCClient(
                    endpoints: [RPCEndpoint(url: try XCTUnwrap(URL(string: "http://127.0.0.1:1/")))]))
            var request = ApprovalRequest(
                network: "devnet", chain: nil, asker: .program(origin: "https://app.example"),
                subject: .transactions(question.intents, signerId: question.signer))
            request.outlook = { await question.ask() }
            let dialog = ApprovalDialog(request, parent: try scene.tab.toolbar.address)
            dialog.present()
            await waitUntil("the end of the question to the node") {
                Self.texts(dialog.outlook).contains("No node could tell what this would do to your balance.")
            }
            dialog.cancel()
            try await scene.stop()
        }
    }

    func testNothingIsLeftWhereThereIsNothingToSay() throws {
        try run {
            let scene = try await AppsScene()
            var request = ApprovalRequest(
                network: "devnet", chain: nil, asker: .program(origin: "https://app.example"),
                subject: .transactions(
                    [TransactionRequest(receiverId: try AccountId("bob.test.near"), actions: [])],
                    signerId: try AccountId("alice.test.near")))
            request.outlook = { ApprovalOutlook() }
            let dialog = ApprovalDialog(request, parent: try scene.tab.toolbar.address)
            dialog.present()
            await waitUntil("the end of the question to the node") { Self.texts(dialog.outlook).isEmpty }
            dialog.cancel()
            try await scene.stop()
        }
    }
}
