// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// near-api-js' own transaction with every classic action, in its Borsh form and as the objects that its tests make.
@Suite struct NEARAPIVectorTests {
    private struct Case: Decodable {
        let name: String
        let borsh: String
    }
    private struct File: Decodable {
        let cases: [Case]
    }

    private func vector(_ name: String) throws -> [UInt8] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let url = tests.appendingPathComponent("NEARPrimitivesTests/Vectors/near-api-js.json")
        let file = try JSONDecoder().decode(File.self, from: try Data(contentsOf: url))
        let found = try #require(file.cases.first { $0.name == name })
        return try #require(Hexadecimal.decode(found.borsh))
    }

    @Test func theObjectsOfNearAPIJSAreItsBorsh() throws {
        let bytes = try vector("every classic action")
        let encoded = try DAppText.request("signTransaction", #"{"encoded":{"$bytes":"\#(Base64.encode(bytes))"}}"#)
        guard case .signEncodedTransaction(let transaction) = encoded.operation else {
            Issue.record("not decoded")
            return
        }
        #expect(transaction.borshBytes == bytes)
        let data = #"{"ed25519Key":{"data":{"$bytes":"\#(Base64.encode(transaction.publicKey.bytes))"}}}"#
        let objects = [
            #"{"enum":"createAccount","createAccount":{}}"#,
            #"{"enum":"deployContract","deployContract":{"code":{"$bytes":"AQID"}}}"#,
            #"{"enum":"functionCall","functionCall":{"methodName":"qqq","args":{"$bytes":"AQID"},"gas":"1000","deposit":"1000000"}}"#,
            #"{"enum":"transfer","transfer":{"deposit":"123"}}"#,
            #"{"enum":"stake","stake":{"stake":"1000000","publicKey":\#(data)}}"#,
            #"{"enum":"addKey","addKey":{"publicKey":\#(data),"accessKey":{"nonce":"0","permission":{"enum":"functionCall","functionCall":{"receiverId":"zzz","methodNames":["www"],"allowance":null}}}}}"#,
            #"{"enum":"deleteKey","deleteKey":{"publicKey":\#(data)}}"#,
            #"{"enum":"deleteAccount","deleteAccount":{"beneficiaryId":"123"}}"#,
        ]
        let request = try DAppText.request(
            "signTransaction", #"{"receiverId":"123","actions":[\#(objects.joined(separator: ","))]}"#)
        #expect(request.intents == encoded.intents)
    }
}
