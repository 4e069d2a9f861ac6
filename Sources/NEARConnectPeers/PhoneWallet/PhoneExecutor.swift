// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A wallet's executor that asks a wallet on a phone by WalletConnect, for tests.
///
/// It makes the calls that the executors `wallet-connect` and `unity-wallet` of near-connect's list make, in their
/// order and with their forms of bytes; `Wallet/phone-executor.js` says where it differs. It brings no code of theirs.
package enum PhoneExecutor {
    /// The wallet's id in its manifest, the one of near-connect's list.
    package static let walletId = "wallet-connect"

    /// The manifest with the code in it, for `NEARWalletConfiguration.additionalManifests`.
    package static var manifest: String {
        let wallet: JSONValue = [
            "id": .string(walletId), "name": "Phone wallet for tests", "version": "1.0.0", "type": "sandbox",
            "executor": .string(ScriptedWallet.address(of: PackageResources.phone_executor_js)),
            "features": ["testnet": true, "customNetworks": true, "signMessage": true],
            "permissions": ["walletConnect": true],
        ]
        return JSONValue.object(["version": "1.0.0", "wallets": [wallet]]).text
    }
}
