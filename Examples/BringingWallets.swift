// SPDX-License-Identifier: MIT

// sample: keystore
import NEARConnect

/// A program for a pipeline: it pays from `~/.near-credentials` on testnet, at most 1 NEAR a request, and asks nobody.
func pipelineConfiguration() throws -> NEARWalletConfiguration {
    let (keystore, problems) = Keystore.credentials(network: "testnet")
    for problem in problems { print(problem) }
    let rule = try ApprovalPolicy.Rule(
        networks: ["testnet"], maximumDeposit: NEARToken("1 NEAR"), receiverIds: [AccountId("shop.testnet")])
    return NEARWalletConfiguration(
        network: .testnet, profile: .ephemeral, appName: "Shop", keystore: keystore, approval: .allow(rule))
}
// end of sample

// sample: manifest
/// Offers a wallet of the program's own beside the others.
///
/// Its code stands in the manifest.
func offerOwnWallet(code: String, in configuration: inout NEARWalletConfiguration) {
    let wallet: JSONValue = [
        "id": "shop-wallet", "name": "Shop Wallet", "version": "1.0.0", "type": "sandbox", "platform": [:],
        "website": "https://shop.example", "icon": "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
        "description": "Signs with the shop's own key service.",
        "features": ["signMessage": true, "signAndSendTransaction": true, "testnet": true, "customNetworks": true],
        "permissions": ["allowsOpen": ["https://shop.example"]],
        "executor": .string("data:text/javascript;base64," + Base64.encode(Array(code.utf8))),
    ]
    configuration.additionalManifests = [JSONValue.object(["version": "1.0.0", "wallets": [wallet]]).text]
}
// end of sample
