// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Differences of wallets: all of them are named, in no more lines than a user can read.
@Suite(.ownThread) struct WalletDifferenceTests {
    private let code = WalletLock.Executor(
        url: "https://x.example/x.js", sha256: String(repeating: "0", count: 64), size: 1)

    private func difference(_ old: JSONValue, _ new: JSONValue) throws -> WalletDifference {
        WalletDifference(
            from: try WalletManifest(ManifestEntry.make(["permissions": old]), from: .remote, place: ""), code,
            to: try WalletManifest(ManifestEntry.make(["permissions": new]), from: .remote, place: ""), code)
    }

    @Test func aPermissionThatIsNotKnownHereIsSaidAsOneThatIsAdded() throws {
        let difference = try difference(["storage": true], ["storage": true, "serial": true])
        #expect(difference.items.map(\.kind) == [.permissionAdded])
        #expect(difference.items[0].text == "may now: “serial”, which this program doesn’t know")
        #expect(difference.addsPermissions)
        #expect(try self.difference(["serial": false], ["serial": ["all"]]).addsPermissions)
        #expect(try self.difference(["serial": ["one"]], ["serial": ["one", "two"]]).addsPermissions)
    }

    @Test func aPermissionThatIsNotKnownHereIsSaidWhenItIsGone() throws {
        let difference = try difference(["serial": true], [:])
        #expect(difference.items.map(\.kind) == [.permissionRemoved])
        #expect(!difference.addsPermissions)
    }

    @Test func noChangeIsWithoutALine() throws {
        let difference = try difference(
            ["allowsOpen": ["https://a.example", "https://b.example"]],
            ["allowsOpen": ["https://b.example", "https://a.example"]])
        #expect(difference.items.map(\.kind) == [.field])
        #expect(try self.difference([:], ["serial": false]).items.map(\.kind) == [.field])
        #expect(try self.difference(["storage": true], ["storage": true]).items.isEmpty)
    }

    @Test func nobodyIsShownAHundredThousandLines() throws {
        let many = (0..<100_000).map { "field\($0)" as ExactText }
        var changes: [ExactText: JSONValue?] = [:]
        for name in many { changes[name] = true }
        var permissions: JSONValue.Members = [:]
        for name in many { permissions[name] = true }
        let difference = WalletDifference(
            from: try WalletManifest(ManifestEntry.make(), from: .remote, place: ""), code,
            to: try WalletManifest(
                ManifestEntry.make(changes.merging(["permissions": .object(permissions)]) { $1 }), from: .remote,
                place: ""), code)
        #expect(difference.items.count < 100)
        #expect(difference.items.filter { $0.kind == .field }.last?.text == "and 99980 more changed")
        #expect(difference.items.filter { $0.kind == .permissionAdded }.last?.text == "and 99980 more may be used now")
        #expect(difference.addsPermissions)
    }

    @Test func aLongAddressIsCutAfterItsHost() throws {
        let long = "https://evil.example/" + String(repeating: "x", count: 2000)
        let item = try #require(try difference([:], ["allowsOpen": .array([.string(long)])]).items.first)
        #expect(item.text.hasPrefix("may now open https://evil.example/xxx"))
        #expect(item.text.count == 301)
    }
}
