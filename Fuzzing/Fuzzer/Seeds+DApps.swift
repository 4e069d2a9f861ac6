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

    /// Definitions of polkadot's form and of ours.
    static func definitions() -> [[UInt8]] {
        [
            #"{"networkId":"fun","genesisHash":"HASH","rpcUrls":["https://rpc.example","http://127.0.0.1:3030"]}"#,
            #"{"networkId":"fun","genesisHash":"HASH","rpcUrls":["https://a.example"],"explorerUrl":"https://b.example","specVersion":7}"#,
            #"{"chain":"fun","genesisHash":"0x\#(String(repeating: "ab", count: 32))","icon":"x","types":{},"tokenDecimals":24}"#,
            #"{"networkId":"testnet","genesisHash":"HASH","contracts":{"a.near":{"name":"n","methods":{"m":"x","n":"y"}}}}"#,
        ].map { filled($0) }
    }

    /// Calls of each method of the control channel, alone and one after the other.
    static func controlCalls() -> [[UInt8]] {
        let calls = [
            #"{"method":"state"}"#, #"{"method":"policy.set","params":{"policy":"deny","beyond":"ask"}}"#,
            #"{"method":"policy.set","params":{"policy":{"version":1,"rules":[{"name":"a","networks":["devnet"],"deposit":"1"}]}}}"#,
            #"{"method":"requests.list","params":{"state":"any"}}"#,
            #"{"method":"requests.wait","params":{"kind":"switchNetwork","origin":"http://localhost:1","after":1,"timeout":0}}"#,
            #"{"method":"requests.approve","params":{"id":1,"account":"a.near"}}"#,
            #"{"method":"requests.refuse","params":{"id":2,"reason":"no"}}"#, #"{"method":"events.subscribe"}"#,
            #"{"method":"accounts.add","params":{"accountId":"b.near","secretKey":"SECRET","network":"devnet"}}"#,
            #"{"method":"accounts.select","params":{"accountId":"a.near"}}"#,
            #"{"method":"accounts.lock","params":{"locked":true}}"#, #"{"method":"sites.list","params":{}}"#,
            #"{"method":"sites.grant","params":{"origin":"http://localhost:1","accounts":["a.near"]}}"#,
            #"{"method":"sites.revoke","params":{"origin":"http://localhost:1"}}"#,
            #"{"method":"network.select","params":{"network":"devnet"}}"#,
            #"{"method":"journal.list","params":{"limit":1}}"#, #"{"method":"chain.snapshot"}"#,
            #"{"method":"chain.restore","params":{"id":1}}"#,
            #"{"method":"chain.fastForward","params":{"blocks":3}}"#,
        ].map { $0.replacing("SECRET", with: secret) }
        let rows = calls.map { "[\($0)]" } + ["[\(calls.prefix(10).joined(separator: ","))]"]
        return (rows + ["[\(calls.suffix(10).joined(separator: ","))]"]).map { Array($0.utf8) }
    }

    private static let secret: String = {
        guard let key = try? SecretKey(keyType: .ed25519, seed: [UInt8](repeating: 7, count: 32)) else {
            fatalError("there is no key")
        }
        return key.exposedText()
    }()

    static func sites() -> [[UInt8]] {
        [
            "https://app.example:8443", "http://localhost:3000", "[::ffff:127.0.0.1]", "app.example.", "127.0.0.1",
            "blob:https://a.example/1",
        ].map { Array($0.utf8) }
    }
}
