// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// near-jsonrpc-client knows how to ask for everything, and parses each answer into a typed model.
@Suite(.enabled(if: ClientScript.isPossible, ClientScript.reason)) struct TypedClientTests {
    @Test(arguments: [BlockProductionMode.onDemand, .every(.milliseconds(20))])
    func typedClientParsesEveryAnswer(_ mode: BlockProductionMode) async throws {
        try await withDevnet {
            $0.blockProduction = mode
        } _: { devnet, client in
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
            let bob = devnet.accounts[1].id
            var next: [String] = []
            for number in 0..<UInt64(25) {
                let transfer: [Action] = [.transfer(NEARToken.test(1))]
                next.append(try await client.sign(alice, to: bob, transfer) { $0.nonce += number }.base64)
            }
            let unpayable = try await client.sign(alice, to: bob, [.transfer(NEARToken.test(1_000_000))]) {
                $0.nonce += 25
            }
            while devnet.host.chain.head.height < 40 { try await devnet.produceBlock() }
            let data = devnet.host.chain.blocks(above: 0).flatMap(\.incomingData).map(\.receiptId.description)
            #expect(!data.isEmpty)
            _ = try await ClientScript.run(
                "check_jsonrpc_client.py",
                [
                    devnet.rpcURL.absoluteString, alice.id.text, alice.publicKey.description, hash, receipt,
                    data.joined(separator: ","), next.joined(separator: ","), unpayable.base64,
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
}
