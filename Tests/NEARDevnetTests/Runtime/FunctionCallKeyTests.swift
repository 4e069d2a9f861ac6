// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// A key that may only call functions signs nothing else.
@Suite(.ownThread) struct FunctionCallKeyTests {
    private func makeChain(
        allowance: NEARToken? = NEARToken.test(1), methods: [String] = []
    ) throws -> (LocalChain, SecretKey) {
        var chain = try LocalChain()
        let key = try chain.key("session")
        let permission = FunctionCallPermission(
            allowance: allowance, receiverId: try chain.id("bob.root"), methodNames: methods)
        try chain.send(
            "alice.root", to: "alice.root",
            [
                .addKey(
                    AddKeyAction(publicKey: key.publicKey, accessKey: AccessKey(permission: .functionCall(permission))))
            ])
        return (chain, key)
    }

    private func refusal(
        _ actions: [Action], to receiver: String = "bob.root", allowance: NEARToken? = NEARToken.test(1),
        methods: [String] = []
    ) throws -> JSONValue? {
        var (chain, key) = try makeChain(allowance: allowance, methods: methods)
        let error = #expect(throws: InvalidTxError.self) {
            try chain.send("alice.root", to: receiver, actions, key: key)
        }
        return error?.view["InvalidAccessKeyError"]
    }

    @Test func transferNeedsFullAccess() throws {
        #expect(try refusal([.transfer(NEARToken.test(1))], allowance: nil) == "RequiresFullAccess")
    }

    @Test func twoCallsNeedFullAccess() throws {
        #expect(try refusal([.functionCall("a"), .functionCall("b")]) == "RequiresFullAccess")
    }

    @Test func depositIsRefused() throws {
        #expect(
            try refusal([.functionCall("a", deposit: NEARToken(yoctoNEAR: 1))]) == "DepositWithFunctionCall")
    }

    @Test func otherReceiverIsRefused() throws {
        #expect(
            try refusal([.functionCall("a")], to: "root")
                == ["ReceiverMismatch": ["tx_receiver": "root", "ak_receiver": "bob.root"]])
    }

    @Test func otherMethodIsRefused() throws {
        #expect(
            try refusal([.functionCall("b")], methods: ["a"]) == ["MethodNameMismatch": ["method_name": "b"]])
    }

    @Test func costAboveAllowanceIsRefused() throws {
        let error = try refusal([.functionCall("a")], allowance: NEARToken(yoctoNEAR: 1))
        #expect(error?["NotEnoughAllowance"]?["allowance"] == "1")
        #expect(error?["NotEnoughAllowance"]?["account_id"] == "alice.root")
    }

    /// The call fails, for there is no contract; gas that wasn't burnt comes back to balance and allowance.
    @Test func unusedGasComesBackToTheAllowance() throws {
        var (chain, key) = try makeChain()
        let status = try chain.send("alice.root", to: "bob.root", [.functionCall("a")], key: key)
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        guard
            case .functionCall(let permission) = chain.state.accessKey(try chain.id("alice.root"), key.publicKey)?
                .permission
        else {
            Issue.record("The key is gone")
            return
        }
        #expect(permission.allowance == NEARToken(yoctoNEAR: NEARToken.yoctoPerNEAR - burnt))
    }
}
