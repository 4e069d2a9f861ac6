// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Code patterns that NEAR's SDK generates (`Source/sdk_patterns.c`).
///
/// They are there as WebAssembly 1.0, and as compilers write it today.
@Suite(.ownThread) struct SDKPatternTests {
    static let processors = ["mvp", "generic"]

    private func makeChain(_ processor: String) throws -> LocalChain {
        let source = CContract.root.appending(path: "Tests/NEARDevnetTests/Contracts/Source/sdk_patterns.c")
        var local = try LocalChain()
        try local.deploy(CContract.build(source, processor: processor, ["-O2"]), to: "bob.root")
        let status = try local.call("bob.root", "new", arguments: #"{"greeting":"hello"}"#)
        if let failure = status.failure { throw failure }
        return local
    }

    @Test(arguments: processors)
    func stateIsKeptInBorsh(_ processor: String) async throws {
        var local = try makeChain(processor)
        let id = try AccountId("bob.root")
        #expect(local.state.value(id, key: Array("STATE".utf8)) == [5, 0, 0, 0] + Array("hello".utf8))
        let again = try local.call("bob.root", "new", arguments: #"{"greeting":"x"}"#)
        #expect(again.executionError == "Smart contract panicked: The contract has already been initialized")
        let paid = try local.call(
            "bob.root", "set_greeting", arguments: #"{"greeting":"x"}"#, deposit: NEARToken(yoctoNEAR: 1))
        #expect(paid.executionError == "Smart contract panicked: Method set_greeting doesn't accept deposit")
        let set = try local.call("bob.root", "set_greeting", arguments: #"{"greeting":"good morning"}"#)
        #expect(set.logs == [#"EVENT_JSON:{"standard":"greeting","version":"1.0.0","event":"set","data":[]}"#])
        #expect(try await local.view("bob.root", "get_greeting") == #""good morning""#)
        let stranger = try local.call("bob.root", "migrate")
        #expect(stranger.executionError == "Smart contract panicked: Method migrate is private")
        #expect(try local.call("bob.root", "migrate", as: "bob.root").failure == nil)
        let gone = try local.call("bob.root", "get_greeting")
        #expect(gone.executionError == "Smart contract panicked: The contract is not initialized")
    }

    @Test(arguments: processors)
    func anErrorInJSONArrivesAsItWas(_ processor: String) async throws {
        var local = try makeChain(processor)
        let text = #"{"error":{"cause":{"info":{"needed":"5"},"name":"NOT_ENOUGH"},"name":"CUSTOM_CONTRACT_ERROR"}}"#
        #expect(try local.call("bob.root", "fail").executionError == "Smart contract panicked: \(text)")
        await #expect(throws: QueryError.contractExecution(.host(.guestPanic(text)))) {
            try await local.view("bob.root", "fail")
        }
    }

    @Test(arguments: processors)
    func theContextIsTheChains(_ processor: String) throws {
        var local = try makeChain(processor)
        let status = try local.call("bob.root", "context", gas: .tera(30), deposit: .test(2))
        let context = try JSONValue.parse(Array(try #require(status.value).utf8))
        let block = try #require(
            local.chain.block(local.chain.outcome(status.receiptOutcomes[0].id)?.blockHash ?? .zero))
        let record = try #require(local.state.account(AccountId("bob.root")))
        let validator = local.chain.settings.validatorId
        let expected: [String: String] = [
            "block_height": "\(block.height)", "block_timestamp": "\(block.header.timestamp)",
            "epoch_height": "\(block.header.epoch.height)", "storage_usage": "\(record.storageUsage)",
            "prepaid_gas": "30000000000000", "is_gas_used": "1", "attached_deposit": "2000000000000000000000000",
            "account_locked_balance": "0", "total_stake": "\(local.state.account(validator)?.locked ?? 0)",
            "own_stake": "0", "code": "1", "code_hash_length": "32", "seed_length": "32", "key_length": "33",
            "current": "bob.root", "signer": "alice.root", "refund_to": "alice.root",
        ]
        for (name, value) in expected { #expect(context[name]?.stringValue == value, "\(name)") }
        #expect(context["account_balance"]?.stringValue.flatMap { UInt128($0) } ?? 0 > NEARToken.test(2).yoctoNEAR)
    }

    @Test(arguments: processors)
    func callbacksSeeResultsAndGasIsSharedByWeight(_ processor: String) throws {
        var local = try makeChain(processor)
        let answered = try local.call(
            "bob.root", "ask", arguments: #"{"receiver_id":"bob.root","method":"get_greeting"}"#, gas: .tera(200))
        #expect(answered.value == #"1 "hello""#)
        let gas = answered.receipts.compactMap { receipt -> UInt64? in
            guard receipt.predecessorId.text == "bob.root",
                case .functionCall(let call) = receipt.action.actions.first
            else { return nil }
            return call.gas.gas
        }
        try #require(gas.count == 2)
        // One part and three parts of what is left, which is most of what there was.
        #expect(gas[0] > 40_000_000_000_000)
        #expect(gas[1] / 3 == gas[0] || gas[1] / 3 == gas[0] + 1)
        let failed = try local.call(
            "bob.root", "ask", arguments: #"{"receiver_id":"root","method":"x"}"#, gas: .tera(200))
        #expect(failed.value == "1 failed")
        #expect(try local.call("bob.root", "ask_twice", gas: .tera(200)).value == #"2 "hello" failed"#)
        let direct = try local.call("bob.root", "on_answer")
        #expect(direct.executionError == "Smart contract panicked: Method on_answer is private")
    }

    @Test(arguments: processors)
    func aYieldedPromiseWaitsForItsAnswer(_ processor: String) throws {
        var local = try makeChain(processor)
        let waiting = try local.call("bob.root", "wait")
        #expect(waiting.value == nil)
        #expect(try local.call("bob.root", "resume", arguments: #"{"answer":"yes"}"#).value == "true")
        #expect(TransactionStatus(waiting.transaction.hash, in: local.chain)?.value == "1 yes")
        #expect(try local.call("bob.root", "resume", arguments: #"{"answer":"yes"}"#).value == "false")
    }

    @Test(arguments: processors)
    func aFactoryMakesAccountsWithCodeAndKeys(_ processor: String) throws {
        var local = try makeChain(processor)
        let status = try local.call("bob.root", "create_child", arguments: #"{"account_id":"one.bob.root"}"#)
        #expect(status.failure == nil)
        let child = try AccountId("one.bob.root")
        #expect(local.state.account(child)?.amount == NEARToken.test(1).yoctoNEAR)
        #expect(local.state.code(child)?.bytes.count == 8)
        #expect(local.state.accessKey(child, try local.key("alice.root").publicKey)?.permission == .fullAccess)
        // The account is there: its deposit goes back to whom the contract has named.
        let before = try local.balance("alice.root")
        let again = try local.call("bob.root", "create_child", arguments: #"{"account_id":"one.bob.root"}"#)
        #expect(again.failure?.kind == .accountAlreadyExists(accountId: child))
        #expect(try local.balance("alice.root") > before)
    }

    @Test(arguments: processors)
    func aContractChangesItsOwnAccount(_ processor: String) throws {
        var local = try makeChain(processor)
        let id = try AccountId("bob.root")
        let key = try local.key("alice.root").publicKey
        #expect(try local.call("bob.root", "limit_key").failure == nil)
        guard case .functionCall(let permission) = local.state.accessKey(id, key)?.permission else {
            throw LocalChain.MissingOutcomeError()
        }
        #expect(permission.methodNames == ["get_greeting", "set_greeting"])
        #expect(permission.receiverId == "bob.root")
        #expect(permission.allowance == NEARToken(yoctoNEAR: 1_000_000))
        #expect(try local.call("bob.root", "drop_key").failure == nil)
        #expect(local.state.accessKey(id, key) == nil)
        #expect(try local.call("bob.root", "leave").failure == nil)
        #expect(local.state.account(id) == nil)
    }

    @Test(arguments: processors)
    func aContractUsesGlobalCodeAndMakesDeterministicAccounts(_ processor: String) async throws {
        var local = try makeChain(processor)
        let id = try AccountId("bob.root")
        let code = try #require(local.state.code(id)).bytes
        let deployed = try local.send(
            "root", to: "root", [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: .accountId))])
        #expect(deployed.failure == nil)
        #expect(try local.call("bob.root", "use_global", arguments: #"{"account_id":"root"}"#).failure == nil)
        #expect(local.state.account(id)?.contract == .globalByAccount(try AccountId("root")))
        #expect(try await local.view("bob.root", "get_greeting") == #""hello""#)

        let data: [[UInt8]: [UInt8]] = [Array("STATE".utf8): [2, 0, 0, 0] + Array("hi".utf8)]
        let child = DeterministicAccountStateInit.v1(
            DeterministicAccountStateInitV1(code: .accountId(try AccountId("root")), data: data)
        ).accountId
        let made = try local.call(
            "bob.root", "make_deterministic", arguments: #"{"account_id":"root","child_id":"\#(child.text)"}"#)
        #expect(made.failure == nil)
        #expect(try await local.view(child.text, "get_greeting") == #""hi""#)
    }
}
