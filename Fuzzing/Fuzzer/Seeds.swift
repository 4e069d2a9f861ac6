// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives

/// The first inputs of each target: one of each form, so that the fuzzer starts behind the outer gates.
enum Seeds {
    static func write(to folder: URL) throws {
        let all = try [inputs(), walletConnect(), logins()].reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        for (target, inputs) in all {
            let place = folder.appendingPathComponent(target)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (number, input) in inputs.enumerated() {
                try Data(input).write(to: place.appendingPathComponent("seed-\(number)"))
            }
        }
    }

    private static func inputs() throws -> [String: [[UInt8]]] {
        let keys = try KeyType.allCases.filter(\.isAvailable).map {
            try SecretKey(keyType: $0, seed: Array(repeating: 7, count: 32))
        }
        let phrase = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
        let account = try AccountId("alice.near")
        let actions = try actions(keys)
        let members: JSONValue.Members = [
            "master_seed_phrase": .string(phrase), "seed_phrase_hd_path": "m/44'/397'/0'",
        ]
        let publicKeys = try KeyType.allCases.map {
            try PublicKey(keyType: $0, bytes: Array(repeating: 9, count: $0.publicKeyByteCount))
        }
        let texts =
            keys.flatMap { [$0.publicKey.description, $0.exposedText()] }
            + publicKeys.flatMap { [$0.description, $0.handle.description] }
        let json = try actions.compactMap { action -> [UInt8]? in
            do {
                return try action.connectorJSON.bytes
            } catch ConnectorActionError.unsupported {
                return nil
            }
        }
        return [
            "account-id": ["alice.near", "0x" + String(repeating: "a", count: 40), "a-b_c.d"].map { Array($0.utf8) },
            "amount": ["1.5 NEAR", "100 yoctoNEAR", "30 Tgas", "1_000", "250 mNEAR"].map { Array($0.utf8) },
            "borsh": try borsh(actions, keys[0]),
            "connector-action": json,
            "control-calls": controlCalls(), "metadata": definitions(),
            "credential": [
                Credential(accountId: account, secretKey: keys[0]).exposedJSON(), JSONValue.object(members).bytes,
            ],
            "dapp-request": try dAppRequests(actions, keys[0]),
            "encoding": ["2NEpo7TZRRrLZSi2U", "Zm9vYmE=", "00ff"].map { Array($0.utf8) },
            "journal": try journals(),
            "json": json + [Array("[1,-2.5e3,\"\\u00e9\\ud83d\\ude42\",null,true,{}]".utf8)],
            "key": texts.map { Array($0.utf8) },
            "local-lines": localLines(), "policy": policies(), "reconciler": reconciliations(),
            "rpc-response": rpcResponses(),
            "share-records": try shareRecords(), "share-words": try shareWords(),
            "site": sites(),
            "seed-phrase": [phrase, "m/44'/397'/0'"].map { Array($0.utf8) },
        ]
    }

    private static func actions(_ keys: [SecretKey]) throws -> [Action] {
        let bob = try AccountId("bob.near")
        let key = keys[0].publicKey
        let permission = FunctionCallPermission(allowance: .oneYocto, receiverId: bob, methodNames: ["a", "b"])
        let info = GasKeyInfo(balance: .oneYocto, numNonces: 2)
        let delegate = DelegateAction(
            senderId: bob, receiverId: bob, actions: [.createAccount], nonce: 1, maxBlockHeight: 2, publicKey: key)
        let stateInit = DeterministicAccountStateInit.v1(
            DeterministicAccountStateInitV1(code: .accountId(bob), data: [[1]: [2], [3]: [4]]))
        return [
            .createAccount, .deployContract(DeployContractAction(code: [1, 2])), .transfer(.oneYocto),
            .functionCall("method", json: ["a": [1, nil]]), .functionCall("method", args: [1, 2, 3]),
            .stake(StakeAction(stake: .oneYocto, publicKey: keys[1].publicKey)),
            .addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess)),
            .addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .functionCall(permission)))),
            .addKey(
                AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .gasKeyFunctionCall(info, permission)))),
            .deleteKey(DeleteKeyAction(publicKey: key)), .deleteAccount(DeleteAccountAction(beneficiaryId: bob)),
            .delegate(try SignedDelegateAction.sign(delegate, with: keys[0])),
            .deployGlobalContract(DeployGlobalContractAction(code: [1], deployMode: .accountId)),
            .useGlobalContract(UseGlobalContractAction(contractIdentifier: .codeHash(.zero))),
            .deterministicStateInit(DeterministicStateInitAction(stateInit: stateInit, deposit: .oneYocto)),
            .transferToGasKey(TransferToGasKeyAction(publicKey: key, deposit: .oneYocto)),
            .withdrawFromGasKey(WithdrawFromGasKeyAction(publicKey: key, amount: .oneYocto)),
        ]
    }

    /// The first byte chooses the type, as `Targets.borsh` reads it.
    private static func borsh(_ actions: [Action], _ key: SecretKey) throws -> [[UInt8]] {
        let alice = try AccountId("alice.near")
        let v0 = TransactionV0(
            signerId: alice, publicKey: key.publicKey, nonce: 1, receiverId: alice, blockHash: .zero, actions: actions)
        let v1 = TransactionV1(
            signerId: alice, publicKey: key.publicKey, nonce: .gasKeyNonce(nonce: 1, nonceIndex: 2),
            receiverId: alice, blockHash: .zero, actions: actions, nonceMode: .strict)
        let payload = try NEP413Payload(
            message: "hi", nonce: Array(repeating: 1, count: 32), recipient: "app.near", callbackUrl: "https://a")
        let signed = try [Transaction.v0(v0), .v1(v1)].map { try SignedTransaction.sign($0, with: key) }
        var inputs = signed.map { [0] + $0.borshBytes } + signed.map { [1] + $0.transaction.borshBytes }
        inputs += actions.map { [2] + $0.borshBytes }
        inputs.append([6] + payload.borshBytes)
        inputs.append([8] + key.publicKey.borshBytes)
        return inputs
    }
}
