// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import WebKitGTK

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The windows' texts and decisions, without a display.
@Suite struct WindowTextTests {
    @Test(
        arguments: [
            ("https://wallet.example/sign?x=1", true, "wallet.example", true),
            ("https://wallet.example:8443/", true, "wallet.example:8443", true),
            ("https://wallet.example/", false, "wallet.example", false),
            ("http://wallet.example/", true, "http://wallet.example", false),
            ("https://xn--80ak6aa92e.com/", true, "xn--80ak6aa92e.com", true),
            ("https://user:pass@wallet.example/", true, "wallet.example", true),
        ])
    func aPopupNamesTheOrigin(uri: String, isTLS: Bool, name: String, isSecure: Bool) {
        let site = PopupSite(uri: uri, isLoading: false, isSecure: isTLS)
        #expect(site.name == name)
        #expect(site.isSecure == isSecure)
        #expect(site.isInsecure == !isSecure)
    }

    @Test func aPopupWithoutAnAddressHasNoOwner() {
        #expect(PopupSite(uri: nil, isLoading: true, isSecure: false).name == "Opening…")
        #expect(PopupSite(uri: "about:blank", isLoading: false, isSecure: true).isWebPage == false)
    }

    @Test(
        arguments: [
            (WindowFeatures(), 440, 700),
            (WindowFeatures(width: 500, height: 600), 500, 600),
            (WindowFeatures(width: 1, height: 1), 320, 320),
            (WindowFeatures(width: 99_999, height: 99_999_999_999), 1280, 700),
            (WindowFeatures(width: 9999, height: 9999), 1280, 960),
        ])
    func aPopupFitsTheScreen(features: WindowFeatures, width: Int32, height: Int32) {
        let screen = PopupGeometry.Size(width: 1280, height: 960)
        #expect(
            PopupGeometry.size(of: features, within: screen) == PopupGeometry.Size(width: width, height: height))
    }

    @Test func thePageGetsItsSizeAndItsBarsFitTheScreenToo() {
        let screen = PopupGeometry.Size(width: 1280, height: 960)
        let bars = PopupGeometry.Bars(title: 46, inside: 54, frame: 12)
        let small = PopupGeometry.size(of: WindowFeatures(width: 500, height: 600), within: screen, bars: bars)
        #expect(small == PopupGeometry.Size(width: 500, height: 654))
        let large = PopupGeometry.size(of: WindowFeatures(width: 9999, height: 9999), within: screen, bars: bars)
        #expect(large.width + bars.frame == screen.width)
        #expect(large.height + bars.title + bars.frame == screen.height)
    }

    @Test func ofALongOriginTheEndIsShownSinceItSaysWhoseItIs() {
        let host = "accounts.meteorwallet.app." + String(repeating: "a", count: 60) + ".evil.example"
        let site = PopupSite(uri: "https://\(host)/", isLoading: false, isSecure: true)
        #expect(site.name == host)
        #expect(site.shortName.hasPrefix("…a"))
        #expect(site.shortName.hasSuffix("a.evil.example"))
        #expect(PopupSite(uri: "https://a.example/", isLoading: false, isSecure: true).shortName == "a.example")
    }

    @Test(
        arguments: [
            "https://\u{430}\u{440}\u{440}\u{4CF}\u{435}.com/", "https://meteorw\u{430}llet.app/",
            "https://wallet\u{2024}example/", "https://\u{202E}elpmaxe.tellaw/",
        ])
    func noNameIsShownInLettersThatLookLikeOthers(uri: String) {
        let name = PopupSite(uri: uri, isLoading: false, isSecure: true).name
        #expect(name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(name)")
    }

    @Test(arguments: ["data:text/html,x", "blob:https://wallet.example/1", "about:srcdoc", "near-connect://bridge/x"])
    func whatIsNoPageOfTheWebHasNoNameOfTheWeb(uri: String) {
        let site = PopupSite(uri: uri, isLoading: false, isSecure: true)
        #expect(site.name == "Page without an address")
        #expect(!site.isSecure)
        #expect(!site.isWebPage)
    }

    @Test(arguments: LoadFailure.CertificateFault.allCases)
    func aBadCertificateIsSaidInWords(fault: LoadFailure.CertificateFault) {
        let text = PopupNotice.text(
            of: LoadFailure(uri: "https://wallet.example/secret?x=1", reason: .certificate([fault])))
        #expect(text.hasPrefix("wallet.example has not shown that it is what it says. "))
        #expect(text.contains(" certificate"), "\(text)")
        #expect(!text.contains("secret"))
    }
}
