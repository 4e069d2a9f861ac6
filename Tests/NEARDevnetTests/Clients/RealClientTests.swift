// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARDevnet

private let pythonWithClients = ProcessInfo.processInfo.environment["NEAR_CONNECT_PYTHON"]

/// Other projects' clients for NEAR work with a devnet.
///
/// They run where `NEAR_CONNECT_PYTHON` names a Python that has `near-jsonrpc-client` and `py-near` installed.
@Suite(.enabled(if: pythonWithClients != nil)) struct RealClientTests {
    @Test func typedClientParsesEveryAnswer() async throws {
        try await withDevnet { devnet, client in
            let alice = devnet.accounts[0]
            let book = try AccountId("book.near")
            try await devnet.deploy(.guestBook, to: book)
            let message = try await client.sign(
                alice, to: book, [.functionCall("add_message", args: Array(#"{"text":"hello"}"#.utf8))])
            _ = try await client.result("broadcast_tx_commit", [.string(message.base64)])
            try await sendTokens(devnet, to: book, client)
            let outcome = try await populate(devnet, client)
            let receipt = try #require(outcome["transaction_outcome"]?["outcome"]?["receipt_ids"]?[0]?.stringValue)
            let hash = try #require(outcome["transaction"]?["hash"]?.stringValue)
            let next = try await client.sign(alice, to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
            while devnet.host.chain.head.height < 40 { try await devnet.produceBlock() }
            let data = devnet.host.chain.blocks(above: 0).flatMap(\.incomingData).map(\.receiptId.description)
            #expect(!data.isEmpty)
            try await run(
                "check_jsonrpc_client.py",
                [
                    devnet.rpcURL.absoluteString, alice.id.text, alice.publicKey.description, hash, receipt,
                    next.base64,
                    data.joined(separator: ","),
                ])
        }
    }

    @Test func pyNearDoesItsOrdinaryFlows() async throws {
        try await withDevnet { devnet, _ in
            let (alice, bob) = (devnet.accounts[0], devnet.accounts[1])
            let book = try AccountId("book.near")
            try await devnet.deploy(.guestBook, to: book)
            try await run(
                "check_py_near.py",
                [
                    devnet.rpcURL.absoluteString, alice.id.text, alice.secretKey.exposedText(), bob.id.text,
                    bob.secretKey.exposedText(), book.text,
                ])
        }
    }

    /// Sends tokens with a call, whose result comes as data.
    private func sendTokens(_ devnet: Devnet, to receiver: AccountId, _ client: RawClient) async throws {
        let alice = devnet.accounts[0]
        let token = try AccountId("token.near")
        try await devnet.deploy(.fungibleToken(owner: alice.id, totalSupply: "1000"), to: token)
        let one = NEARToken(yoctoNEAR: 1)
        for (method, arguments, deposit) in [
            ("storage_deposit", #"{"account_id":"\#(receiver)"}"#, NEARToken.test(1)),
            ("ft_transfer_call", #"{"receiver_id":"\#(receiver)","amount":"25","msg":"hello"}"#, one),
        ] {
            let call = Action.functionCall(method, args: Array(arguments.utf8), gas: .tera(100), deposit: deposit)
            let signed = try await client.sign(alice, to: token, [call])
            _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
        }
    }

    /// Makes blocks with every kind of action in them, and some that fail.
    private func populate(_ devnet: Devnet, _ client: RawClient) async throws -> JSONValue {
        let (alice, bob) = (devnet.accounts[0], devnet.accounts[1])
        let key = try DevnetAccount.secretKey(of: alice.id, seed: "second").publicKey
        let permission = FunctionCallPermission(allowance: NEARToken.test(1), receiverId: bob.id, methodNames: ["m"])
        let delegate = DelegateAction(
            senderId: bob.id, receiverId: alice.id,
            actions: [.transfer(NEARToken.test(1)), .functionCall("m")], nonce: 900_000, maxBlockHeight: 1_000,
            publicKey: bob.publicKey)
        let code: [UInt8] = [0, 97, 115, 109]
        let batches: [(AccountId, [Action])] = [
            (alice.id, [.deployContract(DeployContractAction(code: code))]),
            (alice.id, [.addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess))]),
            (alice.id, [.deleteKey(DeleteKeyAction(publicKey: key))]),
            (
                alice.id,
                [.addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .functionCall(permission))))]
            ),
            (bob.id, [.functionCall("m", args: [1], deposit: NEARToken.test(1))]),
            (bob.id, [.delegate(try SignedDelegateAction.sign(delegate, with: bob.secretKey))]),
            (alice.id, [.stake(StakeAction(stake: NEARToken.test(1), publicKey: alice.publicKey))]),
            (alice.id, [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: .accountId))]),
            (alice.id, [.useGlobalContract(UseGlobalContractAction(contractIdentifier: .accountId(alice.id)))]),
            (try AccountId("new.alice.test.near"), [.createAccount, .transfer(NEARToken.test(1))]),
            (try AccountId("nobody.near"), [.transfer(NEARToken.test(1))]),
        ]
        var last: JSONValue = .null
        for (receiver, actions) in batches {
            let signed = try await client.sign(alice, to: receiver, actions)
            last = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
        }
        return last
    }

    private func run(_ script: String, _ arguments: [String]) async throws {
        let python = try #require(pythonWithClients)
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [folder.appending(path: script).path] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        let output = try pipe.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(status == 0, "\(output.suffix(4_000))")
    }
}
