// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Links that open wallets.
struct DeepLinkTests {
    static let uri = PairingURI(
        key: SecretBytes(copying: [UInt8](repeating: 0, count: 32)), expires: UnixTime(seconds: 1_763_800_300))

    /// Python's `urllib.parse.quote` of every printable character of ASCII, and of others.
    ///
    /// `Scripts/python/walletconnect_vectors.py` has printed the table.
    @Test func testADeepLinkEncodesEveryReservedCharacter() throws {
        let printable = String(decoding: (0x21...0x7E).map { UInt8($0) }, as: UTF8.self)
        #expect(
            PercentEncoding.encode(printable, keepsDots: true)
                == "%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
        )
        #expect(PercentEncoding.encode("ä€ \t\0", keepsDots: true) == "%C3%A4%E2%82%AC%20%09%00")
        let encoded =
            "wc%3A66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925%402%3FexpiryTimestamp%3D1763800300%26relay-protocol%3Dirn%26symKey%3D0000000000000000000000000000000000000000000000000000000000000000"
        for (links, link) in [
            (WalletLinks(native: "wallet://"), "wallet://wc?uri="),
            (WalletLinks(native: "wallet:"), "wallet://wc?uri="),
            (WalletLinks(native: "wallet://path"), "wallet://path/wc?uri="),
            (WalletLinks(universal: "https://wallet.example"), "https://wallet.example/wc?uri="),
            (WalletLinks(universal: "https://wallet.example/app/"), "https://wallet.example/app/wc?uri="),
        ] {
            #expect(Self.uri.link(for: links) == link + encoded)
        }
    }

    @Test func aRequestOpensTheWalletByItsIdAndSession() throws {
        let links = WalletLinks(native: "wallet://", universal: "https://wallet.example")
        #expect(
            links.link(request: "1763800000123456", session: Self.uri.topic)
                == "wallet://wc?requestId=1763800000123456&sessionTopic=\(Self.uri.topic)")
        #expect(Self.uri.openOnly(links) == "wallet://")
        #expect(Self.uri.openOnly(WalletLinks(native: "wallet:")) == "wallet://")
        #expect(Self.uri.openOnly(WalletLinks(universal: "https://wallet.example")) == "https://wallet.example")
        #expect(Self.uri.openOnly(WalletLinks()) == nil)
    }

    static let unsafeLinks = [
        "javascript:alert(1)", "JavaScript:alert(1)", "file:///etc/passwd", "data:text/html,x", "http://wallet.example",
        "https://wallet.example", "about:blank", "wallet://a b", "wallet://\u{202E}", "wallet://\"", "", "wallet",
        "://", "wallet://\n", "ws://x", "view-source:x", "1wallet://", "wc:",
    ]

    @Test(arguments: unsafeLinks) func linksThatRunOrReadSomethingAreLeftOut(_ link: String) {
        #expect(WalletLinks(native: link).native == nil)
    }

    @Test(arguments: [
        "http://wallet.example", "https://", "https:///path", "https://a@b", "https://:1", "javascript:alert(1)",
        "https://wallet.example/\u{7F}", "https:wallet.example",
    ]) func universalLinksAreOfTheSecureWeb(_ link: String) {
        #expect(WalletLinks(universal: link).universal == nil)
    }

    @Test func aBaseWithAQueryGetsNoLink() {
        #expect(Self.uri.link(for: WalletLinks(universal: "https://wallet.example/?a=b")) == nil)
        #expect(Self.uri.link(for: WalletLinks(native: "wallet://#f")) == nil)
    }
}
