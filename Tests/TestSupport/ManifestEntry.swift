// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// Entries of wallet manifests, for tests.
package enum ManifestEntry {
    /// An entry that passes, with some fields replaced; a field given as `nil` is left out.
    package static func make(_ changes: [ExactText: JSONValue?] = [:]) -> JSONValue {
        var fields: JSONValue.Members = [
            "id": "example-wallet", "name": "Example Wallet", "icon": "https://wallet.example/icon.png",
            "description": "For examples", "website": "https://wallet.example", "version": "1.0.0",
            "executor": "https://code.example/executor.js", "type": "sandbox",
            "platform": ["web": "https://wallet.example"], "features": ["signMessage": true, "testnet": true],
            "permissions": [
                "storage": true, "location": true,
                "allowsOpen": [
                    "https://wallet.example", "https://Wallet.Example:443/other", "http://local.example:3000",
                    "examplewallet://", "https://shop.example",
                ],
                "external": ["exampleCom", "example.near"],
            ],
        ]
        for (name, value) in changes { fields[name] = value }
        return .object(fields)
    }
}
