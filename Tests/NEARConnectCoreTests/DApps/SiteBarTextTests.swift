// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// The words of the bar above a page.
struct SiteBarTextTests {
    private static func text(_ address: String?, isProtected: Bool = true, isLoading: Bool = false) -> SiteBarText {
        SiteBarText(address: address, isProtected: isProtected, isLoading: isLoading) { host in
            // As the system's list answers for these.
            let parts = host.split(separator: ".")
            return parts.count > 1 && host.hasSuffix(".example") ? parts.suffix(2).joined(separator: ".") : nil
        }
    }

    @Test(arguments: [
        ("https://app.example/x", "", "app.example", ""),
        ("https://a.b.app.example:8443/", "a.b.", "app.example", ":8443"),
        ("https://bank.example.evil.example/", "bank.example.", "evil.example", ""),
        ("https://b\u{FC}cher.example/", "", "xn--bcher-kva.example", ""), ("https://10.0.0.1/", "", "10.0.0.1", ""),
        ("https://mine.near.page/", "", "mine.near.page", ""),
        ("http://localhost:3000/", "http://", "localhost", ":3000"),
        ("http://app.example/", "http://", "app.example", ""), ("https://app.near/", "", "app.near", ""),
    ])
    func theOwnersPartStandsApart(_ address: String, beginning: String, owner: String, end: String) {
        let text = Self.text(address)
        #expect([text.beginning, text.owner, text.end] == [beginning, owner, end])
        #expect(text.name == beginning + owner + end)
    }

    @Test func theWayOfAPageIsSaid() {
        #expect(Self.text("https://app.example/").protection == .secure)
        #expect(Self.text("https://app.example/").warning == nil)
        #expect(Self.text("https://app.example/", isProtected: false).protection == .insecure)
        #expect(Self.text("http://localhost/", isProtected: false).protection == .local)
        #expect(Self.text("http://127.0.0.1:1/", isProtected: false).protection == .local)
        for address in ["http://app.example/", "http://192.168.1.4/", "http://localhost.evil.example/"] {
            let text = Self.text(address, isProtected: false)
            #expect(text.protection == .insecure && text.warning == "Not secure")
            #expect(text.permission(nil) == "No wallet here")
        }
        for address in ["about:blank", "data:text/html,x", "file:///x"] {
            #expect(Self.text(address).protection == .none && Self.text(address).origin == nil, "\(address)")
        }
        let dotted = Self.text("http://localhost.:8080/", isProtected: false)
        #expect(dotted.origin == nil && dotted.protection == .insecure && dotted.permission(nil) == "No wallet here")
        #expect(Self.text(nil, isLoading: true).owner == "Opening…")
    }

    @Test func hostsOfManyOwnersSaySo() {
        #expect(Self.text("https://ipfs.io/ipfs/x").sharing != nil)
        #expect(Self.text("https://mine.near.page/").sharing != nil)
        #expect(Self.text("https://app.example/").sharing == nil)
    }

    @Test func aPermissionIsSaidInAFewWords() throws {
        func grant(_ accounts: [String]) throws -> SiteGrant {
            SiteGrant(
                accounts: try accounts.map { .init(accountId: try AccountId($0), publicKey: nil) }, since: .now,
                lastUsed: .now)
        }
        let text = Self.text("https://app.example/")
        #expect(text.permission(nil) == "Sees no account")
        #expect(text.permission(try grant(["alice.near"])) == "Sees alice.near")
        #expect(text.permission(try grant(["alice.near", "bob.near", "c.near"])) == "Sees alice.near and 2 more")
    }

    @Test func permissionsInMemoryLeaveNoFile() throws {
        let permissions = SitePermissions()
        let origin = try #require(SiteOrigin("https://app.example"))
        try permissions.grant(
            [.init(accountId: try AccountId("alice.near"), publicKey: nil)], to: origin, on: "mainnet", chain: nil)
        try permissions.setPersona(.hot, of: origin)
        #expect(permissions.file == nil)
        #expect(try permissions.site(origin)?.persona == .hot)
        #expect(try permissions.grant(of: origin, on: "mainnet", chain: nil)?.accounts.count == 1)
        try permissions.revoke(origin)
        #expect(try permissions.grant(of: origin, on: "mainnet", chain: nil) == nil)
        try permissions.forget(origin)
        #expect(try permissions.sites() == [])
    }
}
