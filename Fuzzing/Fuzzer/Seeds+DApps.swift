// SPDX-License-Identifier: MIT

import NEARPrimitives

extension Seeds {
    static func dAppRequests(_ actions: [Action], _ key: SecretKey) throws -> [[UInt8]] {
        let account = try AccountId("a.near")
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account, publicKey: key.publicKey, nonce: 1, receiverId: account, blockHash: .zero,
                actions: actions)
        ).borshBytes
        let nonce = #"{"$bytes":"\#(Base64.encode([UInt8](repeating: 7, count: 32)))"}"#
        let plain = #""receiverId":"a.near","actions":[{"type":"Transfer","params":{"deposit":"1"}}]"#
        let objects = [
            #"{"functionCall":{"methodName":"m","args":{"$bytes":"e30="},"gas":"1","deposit":1}}"#,
            #"{"addKey":{"publicKey":{"ed25519Key":{"data":[1]}},"accessKey":{"nonce":0,"permission":{"fullAccess":{}}}}}"#,
            #"{"type":"AddKey","params":{"publicKey":"KEY","accessKey":{"permission":{"receiverId":"b.near","methodNames":["m"]}}}}"#,
            #"{"useGlobalContract":{"contractIdentifier":{"AccountId":"a.near"}}}"#,
        ]
        let params = [
            ("signMessage", #"{"message":"m","recipient":"a.example","nonce":\#(nonce),"state":"s"}"#),
            ("signIn", #"{"addFunctionCallKey":{"contractId":"a.near","allowMethods":{"anyMethod":true}}}"#),
            ("signAndSendTransaction", "{\(plain)}"), ("signAndSendTransactions", "{\"transactions\":[{\(plain)}]}"),
            ("signTransaction", #"{"receiverId":"a.near","actions":[\#(objects.joined(separator: ","))]}"#),
            ("signTransaction", #"{"encoded":{"$bytes":"\#(Base64.encode(transaction))"}}"#),
            ("accounts.subscribe", #"{"since":1,"network":"testnet"}"#),
            (
                "metadata.provide",
                #"{"definition":{"networkId":"fun","genesisHash":"HASH","rpcUrls":["https://rpc.example"],"contracts":{"a.near":{"methods":{"m":"x"}}}}}"#
            ),
        ]
        return params.map { filled(#"{"method":"\#($0)","params":\#($1)}"#) }
    }

    static func sites() -> [[UInt8]] {
        [
            "https://app.example:8443", "http://localhost:3000", "[::ffff:127.0.0.1]", "app.example.", "127.0.0.1",
            "blob:https://a.example/1",
        ].map { Array($0.utf8) }
    }
}
