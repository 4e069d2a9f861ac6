// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectEngine

/// The ends of operations where nobody waits for them any more.
final class OpenWorkTests: MainLoopTestCase {
    /// An operation that was started.
    @MainActor
    private final class Call {
        private static var lastNumber: UInt64 = 0
        private let number: UInt64
        private let engine: EngineManager
        private var ends: [Result<JSONValue, EngineError>] = []

        init(_ verb: String, _ json: JSONValue = nil, at engine: EngineManager) {
            Self.lastNumber += 1
            number = Self.lastNumber
            self.engine = engine
            engine.start(number, verb: verb, parameters: json.text) { self.ends.append($0) }
            XCTAssertTrue(ends.isEmpty, "it ended before its start was over")
        }

        func cancel() { engine.cancel(number) }

        /// Waits for the end, which comes once.
        func error() async -> NEARError? {
            await waitUntil("the end") { !ends.isEmpty }
            XCTAssertEqual(ends.count, 1)
            if case .failure(.operation(let error)) = ends[0] { return error } else { return nil }
        }

        func code() async -> String? { await error()?.code }
    }

    func testClosingAndCancellingEndAQuestionThatNoNodeAnswers() throws {
        try run {
            let calls: [(String, JSONValue)] = [
                ("identifyChain", nil), ("viewAccount", ["accountId": "bob.near"]),
                ("viewFunction", ["contractId": "bob.near", "methodName": "get"]),
                ("rpc", ["method": "status", "params": []]),
            ]
            for (verb, json) in calls {
                for closes in [true, false] {
                    let node = try SilentNode()
                    let network = try CustomNetwork(id: "silent", rpcURLs: [node.url])
                    let engine = EngineManager(
                        NEARWalletConfiguration(network: .custom(network), profile: .ephemeral), change: { _ in },
                        event: { _, _ in false })
                    let call = Call(verb, json, at: engine)
                    let visitor = await node.take()
                    if closes { engine.close() } else { call.cancel() }
                    let code = await call.code()
                    XCTAssertEqual(code, closes ? "manager-released" : "task-cancelled", verb)
                    close(visitor)
                    engine.forget()
                }
            }
        }
    }

    func testAQuestionGoesOutBeforeTheLoopTurns() throws {
        try run {
            let node = try SilentNode()
            let network = try CustomNetwork(id: "silent", rpcURLs: [node.url])
            let engine = EngineManager(
                NEARWalletConfiguration(network: .custom(network), profile: .ephemeral), change: { _ in },
                event: { _, _ in false })
            let call = Call("viewAccount", ["accountId": "bob.near"], at: engine)
            XCTAssertTrue(node.isVisited())
            call.cancel()
            let code = await call.code()
            XCTAssertEqual(code, "task-cancelled")
            engine.forget()
        }
    }

    func testARelayedActionThatANodeHasSaysSoWhenItIsClosedOrCancelled() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let hidden = environment.devnet.rpcURL
            let (held, release) = AsyncStream<Void>.makeStream()
            // The node takes the transaction, and says nothing.
            let node = try await ScriptedNode.start { method, request in
                let reply = try await ScriptedNode.forward(request, to: hidden)
                if ["send_tx", "tx", "EXPERIMENTAL_tx_status"].contains(method) {
                    for await _ in held { break }
                }
                return reply
            }
            for closes in [true, false] {
                var configuration = environment.configuration
                configuration.network = .custom(
                    try CustomNetwork(id: environment.devnet.chainId, rpcURLs: [node.url]))
                let engine = EngineManager(configuration, change: { _ in }, event: { _, _ in false })
                let call = Call(
                    "relay",
                    [
                        "signedDelegate": .string(try await environment.signedTransfer()),
                        "payerId": .string(environment.accounts[2].id.text),
                    ], at: engine)
                let known = node.methods.count { $0 == "send_tx" }
                await waitUntil("the transaction") { node.methods.count { $0 == "send_tx" } > known }
                if closes { engine.close() } else { call.cancel() }
                guard case .transactionUnknown(let hash)? = await call.error() else {
                    return XCTFail("it says nothing of what was sent")
                }
                XCTAssertNotNil(hash)
                engine.forget()
            }
            release.finish()
            await node.stop()
            try await environment.stop()
        }
    }

    func testARelaysQuestionIsItsOwn() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            var configuration = environment.configuration
            configuration.approval = .ask
            var told: [(name: String, id: JSONValue?)] = []
            let engine = EngineManager(
                configuration, change: { _ in },
                event: {
                    told.append(($0.rawValue, $1["id"]))
                    return true
                })
            let json: JSONValue = [
                "signedDelegate": .string(try await environment.signedTransfer()),
                "payerId": .string(environment.accounts[2].id.text),
            ]
            @MainActor func questions() -> Int { told.count { $0.name == "approval" } }
            let cancelled = Call("relay", json, at: engine)
            await waitUntil("the question") { questions() == 1 }
            cancelled.cancel()
            let code = await cancelled.code()
            XCTAssertEqual(code, "task-cancelled", "no user has answered")
            XCTAssertTrue(told.contains { $0.name == "approval-ended" })
            // No other operation takes its question away.
            let relay = Call("relay", json, at: engine)
            await waitUntil("the next question") { questions() == 2 }
            let message: JSONValue = ["message": "Hello", "recipient": "app.example"]
            let other = Call("signInAndSignMessage", message, at: engine)
            let refusal = await other.code()
            XCTAssertEqual(refusal, "operation-in-progress")
            XCTAssertTrue(engine.approver.answer(try ApprovalDecision(#"{"id":2,"answer":"allow"}"#)))
            let failure = await relay.code()
            XCTAssertNil(failure)
            engine.forget()
            try await environment.stop()
        }
    }

    func testARelayAsksNobodyWhileAnotherOperationMay() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            try await manager.ready()
            let asked = RecordingApprover()
            let approver = RelayApprover(asked, besides: manager.requests)
            let open = try manager.requests.open(.signMessage)
            let request = ApprovalRequest(
                network: "testnet", chain: .testnet, asker: .program(origin: "https://app.example"),
                subject: .signIn(candidates: [environment.accounts[0].id]))
            let busy = await approver.approve(request)
            XCTAssertEqual(busy, .cancelled)
            XCTAssertTrue(approver.wasBusy)
            XCTAssertEqual(asked.count, 0)
            XCTAssertTrue(manager.requests.table.abandon(open.id, .userCancelled))
            let free = await approver.approve(request)
            XCTAssertEqual(free, .refused(reason: "asked"))
            XCTAssertFalse(approver.wasBusy)
            try await environment.stop()
        }
    }

    func testAClosedManagerEmptiesNoCaches() throws {
        try run {
            let engine = EngineManager(
                NEARWalletConfiguration(network: .testnet, profile: .ephemeral), change: { _ in },
                event: { _, _ in false })
            engine.close()
            do throws(NEARError) {
                try await engine.manager.resetCache()
                XCTFail("no error")
            } catch {
                XCTAssertEqual(error.code, "manager-released")
            }
        }
    }
}

/// An approver that counts what it is asked.
@MainActor
private final class RecordingApprover: Approver {
    private(set) var count = 0

    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        count += 1
        return .refused(reason: "asked")
    }

    func dismiss() {}
}
