// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectResources
public import NEARDevnet
public import NEARPrimitives

/// The scripted test wallet: a genuine near-connect executor that signs for real and behaves as a test says.
///
/// A script names steps for each method of a wallet, for example `["signMessage": ["hang"]]` or
/// `["*": [["do": "reject", "message": "no"]]]`; `Resources/Wallets/test-wallet.js` lists the steps. After its steps the wallet
/// accepts.
public struct ScriptedWallet: Sendable {
    /// The wallet's id in its manifest.
    public static let id = "near-connect-test"

    /// The accounts that it signs with, the first one by default. Their keys go into JavaScript: test keys only.
    public var accounts: [DevnetAccount]
    /// What it does, by method.
    public var script: JSONValue

    /// - Parameters:
    ///   - accounts: The accounts that it signs with.
    ///   - script: What it does, by method; it accepts everything when empty.
    public init(accounts: [DevnetAccount], script: JSONValue = [:]) {
        self.accounts = accounts
        self.script = script
    }

    /// The wallet's manifest, for `NEARWalletConfiguration.additionalManifests`.
    ///
    /// - Throws: When the packaged manifest can't be read.
    public func manifest() throws -> String {
        let text = try String(contentsOf: ResourceBundle.url(for: "Wallets/test-manifest.json"), encoding: .utf8)
        let packaged = try JSONValue.parse(text)
        let wallets = (packaged["wallets"]?.arrayValue ?? []).map { wallet -> JSONValue in
            var fields = wallet.objectValue ?? [:]
            fields["metadata"] = ["accounts": .array(accounts.map(Self.describe)), "script": script]
            return .object(fields)
        }
        return JSONValue.object(["version": "1.0.0", "wallets": .array(wallets)]).text
    }

    private static func describe(_ account: DevnetAccount) -> JSONValue {
        ["accountId": .string(account.id.text), "secretKey": .string(account.secretKey.exposedText())]
    }
}
