// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Keys and limits that are written of a site besides its accounts.
@Suite struct SiteKeysTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("site-keys-\(UUID().uuidString)")

    private func granted(_ network: ExactText) throws -> (SitePermissions, SiteOrigin) {
        let permissions = SitePermissions(folder: folder)
        let app = try #require(SiteOrigin("https://app.example"))
        let account = SiteGrant.Account(accountId: try AccountId("a.near"), publicKey: nil)
        try permissions.grant([account], to: app, on: network, chain: nil)
        return (permissions, app)
    }

    private func key() throws -> SiteGrant.Key {
        SiteGrant.Key(accountId: try AccountId("a.near"), publicKey: try SecretKey.generate().publicKey)
    }

    @Test func keysAreKeptInOrderAndTheOldestGoFirst() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (permissions, app) = try granted("testnet")
        let keys = try (0..<70).map { _ in try key() }
        for key in keys { try permissions.add([key, key], of: app, on: "testnet") }
        func stored() throws -> [SiteGrant.Key]? {
            try SitePermissions(folder: folder).site(app)?.grants["testnet"]?.keys
        }
        #expect(try stored() == Array(keys.suffix(64)))
        try permissions.add([keys[10]], of: app, on: "testnet")
        #expect(try stored()?.last == keys[10])
        try permissions.remove(keys.suffix(60), of: app, on: "testnet")
        #expect(try stored() == Array(keys[6..<10]))
        // Other accounts keep the keys, another network has none, and nothing comes back with a new permission.
        let other = SiteGrant.Account(accountId: try AccountId("b.near"), publicKey: nil)
        try permissions.grant([other], to: app, on: "testnet", chain: nil)
        #expect(try stored()?.count == 4)
        try permissions.revoke(app)
        try permissions.add([keys[0]], of: app, on: "testnet")
        #expect(try stored() == nil)
    }

    @Test func oneTransactionAnAccountDeletesItsKeys() throws {
        let (first, second) = (try key(), try key())
        let other = SiteGrant.Key(accountId: try AccountId("b.near"), publicKey: first.publicKey)
        let requests = SiteKeys.deletions(of: [first, other, second])
        #expect(requests.map(\.receiverId.text) == ["a.near", "b.near"])
        #expect(requests.map { $0.actions.count } == [2, 1])
    }

    @Test func limitsInWordsAreRulesAndBack() throws {
        let app = try #require(SiteOrigin("https://app.example"))
        let daily = SiteLimits.Daily(
            amount: try NEARToken("1.5 NEAR"), contract: try AccountId("shop.near"), methods: ["buy", "sell"])
        for (network, chain) in [("testnet", ChainIdentity.testnet), ("mainnet", .mainnet), ("mine", .mainnet)] {
            #expect(try SiteLimits(daily, on: ExactText(network), chain: chain, for: app).daily == daily, "\(network)")
        }
        var all = daily
        all.methods = []
        #expect(try SiteLimits(all, on: "testnet", chain: .testnet, for: app).daily == all)
        // Mainnet under another name is mainnet.
        #expect(throws: PolicyError.self) { try SiteLimits(all, on: "mine", chain: .mainnet, for: app) }
    }
}
