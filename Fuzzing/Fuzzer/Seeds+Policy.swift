// SPDX-License-Identifier: MIT

extension Seeds {
    static func policies() -> [[UInt8]] {
        let rules = [
            #"{"name":"a","chain":"testnet","deposit":"1.5 NEAR","gas":"30 Tgas","receivers":["a.near"]}"#,
            #"{"name":"b","networks":["devnet"],"deposit":"1","askers":["dapp:https://a.example"],"methods":["m"]}"#,
            #"{"name":"c","chain":["mainnet"],"deposit":"0","messageRecipients":"any","dangerousActions":true}"#,
        ]
        return (rules + [rules.joined(separator: ",\n")]).map { Array(#"{"version":1,"rules":[\#($0)]}"#.utf8) }
    }
}
