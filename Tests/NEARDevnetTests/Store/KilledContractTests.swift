// SPDX-License-Identifier: MIT

import Foundation
import FoundationNetworking
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// Contracts of a `near-connect devnet --state` that is killed while they run: code, state, gas, promises, yields.
@Suite struct KilledContractTests {
    private static let methods: [(name: String, arguments: String)] = [
        ("set_greeting", #"{"greeting":"good evening"}"#),
        ("ask", #"{"receiver_id":"bob.test.near","method":"get_greeting"}"#),
        ("ask_twice", "{}"), ("fail", "{}"), ("wait", "{}"), ("context", "{}"),
    ]

    private struct Answer {
        let method: String
        let hash: CryptoHash
        let result: JSONValue
        /// True if the transaction was over when that was answered.
        let isOver: Bool
    }

    @Test func whatContractsHaveDoneSurvives() async throws {
        try await withFolder { folder in
            try await prepare(folder)
            var answers: [Answer] = []
            for round in 0..<3 {
                let program = try await DevnetProgram(state: folder)
                answers += try await callUntilKilled(program, count: 6 + round, waitUntil: "FINAL")
                try await withDevnet {
                    $0.stateDirectory = folder
                } _: { _, client in
                    for answer in answers where answer.isOver {
                        let kept = try await client.result("tx", parameters(answer.hash))
                        #expect(kept == answer.result, "\(answer.method)")
                    }
                }
            }
            #expect(answers.count >= 15)
            try await finishWaiting(folder, try #require(answers.last { $0.method == "wait" }))
        }
    }

    /// Receipts that were on their way when the program died are executed.
    ///
    /// With a block every few milliseconds, there are always some.
    @Test func whatContractsHaveBegunIsFinished() async throws {
        try await withFolder { folder in
            try await prepare(folder)
            let program = try await DevnetProgram(state: folder, ["--block-time", "5"])
            let answers = try await callUntilKilled(program, count: 12, waitUntil: "INCLUDED")
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, _ in
                while devnet.host.chain.hasWork { try await devnet.produceBlock() }
                for answer in answers where answer.method != "wait" {
                    let status = try #require(TransactionStatus(answer.hash, in: devnet.host.chain))
                    #expect(status.progress == .final)
                    if answer.method == "ask" { #expect(status.value?.hasPrefix("1 \"") == true) }
                }
            }
        }
    }

    /// Bob's contract is code that the root account has deployed for everyone.
    private func prepare(_ folder: URL) async throws {
        let source = CContract.root.appending(path: "Tests/NEARDevnetTests/Contracts/Source/sdk_patterns.c")
        let code = try CContract.build(source, processor: "generic", ["-O2"])
        try await withDevnet {
            $0.stateDirectory = folder
        } _: { devnet, client in
            let bob = devnet.accounts[1]
            let root = devnet.rootAccount
            let deployed = try await client.sign(
                root, to: root.id,
                [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: .accountId))])
            _ = try await client.result("send_tx", ["signed_tx_base64": .string(deployed.base64)])
            let used = try await client.sign(
                bob, to: bob.id,
                [
                    .useGlobalContract(UseGlobalContractAction(contractIdentifier: .accountId(root.id))),
                    call("new", #"{"greeting":"hello"}"#),
                ])
            let result = try await client.result("send_tx", ["signed_tx_base64": .string(used.base64)])
            #expect(result["status"]?["Failure"] == nil)
        }
    }

    private func call(_ method: String, _ arguments: String) -> Action {
        .functionCall(
            FunctionCallAction(methodName: method, args: Array(arguments.utf8), gas: .tera(100), deposit: .zero))
    }

    private func parameters(_ hash: CryptoHash) -> JSONValue {
        ["tx_hash": .hash(hash), "sender_account_id": "alice.test.near", "wait_until": "FINAL"]
    }

    /// Calls one method after another until the program is gone, at some moment after its answer number `count`.
    private func callUntilKilled(
        _ program: DevnetProgram, count: Int, waitUntil: String
    ) async throws -> [Answer] {
        let (reached, signal) = AsyncStream.makeStream(of: Void.self)
        let delay = Duration.microseconds(Int.random(in: 0...20_000))
        async let end: Void = program.kill(once: reached, after: delay)
        defer { signal.finish() }
        let alice = try DevnetAccount(AccountId("alice.test.near"), seed: DevnetConfiguration().seed)
        let bob = try AccountId("bob.test.near")
        let client = RawClient(program.url)
        var answers: [Answer] = []
        do {
            while true {
                let (method, arguments) = Self.methods[answers.count % Self.methods.count]
                let signed = try await client.sign(alice, to: bob, [call(method, arguments)])
                // A yielded promise isn't over for 200 blocks.
                let goal = method == "wait" ? "INCLUDED" : waitUntil
                let result = try await client.result(
                    "send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": .string(goal)])
                answers.append(
                    Answer(method: method, hash: signed.transaction.hash, result: result, isOver: goal == "FINAL"))
                if answers.count == count { signal.finish() }
            }
        } catch is URLError {
            signal.finish()
            try await end
            return answers
        }
    }

    /// The promise yielded last can still be resumed, and the others go on without data.
    private func finishWaiting(_ folder: URL, _ waiting: Answer) async throws {
        try await withDevnet {
            $0.stateDirectory = folder
        } _: { devnet, client in
            let inbox = devnet.host.chain.state.inbox
            #expect(!inbox.postponedReceipts.isEmpty)
            let bob = devnet.accounts[1]
            let signed = try await client.sign(
                devnet.accounts[0], to: bob.id, [call("resume", #"{"answer":"at last"}"#)])
            _ = try await client.result("send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": "FINAL"])
            let chain = devnet.host.chain
            #expect(TransactionStatus(signed.transaction.hash, in: chain)?.value == "true")
            #expect(chain.state.inbox.postponedReceipts.count == inbox.postponedReceipts.count - 1)
            try await devnet.fastForward(201)
            #expect(devnet.host.chain.state.inbox.postponedReceipts.isEmpty)
            #expect(TransactionStatus(waiting.hash, in: devnet.host.chain)?.progress == .final)
        }
    }
}
