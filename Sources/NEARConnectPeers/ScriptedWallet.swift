// SPDX-License-Identifier: MIT

public import NEARDevnet
public import NEARPrimitives

/// The scripted test wallet: a real near-connect executor that really signs and follows a test's script.
///
/// A script names steps for each method of a wallet, for example `["signMessage": ["hang"]]` or `["*": [["do":
/// "reject", "message": "no"]]]`; `Wallet/test-wallet.js` lists the steps. After its steps the wallet
/// accepts. ``WalletTestEnvironment/setScript(_:)`` changes the script between calls.
///
/// A wallet that opens a window on the test's own site, which is told there what it signs:
///
/// ```swift
/// let site = try await WalletSite.start([
///     "/approve": WalletSite.Page("<script>opener.postMessage({ ok: true }, '*')</script>")
/// ])
/// let environment = try await WalletTestEnvironment.start(
///     script: ["signMessage": [["do": "open", "url": .string("\(site.origin)/approve"), "then": "close"]]],
///     allowsOpen: [site.origin])
/// ```
public struct ScriptedWallet: Sendable {
    /// The wallet's id in its manifest.
    public static let id = "near-connect-test"

    /// The accounts that it signs with, the first one by default.
    ///
    /// Their keys go into JavaScript, so use test keys only.
    public var accounts: [DevnetAccount]
    /// The wallet's behavior, by method.
    public var script: JSONValue
    /// The addresses on which it may open windows and apps' links.
    ///
    /// They are written as in a manifest's `permissions.allowsOpen`: `https://wallet.example`, `app://`. It may always
    /// open `near-test-wallet://`.
    public var allowsOpen: [String]
    /// The objects of the page that it may use, written as in a manifest's `permissions.external`.
    public var external: [String]

    /// Creates a scripted wallet.
    ///
    /// - Parameters:
    ///   - accounts: The accounts that it signs with.
    ///   - script: Its behavior, by method; it accepts everything when empty.
    ///   - allowsOpen: The addresses that it may open besides `near-test-wallet://`.
    ///   - external: The objects of the page that it may use.
    public init(
        accounts: [DevnetAccount], script: JSONValue = [:], allowsOpen: [String] = [], external: [String] = []
    ) {
        self.accounts = accounts
        self.script = script
        self.allowsOpen = allowsOpen
        self.external = external
    }

    /// The wallet's code, which near-connect calls its executor.
    public static var code: String { String(decoding: PackageResources.test_wallet_js, as: UTF8.self) }

    /// Returns the wallet's manifest with its code in it, for `NEARWalletConfiguration.additionalManifests`.
    ///
    /// - Throws: `JSONParsingError`, if this package is damaged.
    public func manifest() throws -> String {
        let packaged = try JSONValue.parse(PackageResources.test_manifest_json)
        let wallets = (packaged["wallets"]?.arrayValue ?? []).map { wallet -> JSONValue in
            var fields = wallet.objectValue ?? [:]
            var permissions = fields["permissions"]?.objectValue ?? [:]
            let packaged = permissions["allowsOpen"]?.arrayValue ?? []
            permissions["allowsOpen"] = .array(packaged + allowsOpen.map { .string($0) })
            permissions["external"] = .array(external.map { .string($0) })
            fields["permissions"] = .object(permissions)
            fields["executor"] = .string(Self.address(of: PackageResources.test_wallet_js))
            fields["metadata"] = ["accounts": .array(accounts.map(Self.describe)), "script": script]
            return .object(fields)
        }
        return JSONValue.object(["version": "1.0.0", "wallets": .array(wallets)]).text
    }

    /// Returns the address of a script that stands in the address itself (RFC 2397).
    static func address(of code: [UInt8]) -> String {
        var text = "data:text/javascript,"
        for byte in code {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) {
                text.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }

    private static func describe(_ account: DevnetAccount) -> JSONValue {
        ["accountId": .string(account.id.text), "secretKey": .string(account.secretKey.exposedText())]
    }
}
