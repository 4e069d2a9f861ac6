// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARDevnet

/// Programs that are started one after the other, each with twelve clients at once: all are answered, and it ends.
///
/// A devnet has once hung so, by a fault of a contract's thread at a moment when JavaScriptCore stopped it.
@Suite(.serialized) struct DevnetStartTests {
    private static let count = SoakCount.full(or: 8)
    private static let clients = 12
    /// The time after which somebody counts as hanging: hundreds of times what they need.
    private static let patience = Duration.seconds(60)

    private struct HangError: Error {
        let start: Int
        let place: String
    }

    @Test func eachStartAnswersTwelveClientsAndEnds() async throws {
        let code = try WAT.module(
            #"(module (memory 1) (func (export "work") (local i32) (loop (br_if 0 (i32.lt_u (local.tee 0 (i32.add (local.get 0) (i32.const 1))) (i32.const 100000))))))"#
        )
        try await withFolder { folder in
            let names = (0..<Self.clients).map { "c\($0)" }
            for start in 0..<Self.count {
                let program = try await Self.within("start", of: start) {
                    try await DevnetProgram(
                        in: folder, ["--accounts", names.joined(separator: ","), "--credentials", folder.path])
                }
                do {
                    try await Self.within("answers", of: start) {
                        try await Self.askAll(program.url, names, code: code)
                    }
                } catch {
                    program.kill()
                    throw error
                }
                program.process.terminate()
                try await Self.within("end", of: start) {
                    while program.process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
                }
                #expect(program.process.terminationStatus == 0, "start \(start)")
            }
        }
    }

    /// Runs something that has to end.
    private static func within<Value: Sendable>(
        _ place: String, of start: Int, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: patience)
                throw HangError(start: start, place: place)
            }
            defer { group.cancelAll() }
            return try #require(try await group.next())
        }
    }

    /// Each client deploys a contract, calls it and asks for the node's status, all at the same time.
    private static func askAll(_ url: URL, _ names: [String], code: [UInt8]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names {
                group.addTask {
                    let account = try DevnetAccount(AccountId("\(name).test.near"), seed: DevnetConfiguration().seed)
                    let client = RawClient(url)
                    defer { client.finish() }
                    let call = FunctionCallAction(methodName: "work", args: [], gas: .tera(30), deposit: .zero)
                    let signed = try await client.sign(
                        account, to: account.id,
                        [.deployContract(DeployContractAction(code: code)), .functionCall(call)])
                    let sent = try await client.result(
                        "send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": "FINAL"])
                    #expect(sent["status"]?["SuccessValue"] != nil, "\(sent["status"]?.text ?? "")")
                    _ = try await client.result("status")
                }
            }
            try await group.waitForAll()
        }
    }
}
