// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct ConnectorActionErrorTests {
    @Test(arguments: [
        ("[]", ConnectorActionError.expected("an object", path: "action")),
        ("{}", .expected("a string", path: "type")),
        (#"{"type":"Burn"}"#, .unknownType("Burn")),
        (#"{"type":"Transfer"}"#, .expected("a decimal number as a string", path: "params.deposit")),
        (#"{"type":"Transfer","params":{"deposit":"1.5"}}"#, .expected("a decimal number", path: "params.deposit")),
        (#"{"type":"Transfer","params":{"deposit":"-1"}}"#, .expected("a decimal number", path: "params.deposit")),
        (#"{"type":"Transfer","params":{"deposit":"+1"}}"#, .expected("a decimal number", path: "params.deposit")),
        (#"{"type":"Transfer","params":{"deposit":-1}}"#, .expected("a decimal number", path: "params.deposit")),
        (
            #"{"type":"Transfer","params":{"deposit":1e24}}"#,
            .expected("a decimal number as a string", path: "params.deposit")
        ),
        (
            #"{"type":"FunctionCall","params":{"methodName":"m","args":"{}","gas":"1","deposit":"0"}}"#,
            .expected("Base64", path: "params.args")
        ),
        (#"{"type":"DeployContract","params":{"code":{}}}"#, .expected("Base64", path: "params.code")),
        (
            #"{"type":"AddKey","params":{"publicKey":"ed25519:11111111111111111111111111111111","accessKey":{}}}"#,
            .expected("an object", path: "params.accessKey.permission")
        ),
        (
            #"{"type":"DeleteAccount","params":{"beneficiaryId":"A"}}"#,
            .invalidValue(
                path: "params.beneficiaryId", reason: "an account id has at least 2 characters, not 1 (position 1)")
        ),
        (
            #"{"type":"DeployGlobalContract","params":{"code":"","deployMode":"Both"}}"#,
            .expected(#""CodeHash" or "AccountId""#, path: "params.deployMode")
        ),
    ])
    func errorSaysWhereAndWhat(json: String, error: ConnectorActionError) throws {
        let value = try JSONValue.parse(json)
        #expect(throws: error) { try Action(connectorJSON: value) }
    }

    @Test func whatWalletsDoNotTakeIsRefused() throws {
        let key = try SecretKey.generate().publicKey
        let actions: [Action] = [
            .transferToGasKey(TransferToGasKeyAction(publicKey: key, deposit: .oneYocto)),
            .addKey(
                AddKeyAction(
                    publicKey: key,
                    accessKey: AccessKey(permission: .gasKeyFullAccess(GasKeyInfo(balance: .zero, numNonces: 1))))),
        ]
        for action in actions {
            #expect(throws: ConnectorActionError.self) { try action.connectorJSON }
        }
    }

    @Test func formsOfWalletsAndLibrariesAreRead() throws {
        let text = #"{"type":"FunctionCall","params":{"methodName":"m","gas":30,"deposit":"0"}}"#
        #expect(
            try Action(connectorJSON: JSONValue.parse(text))
                == .functionCall("m", args: [], gas: Gas(gas: 30), deposit: .zero))
        let base64 = #"{"type":"FunctionCall","params":{"methodName":"m","args":"AQI=","gas":"1","deposit":"0"}}"#
        #expect(
            try Action(connectorJSON: JSONValue.parse(base64))
                == .functionCall("m", args: [1, 2], gas: Gas(gas: 1), deposit: .zero))
        #expect(try Action(connectorJSON: ["type": "CreateAccount"]) == .createAccount)
        #expect(try Action(connectorJSON: ["type": "CreateAccount", "params": [:]]) == .createAccount)
    }
}
