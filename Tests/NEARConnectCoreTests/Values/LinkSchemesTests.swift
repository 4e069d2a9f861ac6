// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import NEARConnectCore

@Suite struct LinkSchemesTests {
    @Test(arguments: SchemeTable.links)
    func walletsSchemesAreAllowed(scheme: String) {
        #expect(LinkSchemes.allows(scheme))
        #expect(WebAddress("\(scheme.uppercased())://x")?.kind == .link)
    }

    @Test(arguments: SchemeTable.refused)
    func schemesOfTheDesktopAreNot(scheme: String) {
        #expect(!LinkSchemes.allows(scheme))
        #expect(WebAddress("\(scheme.uppercased()):///x")?.kind != .link)
    }

    /// A name that nobody has thought of is refused, unless it says itself that it is a wallet's or NEAR's.
    @Test func namesThatSayNothingAreRefused() {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789+-.")
        for _ in 0..<20_000 {
            let rest = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? "a"
            }
            let name = "q" + String(rest)
            #expect(LinkSchemes.allows(name) == (name.hasSuffix("wallet") && name.count >= 8), "\(name)")
            #expect(LinkSchemes.allows("\(name)-wallet"), "\(name)")
            #expect(!LinkSchemes.allows("near\(name)"), "\(name)")
            #expect(LinkSchemes.allows("near-\(name)"), "\(name)")
            #expect(!LinkSchemes.allows("near-connect-\(name)-wallet"), "\(name)")
        }
    }
}
