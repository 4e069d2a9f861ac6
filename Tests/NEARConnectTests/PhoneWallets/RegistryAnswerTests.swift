// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing
import WalletConnectSign

@testable import NEARConnectCore

/// The answers of a registry of wallets, which are untrusted text.
struct RegistryAnswerTests {
    private static let chain = ChainID("near:mainnet")

    private static func read(_ entries: JSONValue..., chain: ChainID? = chain) throws -> [KnownPhoneWallet] {
        let answer: JSONValue = ["count": 1, "data": .array(entries)]
        let chain = try #require(chain)
        return try #require(RegistryAnswer.wallets(in: answer.bytes, on: chain))
    }

    private static func entry(
        _ id: String = "a1", _ name: String = "Good", with fields: JSONValue.Members = [:]
    ) -> JSONValue {
        .object(fields.merging(["id": .string(id), "name": .string(name)]) { field, _ in field })
    }

    /// Returns what is made of a wallet's links.
    private static func links(_ fields: JSONValue.Members) throws -> WalletLinks {
        let wallets = try read(entry("a1", "Good", with: fields))
        return try #require(wallets.first).links
    }

    @Test func anEntryIsReadWithItsLinks() throws {
        let wallets = try Self.read([
            "id": "a1", "name": "Good Wallet", "homepage": "https://good.example", "image_id": "1", "order": 10,
            "mobile_link": "goodwallet://", "desktop_link": .null, "webapp_link": "https://app.good.example",
            "link_mode": "https://good.example/app", "app_store": .null,
            "chains": ["near:mainnet", "eip155:1", "nonsense", "eip155:137"], "unknown": [1, 2],
        ])
        let wallet = try #require(wallets.first)
        #expect(wallets.count == 1)
        #expect(wallet.id == "a1" && wallet.name == "Good Wallet" && wallet.site == "https://good.example")
        #expect(wallet.links == WalletLinks(native: "goodwallet://", universal: "https://app.good.example"))
        #expect(wallet.namespaces == ["near", "eip155"])
        #expect(wallet.hints == [])
    }

    @Test func aWalletWithoutALinkIsConnectedByItsCode() throws {
        let wallets = try Self.read(Self.entry())
        let wallet = try #require(wallets.first)
        #expect(wallet.links.openOnly == nil && wallet.hints == [.codeOnly] && wallet.site == "")
        #expect(wallet.namespaces == ["near"])
    }

    @Test func anEntryForOtherChainsIsLeftOut() throws {
        let entries = [
            Self.entry("a1", "Main", with: ["chains": ["near:mainnet"]]),
            Self.entry("a2", "Test", with: ["chains": ["near:testnet"]]),
            Self.entry("a3", "Ether", with: ["chains": ["eip155:1"]]), Self.entry("a4", "All", with: ["chains": []]),
        ]
        #expect(try Self.read(entries[0], entries[1], entries[2], entries[3]).map(\.id) == ["a1", "a4"])
        let testnet = ChainID("near:testnet")
        #expect(
            try Self.read(entries[0], entries[1], entries[2], entries[3], chain: testnet).map(\.id) == ["a2", "a4"])
    }

    @Test(
        arguments: [
            "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "http://wallet.example", "JAVASCRIPT:x",
            "wc:abc@2", "ssh://host", "vscode://x", "ftp://x.example", "near-connect://x", "ws://x", "about:blank",
            "goodwallet", "//wallet.example", "https://", "https://user@wallet.example", "goodwallet://a b",
            "goodwallet://\u{202E}", "goodwallet://\u{0}", "https://wallet.example?x", "goodwallet://#x", "", ":",
            "https://\u{77E}.example\u{200F}", "goodwallet://" + String(repeating: "a", count: 3_000),
        ])
    func aLinkThatCouldRunOrReadSomethingIsNone(link: String) throws {
        for field: ExactText in ["mobile_link", "desktop_link", "webapp_link", "link_mode"] {
            #expect(try Self.links([field: .string(link)]).openOnly == nil, "\(field)")
        }
        #expect(try Self.links(["mobile_link": .string(link), "link_mode": "https://w.example"]).native == nil)
    }

    @Test func aProgramOfThisComputerComesBeforeOneOfAPhone() throws {
        let links = try Self.links([
            "mobile_link": "phone-wallet://", "desktop_link": "desk-wallet://", "link_mode": "https://phone.example",
            "webapp_link": "https://desk.example",
        ])
        #expect(links == WalletLinks(native: "desk-wallet://", universal: "https://desk.example"))
        let mixed = try Self.links(["desktop_link": "vscode://", "mobile_link": "phone-wallet://"])
        #expect(mixed.native == "phone-wallet://")
        #expect(try Self.links(["mobile_link": 7, "link_mode": ["https://a.example"]]).openOnly == nil)
    }

    @Test(
        arguments: [
            "", " ", "...", "a\u{202E}b", "a\nb", "a\u{0}b", "\u{200B}a", "a\u{E000}", "a\u{336}",
            String(repeating: "a", count: 65), "a" + String(repeating: "\u{301}", count: 6),
        ])
    func aNameThatIsNotWhatItSeemsIsLeftOut(name: String) throws {
        #expect(try Self.read(Self.entry("a1", name)) == [])
    }

    @Test(arguments: ["", "a b", "a/b", "\u{E4}", "a\u{202E}", String(repeating: "a", count: 65)])
    func anIdIsAPlainWord(id: String) throws {
        #expect(try Self.read(Self.entry(id)) == [])
    }

    @Test func eachIdAndEachNameIsThereOnce() throws {
        let wallets = try Self.read(
            Self.entry("a1", "One", with: ["mobile_link": "one-wallet://"]), Self.entry("a1", "Two"),
            Self.entry("a2", "ONE"),
            Self.entry("a3", "\u{FF2F}ne"), Self.entry("a4", "Four"))
        #expect(wallets.map(\.id) == ["a1", "a4"])
        #expect(wallets[0].links.native == "one-wallet://")
    }

    @Test func noEntryTakesThePlaceOfAPackagedWallet() throws {
        let hot = try #require(KnownPhoneWallet.all.first { $0.id == "hot" })
        let trust = try #require(KnownPhoneWallet.all.first { $0.id == "trust" })
        let evil: JSONValue.Members = ["mobile_link": "evil-wallet://", "homepage": "https://evil.example"]
        let wallets = try Self.read(
            Self.entry("b1", "hot wallet", with: evil), Self.entry("hot", "Hot", with: evil),
            Self.entry("b2", "Trust Wallet", with: evil)
        )
        #expect(wallets.map(\.id) == ["hot", "trust"])
        #expect(wallets[0] == hot)
        // The registry knows more of its chains, and nothing else.
        #expect(wallets[1].links == trust.links && wallets[1].site == trust.site && wallets[1].hints == trust.hints)
        #expect(wallets[1].namespaces == ["near", "eip155"])
    }

    @Test func aHundredEntriesAreRead() throws {
        let entries = (0..<150).map { Self.entry("a\($0)", "Wallet \($0)") }
        let answer: JSONValue = ["data": .array(entries)]
        let chain = try #require(Self.chain)
        #expect(RegistryAnswer.wallets(in: answer.bytes, on: chain)?.count == 100)
    }

    @Test(
        arguments: [
            "", "[]", "{}", "{\"data\":{}}", "{\"data\":null}", "<html></html>", "{\"data\":[",
            String(repeating: "[", count: 100_000), "{\"data\":\"x\"}", "\u{FEFF}{\"data\":[]}",
        ])
    func whatIsNoListIsNone(text: String) throws {
        let chain = try #require(Self.chain)
        #expect(RegistryAnswer.wallets(in: Array(text.utf8), on: chain) == nil)
    }

    @Test func strangeEntriesAreLeftOut() throws {
        #expect(try Self.read(.null, 1, "x", [], [:], ["id": 1, "name": "A"], ["id": "a1"], Self.entry()).count == 1)
    }

    @Test func damagedAnswersAreReadOrRefused() throws {
        let chain = try #require(Self.chain)
        let whole: JSONValue = [
            "count": 2,
            "data": [
                [
                    "id": "a1", "name": "Good Wallet", "homepage": "https://good.example",
                    "mobile_link": "goodwallet://", "chains": ["near:mainnet", "eip155:1"],
                ], ["id": "a2", "name": "Wörld", "desktop_link": "https://b.example", "mobile_link": "javascript:x"],
            ],
        ]
        var texts = DamagedText([whole.text, #"{"data":[{"id":"x","name":"\u202e"}]}"#], seed: 26)
        var read = 0
        for _ in 0..<4_000 {
            guard let wallets = RegistryAnswer.wallets(in: texts.next(), on: chain) else { continue }
            read += 1
            for wallet in wallets {
                #expect(wallet.name.utf8.count <= RegistryAnswer.longestName)
                #expect(wallet.links.universal?.hasPrefix("https://") ?? true)
                #expect(wallet.links.openOnly?.hasPrefix("javascript") != true)
            }
        }
        #expect(read > 100)
    }
}
