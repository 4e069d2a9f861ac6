// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// The stages that `wait_until` waits for, as nearcore's `tx_execution_status_meets_expectations` has them.
@Suite struct WaitUntilTests {
    /// For each goal, the stages that are enough.
    private static let enough: [TxExecutionStatus: Set<TxExecutionStatus>] = [
        .none: [.none, .included, .executedOptimistic, .includedFinal, .executed, .final],
        .included: [.included, .executedOptimistic, .includedFinal, .executed, .final],
        .executedOptimistic: [.executedOptimistic, .executed, .final],
        .includedFinal: [.includedFinal, .executed, .final],
        .executed: [.executed, .final],
        .final: [.final],
    ]

    @Test(arguments: TxExecutionStatus.allCases, TxExecutionStatus.allCases)
    func aStageIsEnoughAsInNearcore(_ goal: TxExecutionStatus, _ stage: TxExecutionStatus) throws {
        #expect(stage.reaches(goal) == (try #require(Self.enough[goal])).contains(stage))
    }

    /// A goal that has an outcome is answered with one, also where blocks come by the clock.
    ///
    /// The others are answered earlier or then.
    @Test(arguments: [nil] + TxExecutionStatus.allCases.map { $0 })
    func blocksByTheClockAreWaitedFor(_ goal: TxExecutionStatus?) async throws {
        try await withClockedDevnet { devnet, client in
            let signed = try await client.sign(devnet.accounts[0], to: devnet.accounts[1].id, [Self.call("fine")])
            let result = try await client.result("send_tx", Self.parameters(signed, goal))
            let stage = try #require(
                TxExecutionStatus(rawValue: result["final_execution_status"]?.stringValue ?? "no stage"))
            let goal = goal ?? .executedOptimistic
            #expect(try #require(Self.enough[goal]).contains(stage))
            if goal.hasOutcome { #expect(result["status"] == ["SuccessValue": ""]) }
        }
    }

    /// `send_tx` and `tx` without `wait_until`: a client that hears nothing of a failure takes it for a success.
    @Test func aPanicIsAFailureByDefault() async throws {
        try await withClockedDevnet { devnet, client in
            let bob = devnet.accounts[1].id
            let sent = try await client.sign(devnet.accounts[0], to: bob, [Self.call("panics")])
            let result = try await client.result("send_tx", Self.parameters(sent, nil))
            #expect(result["status"]?["Failure"]?["ActionError"] != nil)

            let other = try await client.sign(devnet.accounts[0], to: bob, [Self.call("panics")])
            let hash = try await client.result("broadcast_tx_async", [.string(other.base64)])
            let status = try await client.result("tx", [hash, "alice.test.near"])
            #expect(status["status"]?["Failure"]?["ActionError"] != nil)
        }
    }

    private static func call(_ method: String) -> Action {
        .functionCall(FunctionCallAction(methodName: method, args: [], gas: .tera(10), deposit: .zero))
    }

    private static func parameters(_ signed: SignedTransaction, _ goal: TxExecutionStatus?) -> JSONValue {
        var members: JSONValue.Members = ["signed_tx_base64": .string(signed.base64)]
        if let goal { members["wait_until"] = .string(goal.rawValue) }
        return .object(members)
    }

    /// A devnet with a block each 50 ms, and a contract on bob's account.
    private func withClockedDevnet(_ body: (Devnet, RawClient) async throws -> Void) async throws {
        try await withDevnet {
            $0.blockProduction = .every(.milliseconds(50))
            // Blocks come by Swift's tasks, whose threads other tests may keep for a while.
            $0.waitLimit = .seconds(300)
        } _: { devnet, client in
            let code = try WAT.module(
                #"(module (func (export "fine")) (func (export "panics") unreachable))"#)
            let bob = devnet.accounts[1]
            let signed = try await client.sign(bob, to: bob.id, [.deployContract(DeployContractAction(code: code))])
            let result = try await client.result("send_tx", Self.parameters(signed, .final))
            #expect(result["status"] == ["SuccessValue": ""])
            try await body(devnet, client)
        }
    }
}
