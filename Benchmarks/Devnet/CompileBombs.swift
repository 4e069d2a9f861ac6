// SPDX-License-Identifier: MIT

import Foundation
import NEARDevnet
import NEARPrimitives

/// The time that the worst modules take to be deployed and compiled, for the gas that both cost.
///
/// A module is compiled when it is called for the first time; the engine has what it made of the modules used last.
extension Main {
    private struct Step {
        let milliseconds: Double
        let teragas: Double
    }

    static func compileBombs() async throws {
        var configuration = DevnetConfiguration()
        let ids = try CompileBomb.table.indices.map { try AccountId("bomb\($0).near") }
        configuration.accounts = ids.map { .init($0) }
        let devnet = try await Devnet.start(configuration)
        let port = try port(of: devnet)
        let call = Action.functionCall(
            FunctionCallAction(methodName: "main", args: [], gas: Gas.tera(30), deposit: .zero))
        for (bomb, account) in zip(CompileBomb.table, devnet.accounts) {
            let deploy = Action.deployContract(DeployContractAction(code: try module(bomb.text)))
            var steps: [Step] = []
            for (index, action) in [deploy, call, call].enumerated() {
                steps.append(try await step(action, of: account, nonce: UInt64(index + 1), port: port))
            }
            let paid = steps[0].teragas + steps[1].teragas
            let rate = (steps[0].milliseconds + steps[1].milliseconds) / paid
            print(
                #"{"metric":"devnet-compile-\#(bomb.name)","unit":"ms/Tgas","value":\#(rounded(rate)),"Tgas":\#(rounded(paid)),"#
                    + #""deploy_ms":\#(rounded(steps[0].milliseconds)),"first_ms":\#(rounded(steps[1].milliseconds)),"#
                    + #""next_ms":\#(rounded(steps[2].milliseconds))}"#)
        }
        await devnet.stop()
    }

    private static func step(
        _ action: Action, of account: DevnetAccount, nonce: UInt64, port: UInt16
    ) async throws -> Step {
        try await BareClient.onThread {
            let client = try BareClient(port: port)
            let body = TransactionV0(
                signerId: account.id, publicKey: account.publicKey, nonce: nonce, receiverId: account.id,
                blockHash: try latestBlockHash(client), actions: [action])
            let signed = try SignedTransaction.sign(.v0(body), with: account.secretKey)
            let params = #"{"signed_tx_base64":"\#(signed.base64)","wait_until":"FINAL"}"#
            let request = #"{"jsonrpc":"2.0","id":1,"method":"send_tx","params":\#(params)}"#
            let begin = ContinuousClock.now
            let answer = try client.post(request)
            let time = begin.duration(to: .now) / .milliseconds(1)
            guard let json = try JSONValue.parse(answer)["result"], json["status"]?["SuccessValue"] != nil else {
                throw BenchError("\(account.id): \(answer.prefix(400))")
            }
            let outcome = try FinalExecutionOutcome(json: json)
            return Step(milliseconds: time, teragas: Double(outcome.gasBurnt.gas) / 1e12)
        }
    }
}
