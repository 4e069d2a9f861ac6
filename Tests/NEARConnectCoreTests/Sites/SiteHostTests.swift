// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Hosts in all spellings: two of one host are one value, and nothing near this computer passes for the internet.
@Suite struct SiteHostTests {
    @Test(arguments: [
        ("app.example", "app.example"), ("APP.Example", "app.example"), ("app.example.", "app.example"),
        ("xn--pple-43d.example", "xn--pple-43d.example"), ("127.0.0.1", "127.0.0.1"), ("[::1]", "[::1]"),
        ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[::FFFF:127.0.0.1]", "[::ffff:7f00:1]"), ("localhost.", "localhost"),
        ("a_b.example", "a_b.example"),
    ])
    func aHostHasOneForm(written: String, expected: String) throws {
        #expect(try #require(SiteHost(written)).text == ExactText(expected))
    }

    /// Foundation's tables decide about names beyond ASCII; what they don't know is no host.
    @Test(arguments: [
        "b\u{FC}cher.example", "B\u{DC}CHER.example", "bu\u{308}cher.example", "xn--bcher-kva.example",
        "b\u{FC}cher\u{3002}example",
    ])
    func namesBeyondASCIIArePunycode(written: String) {
        guard let host = SiteHost(written) else { return }
        #expect(host.text == "xn--bcher-kva.example")
    }

    @Test(
        arguments: [
            "", ".", "..", "app.example..", ".example", "a..b", "app.example:443", "app.example/", "app.example/x",
            "user@app.example", "@app.example", "https://app.example", "app example", "app.example ", "app.example#",
            "app.example?", "app\\example", "127.1", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "127.0.0.1.",
            "127.0.0.01", "1.2.3.4.5", "256.1.1.1", "[::1", "::1", "[::1]:80", "[127.0.0.1]", "[fe80::1%eth0]", "%6c",
            "a\u{0}b", "a\nb", "null",
        ].filter { $0 != "null" })
    func whatIsNoHostIsNone(written: String) {
        #expect(SiteHost(written) == nil)
    }

    @Test(arguments: [
        "localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "127.255.0.9", "[::1]", "[::]", "0.0.0.0",
        "[::ffff:127.0.0.1]", "[::ffff:0:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]",
        "ip6-localhost", "localhost.localdomain",
    ])
    func thisComputerIsKnown(written: String) throws {
        #expect(try #require(SiteHost(written)).reach == .loopback)
    }

    @Test(arguments: [
        "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "[fe80::1]", "[fd00::1]", "[ff02::1]", "[::ffff:10.0.0.1]", "[64:ff9b::192.168.0.1]",
        "[2002:c0a8:1::]", "[64:ff9b:1::1]", "router", "nas.local", "x.internal", "a.home.arpa", "printer.lan",
    ])
    func theLocalNetworkIsKnown(written: String) throws {
        #expect(try #require(SiteHost(written)).reach == .privateNetwork)
    }

    @Test(arguments: [
        "app.example", "8.8.8.8", "172.32.0.1", "100.128.0.1", "126.255.255.255", "128.0.0.1", "[2606:4700::1]",
        "localhost.example", "notlocalhost.example", "local.example", "[2002:808:808::]",
    ])
    func theInternetIsTheRest(written: String) throws {
        #expect(try #require(SiteHost(written)).reach == .publicNetwork)
    }

    @Test func browsersTrustLessThanWhatReachesThisComputer() throws {
        for trusted in ["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "[::1]"] {
            #expect(try #require(SiteHost(trusted)).isTrustedLoopback, "\(trusted)")
        }
        for other in ["0.0.0.0", "[::]", "[::ffff:127.0.0.1]", "ip6-localhost", "localhost.example", "10.0.0.1"] {
            #expect(try !#require(SiteHost(other)).isTrustedLoopback, "\(other)")
        }
    }

    @Test func endingsCountAtDots() throws {
        let deny = try #require(SiteHost("evil.example"))
        for (host, isWithin) in [
            ("evil.example", true), ("a.evil.example.", true), ("EVIL.example.", true), ("notevil.example", false),
            ("evil.example.org", false), ("example", false),
        ] {
            #expect(try #require(SiteHost(host)).isWithin(deny) == isWithin, "\(host)")
        }
        let address = try #require(SiteHost("1.2.3.4"))
        #expect(try !#require(SiteHost("9.1.2.3.4.example")).isWithin(address))
    }

    // MARK: Owners

    private func owner(_ host: String, _ answer: String?) throws -> String {
        let parts = try #require(SiteHost(host)).parts { _ in answer }
        #expect(parts.free + parts.registered == (try #require(SiteHost(host))).text.text)
        return parts.registered
    }

    @Test func theRegisteredPartIsTheListsWord() throws {
        #expect(try owner("a.b.app.example", "app.example") == "app.example")
        #expect(try owner("app.example", "app.example") == "app.example")
        #expect(try owner("a.app.example.", "app.example.") == "app.example")
    }

    /// Whatever a list says that can't be true, the whole host is shown.
    @Test(arguments: [nil, "", "example", "other.example", "pp.example", "b.a.app.example", "app.example:80", "."])
    func anAnswerThatIsNoEndingCountsAsNone(answer: String?) throws {
        #expect(try owner("a.app.example", answer) == "a.app.example")
    }

    @Test(arguments: [
        ("foo.near.page", "near.page"), ("a.github.io", "github.io"), ("x.y.ipfs.dweb.link", "dweb.link"),
        ("shop.vercel.app", "vercel.app"), ("d1.cloudfront.net", "cloudfront.net"), ("near.page", "near.page"),
        ("127.0.0.1", "0.1"),
    ])
    func hostsOfManyOwnersAreShownWhole(host: String, answer: String) throws {
        #expect(try owner(host, answer) == host)
    }

    @Test func gatewaysServeManyAppsUnderOneHost() throws {
        for host in ["ipfs.io", "www.ipfs.io", "near.social", "ipfs.example.org", "dweb.link"] {
            #expect(try #require(SiteHost(host)).isSharedByPaths, "\(host)")
        }
        for host in ["app.example", "bafy.ipfs.dweb.link", "notipfs.io", "127.0.0.1"] {
            #expect(try !#require(SiteHost(host)).isSharedByPaths, "\(host)")
        }
        #expect(try #require(SiteHost("foo.near.page")).isSharedByNames)
        #expect(try !#require(SiteHost("foo.near.pages")).isSharedByNames)
    }
}
