// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct ConnectorActionTests {
    @Test func everySupportedActionComesBack() throws {
        let key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32)).publicKey
        let bob = try AccountId("bob.near")
        let permission = FunctionCallPermission(allowance: .oneYocto, receiverId: bob, methodNames: ["a"])
        let actions: [Action] = [
            .createAccount, .transfer(.oneYocto), .deployContract(DeployContractAction(code: [0, 1, 255])),
            .functionCall("set", json: ["a": 1, "b": "text"]), .functionCall("raw", args: [1, 2, 3]),
            .functionCall("array", args: Array("[1]".utf8)), .functionCall("none"),
            .stake(StakeAction(stake: .oneYocto, publicKey: key)),
            .addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess)),
            .addKey(
                AddKeyAction(publicKey: key, accessKey: AccessKey(nonce: 3, permission: .functionCall(permission)))),
            .deleteKey(DeleteKeyAction(publicKey: key)), .deleteAccount(DeleteAccountAction(beneficiaryId: bob)),
            .useGlobalContract(UseGlobalContractAction(contractIdentifier: .accountId(bob))),
            .useGlobalContract(UseGlobalContractAction(contractIdentifier: .codeHash(.sha256([1])))),
            .deployGlobalContract(DeployGlobalContractAction(code: [1], deployMode: .accountId)),
        ]
        for action in actions {
            let json = try action.connectorJSON
            #expect(try Action(connectorJSON: JSONValue.parse(json.text)) == action)
        }
    }

    @Test func argumentsThatAreAnObjectGoAsAnObject() throws {
        #expect(try Action.functionCall("m", json: ["a": 1]).connectorJSON["params"]?["args"] == ["a": 1])
        #expect(try Action.functionCall("m", args: [1, 2]).connectorJSON["params"]?["args"] == ["$bytes": "AQI="])
    }
}
