// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

@Suite struct WebAddressTests {
    @Test(
        arguments: [
            ("https://wallet.example", "https://wallet.example"),
            ("HTTPS://Wallet.Example:443/x?y#z", "https://wallet.example"),
            ("http://wallet.example:80", "http://wallet.example"),
            ("http://wallet.example:443/", "http://wallet.example:443"),
            ("https://wallet.example:/x", "https://wallet.example"),
            ("https://user:secret@wallet.example:8443/", "https://wallet.example:8443"),
            ("https://wallet.example@evil.example/", "https://evil.example"),
            ("https://a@b@evil.example/", "https://evil.example"),
            ("https://evil.example/@wallet.example", "https://evil.example"),
            ("https://evil.example?@wallet.example", "https://evil.example"),
            ("https://evil.example#@wallet.example", "https://evil.example"),
            ("https://127.0.0.1:8080", "https://127.0.0.1:8080"),
            ("https://[::1]:8080/", "https://[::1]:8080"),
            ("https://[0:0:0:0:0:0:0:1]", "https://[::1]"),
            ("https://[1:0:0:2:0:0:0:3]", "https://[1:0:0:2::3]"),
            ("https://[1:0:2:3:4:5:6:7]", "https://[1:0:2:3:4:5:6:7]"),
            ("https://[::FFFF:1.2.3.4]", "https://[::ffff:102:304]"),
            ("https://wallet.example./", "https://wallet.example."),
        ])
    func originsAreThoseOfBrowsers(uri: String, origin: String) {
        #expect(WebAddress(uri)?.origin == origin)
    }

    @Test(arguments: [
        "", "x", "://x", "1x:y", "-x:y", ":x", "ht tp://x", "\u{212A}ey://x", " https://x", "https://x ",
        "https:x", "https:/x", "https:///x", "https://", "https://:80", "https://@", "https://user@", "https:\\\\x",
        "https://x\\y", "https://x/y\\z", "https://x\t.example", "https://x/\n", "https://x/ y", "https://x/\u{7F}",
        "https://a b", "https://a%2eb", "https://a<b", "https://a^b", "https://a|b", "https://a..b", "https://.",
        "https://.a",
        "https://127.1", "https://0x7f.0.0.1", "https://2130706433", "https://1.2.3.256", "https://01.2.3.4",
        "https://1.2.3.4.",
        "https://a.1", "https://a.0x1f", "https://[::1", "https://::1", "https://[::1%25eth0]", "https://[g::1]",
        "https://x:65536", "https://x:8a", "https://x:-1", "https://x:000080", "https://x:1:2",
        "https://b\u{FC}cher.example:1:2",
    ])
    func whatABrowserWouldChangeIsNoAddressOfTheWeb(uri: String) {
        #expect(WebAddress(uri) == nil)
    }

    @Test func addressesHaveALength() {
        let head = "https://x/"
        let longest = head + String(repeating: "a", count: WebAddress.limit - head.utf8.count)
        #expect(WebAddress(longest)?.isWeb == true)
        #expect(WebAddress(longest + "a") == nil)
        let host = String(repeating: "a.", count: 127)
        #expect(WebAddress("https://\(host)")?.isWeb == true)
        #expect(WebAddress("https://\(host)a") == nil)
    }

    /// Whatever comes in, what is read holds together.
    @Test func noRandomAddressIsReadInTwoWays() {
        for seed in 1...20 {
            var addresses = RandomAddress(seed: UInt64(seed))
            for _ in 0..<2_000 {
                let text = addresses.next()
                guard let address = WebAddress(text) else { continue }
                #expect(address.text.hasSameBytes(as: text))
                #expect(text.lowercased().hasPrefix("\(address.scheme):"), "\(text)")
                guard let origin = address.origin else { continue }
                #expect(origin.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "@") }, "\(text)")
                #expect(WebAddress(origin)?.origin == origin, "\(text)")
                #expect(WebAddress(origin + address.path)?.path == address.path, "\(text)")
            }
        }
    }
}
