// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

/// `sites delete-keys` against a devnet: a site's function-call keys leave the account, and no other key does.
final class SiteKeysVerbTests: MainLoopTestCase {
    private static let site = "https://app.example"

    /// A site that has added a key to alice, and a key of bob's that stays on him.
    @MainActor
    private struct Place {
        let scene: SigningScene
        let site: SiteOrigin
        let added: PublicKey
        let foreign: PublicKey

        var permissions: SitePermissions {
            SitePermissions(folder: scene.root.appendingPathComponent("data/near-connect/default"))
        }

        init(_ scene: SigningScene) throws {
            self.scene = scene
            site = try XCTUnwrap(SiteOrigin(SiteKeysVerbTests.site))
            (added, foreign) = (try SecretKey.generate().publicKey, try SecretKey.generate().publicKey)
            let dangerous = try scene.policy(deposit: "0", ["dangerousActions": true])
            let add = ["keys", "add", "\(added)", "--receiver", "bob.test.near", "--methods", "add_message"]
            let run = try scene.run(add + ["--signer", "alice.test.near"] + dangerous)
            XCTAssertEqual(run.status, 0, run.errors)
            let accounts = [scene.alice, scene.bob].map { SiteGrant.Account(accountId: $0.id, publicKey: nil) }
            try permissions.grant(accounts, to: site, on: "devnet", chain: nil)
            // The file claims alice's own key for the site, too: it can be told from a key for one contract.
            try permissions.add(
                [
                    SiteGrant.Key(accountId: scene.alice.id, publicKey: added),
                    SiteGrant.Key(accountId: scene.alice.id, publicKey: scene.alice.publicKey),
                    SiteGrant.Key(accountId: scene.bob.id, publicKey: foreign),
                ], of: site, on: "devnet")
        }

        func keys() throws -> [PublicKey]? {
            try permissions.site(site)?.grants["devnet"]?.keys.map(\.publicKey)
        }

        func keysOnChain() async throws -> Set<String> {
            let list = try await scene.client.viewAccessKeyList(of: scene.alice.id).value
            return Set(list.keys.map { "\($0.publicKey)" })
        }
    }

    private static let delete = ["sites", "delete-keys", site, "--signer", "alice.test.near"]

    func testKeysOfTheSiteLeaveTheChainAndNoOtherDoes() throws {
        try withScene { scene in
            let place = try Place(scene)
            // A policy that doesn't say so deletes nothing, and what stays on the account stays in the list.
            let refused = try scene.json(Self.delete + (try scene.policy(deposit: "0")), status: 11)
            XCTAssertEqual(refused["code"], "refused-by-policy")
            let before = try await place.keysOnChain()
            XCTAssertEqual(before, ["\(place.added)", "\(scene.alice.publicKey)"])
            // A node's word alone takes nothing out of the file.
            XCTAssertEqual(try place.keys(), [place.added, scene.alice.publicKey, place.foreign])

            let policy = try scene.policy(deposit: "0", ["dangerousActions": true])
            let deleted = try scene.json(Self.delete + policy)
            XCTAssertEqual(deleted["state"], "succeeded")
            let after = try await place.keysOnChain()
            XCTAssertEqual(after, ["\(scene.alice.publicKey)"])
            XCTAssertEqual(try place.keys(), [scene.alice.publicKey, place.foreign])
            XCTAssertNotNil(try place.permissions.site(place.site)?.grants["devnet"])
            let entry = try XCTUnwrap(try scene.history().first)
            XCTAssertTrue(entry.text.contains("command:sites delete-keys"), entry.text)
            // There is nothing left of alice's.
            let again = try scene.json(Self.delete + policy, status: 5)
            XCTAssertEqual(again["code"], "no-keys")
        }
    }

    func testTheSiteIsRevokedOnceItsKeysAreGone() throws {
        try withScene { scene in
            let place = try Place(scene)
            let refused = try scene.run(Self.delete + ["--revoke"] + (try scene.policy(deposit: "0")))
            XCTAssertEqual(refused.status, 11, refused.errors)
            XCTAssertNotNil(try place.permissions.site(place.site)?.grants["devnet"])
            let policy = try scene.policy(deposit: "0", ["dangerousActions": true])
            let run = try scene.run(Self.delete + ["--revoke"] + policy)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertNil(try place.permissions.site(place.site))
            XCTAssertTrue(run.errors.contains("the key \(place.foreign) stays on bob.test.near"), run.errors)
            let after = try await place.keysOnChain()
            XCTAssertEqual(after, ["\(scene.alice.publicKey)"])
        }
    }
}
