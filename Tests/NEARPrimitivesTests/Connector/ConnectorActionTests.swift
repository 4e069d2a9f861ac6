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

    /// Money would change on its way through JavaScript.
    @Test(arguments: [
        #"{"amount":9007199254740992}"#, #"{"amount":-9007199254740992}"#, #"{"amount":1000000000000000000000000}"#,
        #"{"amount":340282366920938463463374607431768211455}"#, #"{"a":[{"b":99999999999999999999}]}"#,
        #"{"rate":0.1234567890123456789}"#, #"{"rate":1e400}"#, #"{"a":1,"a":2}"#, #"{"a":{"b":1,"b":1}}"#,
        #"{"$bytes":"AA=="}"#, "[1]", "1", "\"text\"", "{", "",
    ])
    func argumentsThatJavaScriptWouldChangeStayBytes(text: String) throws {
        let action = Action.functionCall("m", args: Array(text.utf8))
        let json = try action.connectorJSON
        #expect(json["params"]?["args"] == ["$bytes": .string(Base64.encode(Array(text.utf8)))])
        #expect(try Action(connectorJSON: json) == action)
    }

    @Test(arguments: [
        #"{"amount":9007199254740991,"b":-9007199254740991}"#, #"{"rate":0.5,"x":-1.25e-3,"y":12345678901234.5}"#,
        #"{"text":"9007199254740992:\\\" {\"a\":1}"}"#, "{}", #" { "a" : [ ] } "#,
    ])
    func argumentsThatJavaScriptKeepsGoAsAnObject(text: String) throws {
        let json = try Action.functionCall("m", args: Array(text.utf8)).connectorJSON
        #expect(json["params"]?["args"] == (try JSONValue.parse(text)))
    }

    @Test func argumentsThatAreAnObjectGoAsAnObject() throws {
        #expect(try Action.functionCall("m", json: ["a": 1]).connectorJSON["params"]?["args"] == ["a": 1])
        #expect(try Action.functionCall("m", args: [1, 2]).connectorJSON["params"]?["args"] == ["$bytes": "AQI="])
    }
}
