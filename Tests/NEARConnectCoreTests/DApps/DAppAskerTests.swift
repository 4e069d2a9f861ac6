// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// The document that asks, and the places where it may.
@Suite struct DAppAskerTests {
    private static let app = "https://app.example"
    private static let shop = "https://shop.example"
    private static let ad = "https://ad.example"

    private func asker(_ origin: String, in ancestors: [String] = []) throws -> DAppAsker {
        try DAppAsker(
            origin: origin, ancestors: ancestors, view: try #require(DAppAsker.Token("view-0123456789abcd")),
            document: try #require(DAppAsker.Token("document-0123456789")))
    }

    @Test(arguments: [
        "null", "", "http://app.example", "file://", "https://app.example/", "http://0.0.0.0:3000",
        "http://localhost.:1",
        "http://192.168.0.1", "blob:https://app.example/1", "https://app.example, https://shop.example",
    ])
    func aPageWithoutASecureOriginHasNoWalletNorHaveFramesInIt(origin: String) {
        #expect(DAppText.code { _ = try asker(origin) } == .unauthorized)
        #expect(DAppText.code { _ = try asker(Self.app, in: [origin]) } == .unauthorized)
        #expect(DAppText.code { _ = try asker(Self.app, in: [Self.app, origin, Self.app]) } == .unauthorized)
    }

    @Test(arguments: [
        "", "short", "0123456789abcde", "0123456789abcdef ", "0123456789abcd\u{E9}", "a/b/c/d/e/f/g/h/i/j",
    ])
    func tokensAreRandomTexts(text: String) {
        #expect(DAppAsker.Token(text) == nil)
        #expect(DAppAsker.Token(String(repeating: "a", count: 65)) == nil)
        #expect(DAppAsker.Token(String(repeating: "a", count: 64)) != nil)
    }

    @Test func theCommittedAddressDecides() throws {
        let top = try asker(Self.app)
        for address in [
            "https://app.example/", "https://app.example/x?y#z", "https://app.example.", "https://APP.example:443/",
        ] {
            try top.requireCommitted(address)
        }
        for address in [
            "https://shop.example/", "http://app.example/", "https://app.example:444/", "about:blank", "", "null",
            "data:text/html,x", "https://app.example@evil.example/", "https://app.example.evil.example/",
            "view-source:https://app.example/", "javascript:https://app.example/",
        ] {
            #expect(DAppText.code { try top.requireCommitted(address) } == .unauthorized, "\(address)")
        }
        // For a frame it is the outermost document's address.
        let frame = try asker(Self.app, in: [Self.app, Self.shop])
        try frame.requireCommitted("https://shop.example/cart")
        #expect(DAppText.code { try frame.requireCommitted("https://app.example/") } == .unauthorized)
    }

    @Test func framesOfAnotherOriginAskOnlyWhereTheUserLetsThem() throws {
        let shop = try #require(SiteOrigin(Self.shop))
        func code(_ ancestors: [String], _ allowed: Set<SiteOrigin>) throws -> DAppError.Code? {
            let frame = try asker(Self.app, in: ancestors)
            return DAppText.code { try frame.requirePlace(allowedInside: allowed) }
        }
        #expect(try code([], []) == nil)
        #expect(try code([Self.app], []) == nil)
        #expect(try code([Self.app, Self.app], []) == nil)
        #expect(try code([Self.shop], []) == .unauthorized)
        #expect(try code([Self.shop], [shop]) == nil)
        #expect(try code([Self.shop], [try #require(SiteOrigin(Self.ad))]) == .unauthorized)
        #expect(try code([Self.app, Self.shop], [shop]) == nil)
        #expect(try code([Self.shop, Self.shop], [shop]) == nil)
        // Another origin in between, and the site's own page with a foreign one in between.
        #expect(try code([Self.ad, Self.shop], [shop]) == .unauthorized)
        #expect(try code([Self.shop, Self.ad, Self.shop], [shop]) == .unauthorized)
        #expect(try code([Self.shop, Self.app], [shop]) == .unauthorized)
        #expect(try code([Self.shop, Self.app], [shop, try #require(SiteOrigin(Self.app))]) == .unauthorized)
        #expect(try code(["https://shop.example:444"], [shop]) == .unauthorized)
    }

    @Test func policiesSeeFramesOfOthersAsOthers() throws {
        #expect(try asker(Self.app).frame == DAppFrame(origin: Self.app))
        #expect(try asker(Self.app, in: [Self.app]).frame == DAppFrame(origin: Self.app))
        #expect(try asker(Self.app, in: [Self.shop]).frame == DAppFrame(origin: Self.app, ancestors: [Self.shop]))
        #expect(try asker("https://app.example.").frame == DAppFrame(origin: Self.app))
        #expect(DAppText.code { _ = try asker(Self.app, in: Array(repeating: Self.app, count: 17)) } == .unauthorized)
    }
}
