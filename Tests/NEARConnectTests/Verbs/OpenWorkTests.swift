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
    /// Starts an operation, and returns its end.
    @MainActor
    private static func start(
        _ verb: String, _ json: JSONValue = nil, at engine: EngineManager
    ) throws -> Task<Result<JSONValue, NEARError>, Never> {
        let work = try XCTUnwrap(engine.work(verb))
        return Task {
            do throws(NEARError) {
                return .success(try await work(json))
            } catch {
                return .failure(error)
            }
        }
    }

    private static func code(_ end: Result<JSONValue, NEARError>) -> String? {
        if case .failure(let error) = end { error.code } else { nil }
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
                    let call = try Self.start(verb, json, at: engine)
                    let visitor = await node.take()
                    if closes { engine.close() } else { call.cancel() }
                    let code = Self.code(await call.value)
                    XCTAssertEqual(code, closes ? "manager-released" : "task-cancelled", verb)
                    close(visitor)
                    engine.forget()
                }
            }
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
                let call = try Self.start(
                    "relay",
                    [
                        "signedDelegate": .string(try await environment.signedTransfer()),
                        "payerId": .string(environment.accounts[2].id.text),
                    ], at: engine)
                let known = node.methods.count { $0 == "send_tx" }
                await waitUntil("the transaction") { node.methods.count { $0 == "send_tx" } > known }
                if closes { engine.close() } else { call.cancel() }
                guard case .failure(.transactionUnknown(let hash)) = await call.value else {
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
            let cancelled = try Self.start("relay", json, at: engine)
            await waitUntil("the question") { questions() == 1 }
            cancelled.cancel()
            let code = Self.code(await cancelled.value)
            XCTAssertEqual(code, "task-cancelled", "no user has answered")
            XCTAssertTrue(told.contains { $0.name == "approval-ended" })
            // No other operation takes its question away.
            let relay = try Self.start("relay", json, at: engine)
            await waitUntil("the next question") { questions() == 2 }
            let message: JSONValue = ["message": "Hello", "recipient": "app.example"]
            let other = try Self.start("signInAndSignMessage", message, at: engine)
            let refusal = Self.code(await other.value)
            XCTAssertEqual(refusal, "operation-in-progress")
            XCTAssertTrue(engine.approver.answer(try ApprovalDecision(#"{"id":2,"answer":"allow"}"#)))
            let sent = await relay.value
            XCTAssertNil(Self.code(sent))
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
