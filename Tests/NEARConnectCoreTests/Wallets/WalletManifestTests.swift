// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Checks of manifest entries, field by field: a refusal names the wallet and the field.
@Suite struct WalletManifestTests {
    private func read(
        _ json: JSONValue, from provenance: WalletManifest.Provenance = .remote
    ) throws(WalletManifestError) -> WalletManifest {
        try WalletManifest(json, from: provenance, place: "wallets[7]")
    }

    private func fault(_ json: JSONValue, from provenance: WalletManifest.Provenance = .remote) -> WalletManifestError?
    {
        do {
            _ = try read(json, from: provenance)
            return nil
        } catch {
            return error
        }
    }

    @Test func anEntryOfThePublicListsShapeIsRead() throws {
        let wallet = try read(ManifestEntry.make())
        #expect(wallet.id == "example-wallet")
        #expect(wallet.origins == ["https://wallet.example", "https://shop.example"])
        #expect(wallet.permissions.linkSchemes == ["examplewallet"])
        #expect(wallet.permissions.flags == [.storage, .location])
        #expect(wallet.permissions.external == ["exampleCom", "example.near"])
        #expect(
            wallet.permissions.destinations == [
                "https://wallet.example", "http://local.example:3000", "examplewallet:", "https://shop.example",
            ])
        #expect(wallet.works(on: "mainnet"))
        #expect(wallet.works(on: "testnet"))
        #expect(!wallet.works(on: "devnet"))
    }

    @Test func theHashIsOfTheValueNotOfItsSpelling() throws {
        let text = ManifestEntry.make().text
        let spelt = try JSONValue.parse(text.replacing("\"id\":", with: " \"id\" :\n"))
        #expect(try read(spelt).sha256 == read(ManifestEntry.make()).sha256)
        #expect(try read(ManifestEntry.make(["version": "1.0.1"])).sha256 != read(ManifestEntry.make()).sha256)
    }

    @Test(arguments: [
        "", "a:b", "a/b", "../x", ".hidden", "-x", "a b", "a\nb", "a\0", "ä", "a%3Ab", "a\\b", "a\u{202E}b",
        String(repeating: "a", count: 65),
    ])
    func hostileIdsAreRefused(id: String) {
        #expect(fault(ManifestEntry.make(["id": .string(id)]))?.field == "id")
        #expect(fault(ManifestEntry.make(["id": .string(id)]))?.wallet == "wallets[7]")
    }

    @Test(
        arguments: [
            ("name", nil), ("name", ""), ("name", "  "), ("name", 7), ("name", "Meteor\u{202E}tellaW"),
            ("name", "two\nlines"), ("name", "invisible\u{200B}"), ("name", .string(String(repeating: "n", count: 65))),
            ("version", nil), ("version", 1), ("type", nil), ("type", "injected"),
            ("icon", "http://wallet.example/icon.png"), ("icon", "javascript:alert(1)"), ("icon", "data:text/html,x"),
            ("icon", "near-connect://bridge/Wallets/keystore.svg"), ("website", "javascript:alert(1)"),
            ("website", "about:blank"),
            ("description", .string(String(repeating: "d", count: 1001))),
            ("executor", nil), ("executor", "http://code.example/x.js"), ("executor", "/x.js"),
            ("executor", "data:text/javascript,x"), ("executor", "https://user@code.example/x.js"),
            ("executor", "https://code.example/x.js#y"), ("executor", "https:///x.js"),
            ("executor", "near-connect://bridge/Wallets/keystore.js"), ("executor", "file:///etc/passwd"),
            ("integrity", "sha256-short"), ("integrity", "md5-AAAA"), ("features", nil), ("features", []),
            ("permissions", nil), ("permissions", "all"), ("platform", "web"),
        ] as [(String, JSONValue?)])
    func aFieldThatIsWrongIsNamed(field: String, value: JSONValue?) {
        let found = fault(ManifestEntry.make([ExactText(field): value]))
        #expect(found?.field == field)
        #expect(found?.wallet == "example-wallet")
        #expect(found?.description.hasPrefix("example-wallet: \u{201C}\(field)\u{201D} ") == true)
    }

    @Test(
        arguments: [
            (["storage": "yes"], "permissions.storage"),
            (["allowsOpen": "https://x.example"], "permissions.allowsOpen"),
            (["allowsOpen": ["https://x.example", 1]], "permissions.allowsOpen[1]"),
            (["allowsOpen": ["wallet.example"]], "permissions.allowsOpen[0]"),
            (["allowsOpen": ["https://"]], "permissions.allowsOpen[0]"),
            (["allowsOpen": ["javascript:alert(1)"]], "permissions.allowsOpen[0]"),
            (["allowsOpen": ["near-connect://rpc/mainnet"]], "permissions.allowsOpen[0]"),
            (["allowsOpen": ["file:///"]], "permissions.allowsOpen[0]"),
            (["allowsOpen": ["hotwallet://", "smb://"]], "permissions.allowsOpen[1]"),
            (["allowsOpen": ["https://x.example/a/../b"]], "permissions.allowsOpen[0]"),
            (["allowsOpen": ["https://x.example@evil.example/"]], "permissions.allowsOpen[0]"),
            (["external": ["a b"]], "permissions.external[0]"),
            (["external": "window"], "permissions.external"),
        ] as [(JSONValue, String)])
    func aPermissionThatIsWrongIsNamed(permissions: JSONValue, field: String) {
        #expect(fault(ManifestEntry.make(["permissions": permissions]))?.field == field)
    }

    @Test func aFeatureThatIsNoTruthValueIsNamed() {
        #expect(fault(ManifestEntry.make(["features": ["testnet": "yes"]]))?.field == "features.testnet")
    }

    @Test func whatAnEntryMayNameDependsOnWhereItComesFrom() throws {
        let inline = ManifestEntry.make(["executor": "data:text/javascript,selector.ready({})"])
        #expect(try read(inline, from: .local).executor.hasPrefix("data:"))
        #expect(fault(inline, from: .packaged)?.field == "executor")
        let packaged = ManifestEntry.make(["executor": "near-connect://bridge/Wallets/keystore.js"])
        #expect(try read(packaged, from: .packaged).executor.hasSuffix("keystore.js"))
        let outside = ManifestEntry.make(["executor": "near-connect://bridge/Wallets/../Bridge/bridge.js"])
        #expect(fault(outside, from: .packaged)?.field == "executor")
    }

    @Test func onlyAManifestOfTheProgramsOwnLetsAWalletRunCodeFromElsewhere() throws {
        let asking = ManifestEntry.make(["permissions": ["foreignCode": true]])
        #expect(try read(asking, from: .local).permissions.flags == [.foreignCode])
        #expect(fault(asking, from: .remote)?.field == "permissions.foreignCode")
        let silent = ManifestEntry.make(["permissions": ["foreignCode": false]])
        #expect(try read(silent, from: .remote).permissions.flags.isEmpty)
        let list = JSONValue.object(["version": "1", "wallets": [asking, ManifestEntry.make(["id": "b"])]])
        #expect(try WalletManifestList(parsing: list.bytes, from: .remote).wallets.map(\.id) == ["b"])
    }

    @Test func aListKeepsWhatIsRightAndTellsWhatIsWrong() throws {
        let list = JSONValue.object([
            "version": "1",
            "wallets": [
                ManifestEntry.make(), ManifestEntry.make(["id": "Example-Wallet"]), "text",
                ManifestEntry.make(["id": "b", "name": nil]),
                ManifestEntry.make(["id": "c", "debug": true]),
            ],
        ])
        let read = try WalletManifestList(parsing: list.bytes, from: .remote)
        #expect(read.wallets.map(\.id) == ["example-wallet", "c"])
        #expect(read.faults.map(\.wallet) == ["Example-Wallet", "wallets[2]", "b"])
        #expect(read.wallets[1].json["debug"] == nil)
        for text in ["", "[]", "{}", #"{"wallets":{}}"#, "<!DOCTYPE html>"] {
            #expect(throws: WalletManifestError.self, "\(text)") {
                try WalletManifestList(parsing: [UInt8](text.utf8), from: .remote)
            }
        }
    }

    @Test(
        arguments: [
            ("selector.ready({})", "text/plain; charset=utf-8", true), ("selector.ready({})", nil, true),
            ("\u{FEFF}x", "application/javascript", true), ("x", "application/octet-stream", true),
            ("<!DOCTYPE html>", "text/plain", false), (" \n<html>", "text/javascript", false),
            ("x", "text/html", false), ("x", " Text/HTML ; charset=utf-8", false), ("{}", "application/json", false),
            ("x", "image/png", false), ("", "text/javascript", false), (" \n", "text/javascript", false),
        ] as [(String, String?, Bool)])
    func anAnswerIsCodeOrSaysWhyNot(body: String, type: String?, isCode: Bool) {
        #expect((ExecutorRules.problem([UInt8](body.utf8), contentType: type) == nil) == isCode)
    }

    @Test(
        arguments: [
            ("data:text/javascript,a%20b%2C%22", "a b,\""), ("data:text/javascript;charset=utf-8,x", "x"),
            ("data:text/javascript;base64,eCgpOw==", "x();"), ("data:text/javascript;base64,!", nil),
            ("data:text/javascript,%", nil), ("data:text/html,x", nil), ("data:text/javascript", nil),
            ("https://x.example/a,b", nil),
        ] as [(String, String?)])
    func codeThatStandsInAnEntryIsDecoded(address: String, code: String?) {
        #expect(InlineCode.bytes(of: address) == code.map { [UInt8]($0.utf8) })
    }

    @Test func bytesThatAreNoTextAreNoCode() {
        #expect(ExecutorRules.problem([0x61, 0xFF, 0xFE], contentType: "text/javascript") != nil)
    }

    @Test func hashesAreWrittenAsElsewhere() throws {
        // Of the empty text, as `openssl dgst` prints it.
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(ContentHash.sha256([]).hex == empty)
        #expect(ContentHash.isSHA256Hex(empty))
        #expect(!ContentHash.isSHA256Hex(empty.uppercased()))
        let integrity = "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb"
        #expect(ContentHash(.sha384, of: []).integrity == integrity)
        #expect(try #require(ContentHash(integrity: integrity)).matches([]))
        #expect(ContentHash(integrity: "sha384-\(integrity)") == nil)
        #expect(ContentHash(integrity: "\(integrity) \(integrity)") == nil)
    }
}
