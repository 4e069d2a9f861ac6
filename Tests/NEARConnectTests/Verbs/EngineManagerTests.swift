// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectEngine

/// Events of a manager for the program that embeds it: approvals, their ends, and a new process.
final class EngineManagerTests: MainLoopTestCase {
    /// A program that notes what it is told, and says whether it has a handler.
    @MainActor
    private final class Listener {
        var hears = true
        private(set) var told: [(name: String, json: JSONValue)] = []

        func take(_ event: EngineManager.Event, _ json: JSONValue) -> Bool {
            told.append((event.rawValue, json))
            return hears
        }
    }

    @MainActor
    private static func manager(_ listener: Listener) -> EngineManager {
        EngineManager(
            NEARWalletConfiguration(network: .testnet, profile: .ephemeral), change: { _ in },
            event: { listener.take($0, $1) })
    }

    private static var signIn: ApprovalRequest {
        get throws {
            ApprovalRequest(
                network: "testnet", chain: .testnet, asker: .program(origin: "https://app.example"),
                subject: .signIn(candidates: [try AccountId("alice.testnet"), try AccountId("bob.testnet")]))
        }
    }

    func testARelaunchIsOfferedWithItsVariablesInOrder() throws {
        try run {
            let listener = Listener()
            let engine = Self.manager(listener)
            let variables = ["WEBKIT_DISABLE_COMPOSITING_MODE": "1", "A": "x=y"]
            XCTAssertEqual(engine.manager.offersRelaunch?(variables), true)
            XCTAssertEqual(listener.told.map(\.name), ["relaunch"])
            XCTAssertEqual(listener.told.last?.json, ["A=x=y", "WEBKIT_DISABLE_COMPOSITING_MODE=1"])
            // Without a handler the manager says itself what to do.
            listener.hears = false
            XCTAssertEqual(engine.manager.offersRelaunch?(variables), false)
            listener.hears = true
            engine.forget()
            XCTAssertEqual(engine.manager.offersRelaunch?(variables), false)
            XCTAssertEqual(listener.told.count, 2)
        }
    }

    func testARequestIsAnsweredOnceByItsNumber() throws {
        try run {
            let listener = Listener()
            let engine = Self.manager(listener)
            let request = try Self.signIn
            let answer = Task { await engine.approver.approve(request) }
            await waitUntil("the question") { listener.told.count == 1 }
            XCTAssertEqual(listener.told.last?.json["candidates"], ["alice.testnet", "bob.testnet"])
            @MainActor func decide(_ text: String) throws -> Bool { engine.approver.answer(try ApprovalDecision(text)) }
            XCTAssertFalse(try decide(#"{"id":2,"answer":"allow"}"#))
            XCTAssertFalse(try decide(#"{"id":1,"answer":"allow","accountId":"mallory.testnet"}"#))
            XCTAssertTrue(try decide(#"{"id":1,"answer":"allow","accountId":"bob.testnet"}"#))
            XCTAssertFalse(try decide(#"{"id":1,"answer":"deny"}"#))
            let given = await answer.value
            XCTAssertEqual(given, .approved(account: try AccountId("bob.testnet")))
            engine.forget()
        }
    }

    func testTheFactsHaveTheKeyThatASignInAddsAndSayThatNoNodeIsAsked() throws {
        let permission = FunctionCallPermission(
            allowance: try NEARToken("0.25 NEAR"), receiverId: try AccountId("shop.testnet"), methodNames: ["buy"])
        func facts(_ permission: FunctionCallPermission) throws -> JSONValue {
            ApprovalFacts(
                ApprovalRequest(
                    network: "testnet", chain: .testnet, asker: .program(origin: "https://app.example"),
                    subject: .signInWithFunctionCallKey(candidates: [], permission: permission)), id: 1
            ).json
        }
        XCTAssertEqual(
            try facts(permission)["signInPermission"],
            ["contractId": "shop.testnet", "methodNames": ["buy"], "allowance": "250000000000000000000000"])
        let endless = FunctionCallPermission(
            allowance: nil, receiverId: try AccountId("shop.testnet"), methodNames: [])
        XCTAssertEqual(
            try facts(endless)["signInPermission"],
            ["contractId": "shop.testnet", "methodNames": [], "allowance": nil])
        XCTAssertEqual(try facts(permission)["outlook"], "")
        XCTAssertNil(ApprovalFacts(try Self.signIn, id: 1).json["signInPermission"])
    }

    func testANodesWordComesLaterThanTheRequestAndNotAfterItsAnswer() throws {
        try run {
            let listener = Listener()
            let engine = Self.manager(listener)
            var outlook = ApprovalOutlook()
            outlook.missing = [try AccountId("nobody.testnet")]
            var request = try Self.signIn
            let (words, node) = AsyncStream<ApprovalOutlook>.makeStream()
            request.outlook = {
                for await word in words { return word }
                return ApprovalOutlook()
            }
            let first = Task { [request] in await engine.approver.approve(request) }
            await waitUntil("the question") { listener.told.count == 1 }
            XCTAssertNil(listener.told[0].json["outlook"])
            node.yield(outlook)
            await waitUntil("the node's word") { listener.told.count == 2 }
            let sentence = "There is no account nobody.testnet. Check the name: tokens sent there may be lost."
            XCTAssertEqual(listener.told[1].name, "approval-outlook")
            XCTAssertEqual(
                listener.told[1].json,
                ["id": 1, "outlook": .string("Warning: \(sentence)"), "warnings": [.string(sentence)]])
            XCTAssertTrue(engine.approver.answer(try ApprovalDecision(#"{"id":1,"answer":"deny"}"#)))
            _ = await first.value
            // The node takes longer than the program.
            let (late, slowNode) = AsyncStream<ApprovalOutlook>.makeStream()
            request.outlook = {
                for await word in late { return word }
                return ApprovalOutlook()
            }
            let second = Task { [request] in await engine.approver.approve(request) }
            await waitUntil("the second question") { listener.told.count == 3 }
            XCTAssertTrue(engine.approver.answer(try ApprovalDecision(#"{"id":2,"answer":"deny"}"#)))
            slowNode.yield(outlook)
            _ = await second.value
            request.outlook = nil
            let third = Task { [request] in await engine.approver.approve(request) }
            await waitUntil("the third question") { listener.told.count == 4 }
            XCTAssertEqual(listener.told.map(\.name), ["approval", "approval-outlook", "approval", "approval"])
            engine.approver.dismiss()
            _ = await third.value
            engine.forget()
        }
    }

    func testAnOperationThatIsCancelledTakesItsRequestWithIt() throws {
        try run {
            let listener = Listener()
            let engine = Self.manager(listener)
            let request = try Self.signIn
            let asked = Task { await engine.approver.approve(request) }
            await waitUntil("the question") { listener.told.count == 1 }
            asked.cancel()
            let answer = await asked.value
            XCTAssertEqual(answer, .cancelled)
            XCTAssertEqual(listener.told.map(\.name), ["approval", "approval-ended"])
            // Before it begins, too.
            let never = Task { await engine.approver.approve(request) }
            never.cancel()
            let none = await never.value
            XCTAssertEqual(none, .cancelled)
            XCTAssertEqual(listener.told.count, 2)
            engine.forget()
        }
    }

    func testTheNextRequestAndTheEndTakeTheOneBefore() throws {
        try run {
            let listener = Listener()
            let engine = Self.manager(listener)
            let request = try Self.signIn
            let first = Task { await engine.approver.approve(request) }
            await waitUntil("the first question") { listener.told.count == 1 }
            let second = Task { await engine.approver.approve(request) }
            let over = await first.value
            XCTAssertEqual(over, .cancelled)
            await waitUntil("the second question") { listener.told.count == 3 }
            XCTAssertEqual(listener.told.map(\.name), ["approval", "approval-ended", "approval"])
            XCTAssertEqual(listener.told[1].json, ["id": 1])
            engine.approver.dismiss()
            let dismissed = await second.value
            XCTAssertEqual(dismissed, .cancelled)
            XCTAssertEqual(listener.told.last?.json, ["id": 2])
            engine.forget()
        }
    }

    func testWhereNobodyListensTheWindowAsksAndWithoutOneNobodyDoes() throws {
        try run {
            let listener = Listener()
            listener.hears = false
            let engine = Self.manager(listener)
            let request = try Self.signIn
            let refused = await engine.approver.approve(request)
            guard case .refused = refused else { return XCTFail("\(refused)") }
            // A program that leaves a request to the window, too.
            listener.hears = true
            let left = Task { await engine.approver.approve(request) }
            await waitUntil("the question") { listener.told.count == 2 }
            XCTAssertTrue(engine.approver.answer(try ApprovalDecision(#"{"id":2,"answer":"show"}"#)))
            let nobody = await left.value
            guard case .refused = nobody else { return XCTFail("\(nobody)") }
            engine.forget()
        }
    }
}
