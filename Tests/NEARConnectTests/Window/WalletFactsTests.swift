// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore
@testable import NEARConnectShell

/// A wallet's version and permissions in rows, without a display.
@Suite struct WalletFactsTests {
    private static func rows(_ changes: [ExactText: JSONValue?], code: WalletCatalog.Code = .included) throws
        -> [String]
    {
        let manifest = try WalletManifest(ManifestEntry.make(changes), from: .local, place: "wallets[0]")
        return WalletFacts(manifest, code: code).rows.map { "\($0.name): \($0.value)" }
    }

    @Test func aWalletSaysWhatItMayDo() throws {
        let rows = try Self.rows([
            "version": "1.2.3",
            "permissions": [
                "usb": true, "clipboardRead": true, "allowsOpen": ["https://wallet.example", "hotwallet://"],
                "external": ["near"], "teleport": true,
            ],
        ])
        #expect(rows.contains("Version: 1.2.3"))
        #expect(rows.contains("Code: ships with this program"))
        #expect(rows.contains("May: use USB devices\nread the clipboard"))
        #expect(rows.contains("May open: https://wallet.example\nhotwallet:"))
        #expect(rows.contains("May call: near"))
        #expect(rows.contains("Asks for: “teleport”, which this program doesn’t know"))
    }

    @Test func whatIsNotAllowedIsNoRow() throws {
        let rows = try Self.rows(["permissions": [:]], code: .pinned(sha256: "abc"))
        #expect(rows.contains("Code: pinned, sha256 abc"))
        #expect(rows.contains("May: nothing beside signing"))
        #expect(rows.contains("Website: https://wallet.example"))
        #expect(!rows.contains { $0.hasPrefix("May open") || $0.hasPrefix("May call") || $0.hasPrefix("Asks for") })
    }

    @Test func manyAddressesAreCounted() throws {
        let addresses = (0..<200).map { JSONValue.string("https://a\($0).example") }
        let row = try Self.rows(["permissions": ["allowsOpen": .array(addresses)]]).first { $0.hasPrefix("May open") }
        #expect(row?.hasSuffix("https://a7.example\nand 192 more") == true)
    }
}
