// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import TestSupport
import Testing

@testable import NEARSharedKeys

/// An account with a shared key on a devnet, and a second key whose shares have arrived.
@MainActor
struct RotationScene {
    let devnet: Devnet
    let node: NEARRPCClient
    let alice: AccountId
    let (old, new): (SharedKeyScene, SharedKeyScene)
    private let place = TestFolder("rotation")
    var folder: URL { place.url }

    var records: ShareSetRecords { ShareSetRecords(folder: folder) }

    static func start() async throws -> RotationScene {
        let devnet = try await Devnet.start()
        let scene = RotationScene(
            devnet: devnet, node: try NEARRPCClient(url: devnet.rpcURL.absoluteString),
            alice: try AccountId("alice.test.near"), old: try SharedKeyScene(), new: try SharedKeyScene())
        try await devnet.createAccount(scene.alice, balance: try .near(10), publicKey: scene.old.set.publicKey)
        let places = try SharePlaces([.login: .service("https://a"), .device: .keyring, .recovery: .words])
        for set in [scene.old, scene.new] {
            try scene.records.add(set.set, of: scene.alice, on: "devnet", in: places)
            for share in set.dealt.shares { try scene.records.prove(share) }
        }
        try scene.records.move(scene.old.set.id, to: .active)
        return scene
    }

    /// A rotation by a policy that allows it.
    func rotation(
        at url: URL? = nil, approval: ApprovalPolicy? = nil, records: ShareSetRecords? = nil
    ) async throws -> SharedKeyRotation {
        let network = NEARNetwork.custom(try CustomNetwork(id: "devnet", rpcURLs: [url ?? devnet.rpcURL]))
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: .zero)
        rule.allowsDangerousActions = true
        return SharedKeyRotation(
            from: try SharedKey(old.set, by: try await old.device(), with: .coSigner(try old.coSigner())),
            to: try SharedKey(new.set, by: try await new.device(), with: .share(try new.words())), of: alice,
            asker: .program(origin: "https://app.example"),
            nodes: KeystoreNodes(NetworkNodes(network, clock: ContinuousClock()), known: [], clock: ContinuousClock()),
            records: records ?? self.records, approval: approval ?? .allow(rule), approver: nil,
            journal: JournalFile(folder: folder), logger: Logger(label: "test"))
    }

    func keys() async throws -> Set<PublicKeyHandle> {
        Set(try await node.viewAccessKeyList(of: alice, at: .final).value.keys.map(\.publicKey))
    }

    func states() throws -> [ShareSetState] {
        [try records.record(of: old.set.id).state, try records.record(of: new.set.id).state]
    }

    /// True if the account opens: one of the keys is on the chain, and two of its shares sign.
    func opens() async throws -> Bool {
        let keys = try await keys()
        for scene in [old, new] where keys.contains(scene.set.publicKey.handle) {
            let key = try SharedKey(scene.set, by: try await scene.device(), with: .share(try scene.words()))
            let subject = try SharedKeyScene.transfer(of: key.publicKey)
            if key.publicKey.verify(try await key.sign(subject) { _ in }, hash: subject.hash) { return true }
        }
        return false
    }

    func stop() async { await devnet.stop() }
}
