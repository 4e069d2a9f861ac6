// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

@Suite struct SiteOriginTests {
    @Test(arguments: [
        "https://app.example", "https://app.example:8443", "http://app.example", "http://localhost:3000",
        "https://xn--pple-43d.example", "http://127.0.0.1:8080", "http://[::1]:8080",
    ])
    func anOriginIsWrittenAsBrowsersDo(text: String) throws {
        let origin = try #require(SiteOrigin(text))
        #expect(origin.text == ExactText(text))
        #expect(SiteOrigin(ofPage: "\(text)/path?query#fragment") == origin)
        #expect(SiteOrigin(ofPage: "blob:\(text)/9115d58c") == origin)
    }

    @Test func everyPartCounts() throws {
        let texts = [
            "https://app.example", "http://app.example", "https://app.example:444", "http://app.example:443",
            "https://app.example.org", "https://a.app.example", "http://app.example:81",
        ]
        #expect(Set(try texts.map { try #require(SiteOrigin($0)) }).count == texts.count)
    }

    @Test(arguments: [
        "", "null", "https://", "https://app.example/", "https://app.example:443", "HTTPS://app.example",
        "https://App.example", "https://app.example?", "https://u@app.example", "file://", "data:text/html,",
        "about:blank", "blob:null/1", "blob:https://app.example/1", "ws://app.example", "https://app.example https://b",
        "https://127.1", "javascript:0", "chrome://settings", "https://\u{430}pple.example",
    ])
    func whatIsNoOriginIsNone(text: String) {
        #expect(SiteOrigin(text) == nil)
    }

    @Test(arguments: [
        "about:blank", "about:srcdoc", "data:text/html,x", "file:///etc/passwd", "blob:null/1", "blob:about:blank",
        "blob:blob:https://app.example/1", "view-source:https://app.example/", "javascript:1", "near-connect://rpc/a",
    ])
    func pagesWithoutAnOriginOfTheWebHaveNone(address: String) {
        #expect(SiteOrigin(ofPage: address) == nil)
    }

    /// `localhost.` is another origin and no secure context; over https the dot is the same owner's.
    @Test func aFinalDotMakesNoSecondSite() throws {
        #expect(SiteOrigin("https://app.example.") == SiteOrigin("https://app.example"))
        #expect(SiteOrigin("http://localhost.:3000") == nil)
        #expect(SiteOrigin("http://localhost:3000") != nil)
    }

    @Test(arguments: [
        ("https://app.example", true), ("https://192.168.0.2", true), ("http://localhost:3000", true),
        ("http://a.localhost", true), ("http://127.0.0.1", true), ("http://[::1]:1", true),
        ("http://app.example", false), ("http://192.168.0.2", false), ("http://0.0.0.0:3000", false),
        ("http://[::ffff:7f00:1]", false), ("http://localhost.example", false), ("http://127.0.0.1.example", false),
    ])
    func onlySecurePagesHaveAWallet(text: String, mayHaveOne: Bool) throws {
        #expect(try #require(SiteOrigin(text)).mayHaveWallet == mayHaveOne)
    }
}
