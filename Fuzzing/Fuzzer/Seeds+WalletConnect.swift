// SPDX-License-Identifier: MIT

import NEARPrimitives
import WalletConnectSign

extension Seeds {
    static func walletConnect() -> [String: [[UInt8]]] {
        let topic = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        let key = String(repeating: "0", count: 64)
        let link = "wc:\(topic)@2?expiryTimestamp=1763800300&relay-protocol=irn&symKey=\(key)"
        let content = #"{"id":1763800000123456,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}"#
        let frames = [
            content, #"{"id":1763800000123456789,"jsonrpc":"2.0","result":true}"#,
            #"{"id":1,"jsonrpc":"2.0","error":{"code":3000,"message":"Unauthorized","data":"ProjectNotFound"}}"#,
            #"{"id":1,"method":"irn_subscription","params":{"id":"s","data":{"topic":"\#(topic)","message":"AA==","tag":0}}}"#,
        ]
        let grants = [
            #"{"near":{"accounts":["near:testnet:alice_b.testnet"],"methods":["near_signTransaction"],"events":["x"]}}"#,
            #"{"eip155:1":{"accounts":["eip155:1:0xaB"],"chains":["eip155:1"],"methods":[]}}"#,
            #"{"name":"Wallet","icons":["https://x.example/i.png"],"redirect":{"native":"wallet://","linkMode":false}}"#,
        ]
        let lists = [
            #"{"data":[{"id":"a1","name":"Good Wallet","homepage":"https://good.example","mobile_link":"goodwallet://"}]}"#,
            #"{"data":[{"id":"a2","name":"Other","chains":["near:mainnet"],"webapp_link":"https://other.example"}]}"#,
            #"{"data":[{"id":"hot","name":"HOT Wallet","desktop_link":"javascript:alert(1)"},{"id":5}]}"#,
        ]
        let envelopes = [content, ""].compactMap { Envelope.seal(Array($0.utf8), key: Targets.envelopeKey) }
        func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
        return [
            "walletconnect-envelope": bytes(envelopes), "walletconnect-frame": bytes(frames),
            "walletconnect-link": bytes([link, link + "&methods=a,b", Base64.encode(Array(link.utf8)), "wc:x@1?"]),
            "walletconnect-namespaces": bytes(grants),
            "walletconnect-registry": bytes(lists),
            "walletconnect-token": bytes(["wss://relay.example" + key, #"","iss":"x"\"\#u{0}é"#]),
        ]
    }
}
