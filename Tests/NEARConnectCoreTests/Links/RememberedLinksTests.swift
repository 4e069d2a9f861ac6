// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARConnectCore

@Suite final class RememberedLinksTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("remembered-\(UUID().uuidString)")
    private var file: URL { root.appendingPathComponent("data/links.json") }
    private let links: RememberedLinks

    init() {
        links = RememberedLinks(folders: ProfileFolders(root: root))
    }

    deinit {
        do {
            if FileManager.default.fileExists(atPath: root.path) { try FileManager.default.removeItem(at: root) }
        } catch {
            Issue.record("\(error)")
        }
    }

    private func entry(_ wallet: String, _ scheme: String) -> RememberedLinks.Entry {
        RememberedLinks.Entry(
            walletId: wallet, walletName: wallet.uppercased(), scheme: scheme,
            since: Date(timeIntervalSince1970: 1_000_000))
    }

    @Test func anAnswerCountsForItsWalletAndItsSchemeOnly() throws {
        #expect(try links.entries().isEmpty)
        try links.remember(entry("hot", "hotwallet"))
        #expect(links.allows(walletId: "hot", scheme: "hotwallet"))
        #expect(!links.allows(walletId: "hot", scheme: "tg"))
        #expect(!links.allows(walletId: "meteor", scheme: "hotwallet"))
        // Another process reads the same.
        #expect(RememberedLinks(folders: ProfileFolders(root: root)).allows(walletId: "hot", scheme: "hotwallet"))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func anAnswerIsKeptOnce() throws {
        try links.remember(entry("hot", "hotwallet"))
        try links.remember(entry("hot", "hotwallet"))
        #expect(try links.entries() == [entry("hot", "hotwallet")])
    }

    @Test func answersAreForgottenByWalletBySchemeOrAll() throws {
        for (wallet, scheme) in [("hot", "hotwallet"), ("hot", "tg"), ("meteor", "tg"), ("near", "near-mobile")] {
            try links.remember(entry(wallet, scheme))
        }
        #expect(try links.forget(walletId: "hot", scheme: "tg") == [entry("hot", "tg")])
        #expect(try links.forget(scheme: "tg") == [entry("meteor", "tg")])
        #expect(try links.forget(walletId: "nobody").isEmpty)
        #expect(try links.forget().map(\.walletId) == ["hot", "near"])
        #expect(try links.entries().isEmpty)
    }

    @Test func aFileThatCannotBeUnderstoodAllowsNothingAndIsKept() throws {
        try links.remember(entry("hot", "hotwallet"))
        try Data("{ not json".utf8).write(to: file)
        #expect(!links.allows(walletId: "hot", scheme: "hotwallet"))
        #expect(throws: NEARError.self) { try self.links.entries() }
        try links.remember(entry("meteor", "meteor"))
        #expect(try links.entries().map(\.walletId) == ["meteor"])
        let kept = try String(contentsOf: file.appendingPathExtension("unreadable"), encoding: .utf8)
        #expect(kept == "{ not json")
    }

    @Test func aWalletsPlacesAreSafeAddressesInAUsefulOrder() {
        let wallet = LinkWallet(
            id: "w", name: "W", allowsOpen: [],
            platform: [
                "ios": "https://apps.example/w", "android": "https://play.example/w", "evil": "javascript:alert(1)",
                "plain": "http://w.example", "linux": "https://w.example/linux", "broken": "https://w.example/\u{7f}",
            ],
            website: "https://w.example")
        #expect(wallet.installLinks.map(\.platform) == ["linux", "website", "android", "ios"])
        let listed = LinkWallet(
            id: "w", name: "W", allowsOpen: [], platform: ["0": "https://w.example/a", "1": "file:///etc"])
        #expect(listed.installLinks.map(\.link.uri) == ["https://w.example/a"])
        #expect(listed.installLinks.map(\.platform) == ["web"])
    }

    @Test(arguments: [
        // The same site, in whatever spelling and under whatever name, is one place.
        (["web": "https://w.example/"], "https://w.example", ["web https://w.example/"]),
        (["web": "https://W.EXAMPLE/app"], "https://w.example", ["web https://W.EXAMPLE/app"]),
        (["Web": "https://w.example:443/"], "https://w.example", ["Web https://w.example:443/"]),
        (["0": "https://w.example/x", "1": "https://w.example/y"], "https://w.example/z", ["web https://w.example/x"]),
        (["chrome": "https://w.example/"], "https://w.example", ["website https://w.example"]),
        // Another site has a name of its own.
        (
            ["web": "https://app.example"], "https://w.example",
            ["web https://app.example", "w.example https://w.example"]
        ),
        (
            ["linux": "https://w.example/deb", "desktop": "https://w.example/all"], "https://w.example",
            ["linux https://w.example/deb", "w.example https://w.example/all"]
        ),
    ])
    func aWebsiteIsNamedOnce(platform: [ExactText: String], website: String, places: [String]) {
        let wallet = LinkWallet(id: "w", name: "W", allowsOpen: [], platform: platform, website: website)
        #expect(wallet.installLinks.map { "\($0.platform) \($0.link.uri)" } == places)
    }
}
