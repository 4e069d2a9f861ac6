// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import WalletConnectSign

@testable import NEARConnectPeers

/// A program's client and a scripted phone wallet, connected in all ways that a script knows.
struct PhoneWalletConnectTests {
    @Test(
        arguments: [
            [], [.approveByRelay], [.fetch], [.settleFirst], [.noChains], [.noIcons], [.twice], [.settleFirst, .twice],
            [.approveByRelay, .fetch, .noChains, .noIcons], [.delay(milliseconds: 1)],
            [.grant(PhoneWalletGrant(accounts: ["near:devnet:bob.test.near"]))],
        ] as [[PhoneWalletStep]])
    func aSessionComesAbout(_ steps: [PhoneWalletStep]) async throws {
        let scene = try await PhoneScene.start(PhoneWalletScript(["connect": steps]), byRelay: steps.count % 2 == 1)
        let session = try await scene.connected()
        #expect(session.peer.name == "Scripted phone wallet")
        #expect(session.peer.icons.isEmpty == steps.contains(.noIcons))
        #expect(session.namespaces.accounts.allSatisfy { $0.chain == PhoneScene.chain })
        await scene.report { $0 == .settled(session.topic) }
        let accounts = try await scene.request("near_getAccounts", in: session)
        #expect(accounts[0]?["publicKey"]?.stringValue?.hasPrefix("ed25519:") == true)
        await scene.client.disconnect(session.topic)
        await scene.report { $0 == .ended(session.topic, code: 6_000) }
        #expect(await scene.wallet.topics.isEmpty)
        await scene.stop()
    }

    @Test func aRefusalAndPartialGrantsAreTold() async throws {
        let testnet = try #require(PhoneScene.chain)
        let cases: [([PhoneWalletStep], SignError)] = [
            (
                [.reject(code: 5_000, message: "not today")],
                .proposalRejected(WalletWords(code: 5_000, message: "not today"))
            ),
            (
                [.grant(PhoneWalletGrant(methods: PhoneScene.methods.filter { $0 != "near_signMessage" }))],
                .grantMissing([.method("near_signMessage", testnet)])
            ),
            (
                [.grant(PhoneWalletGrant(events: []))], .grantMissing([.event("accountsChanged", testnet)])
            ),
            (
                [.grant(PhoneWalletGrant(chains: ["near:mainnet"]))], .grantMissing([.chain(testnet)])
            ),
            ([.grant(PhoneWalletGrant(accounts: []))], .settlementInvalid(.namespaces(.noAccounts("near")))),
            ([.otherController], .settlementInvalid(.otherController)),
            ([.expiry(seconds: -10)], .settlementInvalid(.expiry)),
            ([.expiry(seconds: 31_536_000)], .settlementInvalid(.expiry)),
        ]
        for (steps, error) in cases {
            let scene = try await PhoneScene.start(PhoneWalletScript(["connect": steps]))
            await #expect(throws: error) { _ = try await scene.connected() }
            #expect(await scene.client.sessions.isEmpty)
            await scene.stop()
        }
    }

    @Test func aWalletThatSleepsIsAnsweredWhenItWakesUp() async throws {
        let scene = try await PhoneScene.start()
        let session = try await scene.connected()
        await scene.wallet.leaveRelay()
        async let accounts = scene.request("near_getAccounts", in: session)
        _ = await scene.relay.call { $0.tag == 1_108 }
        #expect(await scene.relay.waitingTags(session.topic).contains(1_108))
        await scene.wallet.wake()
        #expect(try await accounts[1]?["accountId"] == "bob.test.near")
        await scene.stop()
    }

    @Test func aWalletUpdatesExtendsSendsEventsPingsAndEnds() async throws {
        let scene = try await PhoneScene.start()
        let session = try await scene.connected()
        var events = await scene.client.events().makeAsyncIterator()
        await scene.report { $0 == .settled(session.topic) }
        let topic = session.topic
        let updated = try await scene.wallet.update(
            topic, PhoneWalletGrant(accounts: ["near:devnet:bob.test.near"]))
        #expect(updated?.result == true)
        #expect(try await scene.wallet.ping(topic)?.result == true)
        let emitted = try await scene.wallet.emit(
            "accountsChanged", data: ["bob.test.near"], chain: "near:devnet", on: topic)
        #expect(emitted?.result == true)
        let strange = try await scene.wallet.emit("strange", data: [], chain: "near:devnet", on: topic)
        #expect(strange?.failure?.code == 3_002)
        #expect(try await scene.wallet.extend(topic, seconds: 604_700)?.failure?.code == 1_004)
        let bad = try await scene.wallet.update(topic, PhoneWalletGrant(accounts: []))
        #expect(bad?.failure?.code == 1_003)
        try await scene.client.ping(topic)
        await scene.wallet.end(topic, code: 6_000, message: "bye")
        var kinds: [String] = []
        while let event = await events.next() {
            switch event {
            case .updated(let session): kinds.append("updated \(session.namespaces.accounts.map(\.address))")
            case .event(_, _, let name, let data): kinds.append("event \(name) \(data)")
            case .ended(_, .byWallet(let words)): kinds.append("ended \(words.message)")
            default: break
            }
            if kinds.last?.hasPrefix("ended") == true { break }
        }
        #expect(
            kinds == [#"updated ["bob.test.near"]"#, #"event accountsChanged ["bob.test.near"]"#, "ended bye"])
        await scene.stop()
    }

    @Test func faultsOfTheRelayAreSurvivedByBothSides() async throws {
        let scene = try await PhoneScene.start(
            rules: try RelayRule.script([
                ["on": "delivery", "do": "duplicate", "times": 0, "skip": 1],
                ["on": "irn_publish", "do": "close", "code": 4010, "tag": 1102],
                ["on": "irn_publish", "do": "cut", "tag": 1109],
                ["on": "irn_publish", "do": "duplicate", "times": 0],
            ]))
        let session = try await scene.connected()
        #expect(try await scene.request("near_getAccounts", in: session).arrayValue?.count == 2)
        #expect(await scene.client.sessions.count == 1)
        #expect(await scene.wallet.topics == [session.topic])
        await scene.stop()
    }

    /// A session takes its pairing along, of which a wallet has no more than of sessions.
    @Test func sessionsInARowLeaveNoPairing() async throws {
        let scene = try await PhoneScene.start()
        for _ in 0...ScriptedWalletConnectWallet.limit {
            let session = try await scene.connected()
            await scene.client.disconnect(session.topic)
            await scene.report { $0 == .ended(session.topic, code: 6_000) }
        }
        #expect(await scene.wallet.pairings.isEmpty)
        await scene.stop()
    }

    @Test func aLinkThatIsNoneIsRefused() async throws {
        let scene = try await PhoneScene.start()
        await #expect(throws: PairingURIError.notALink) { try await scene.wallet.pair("https://wallet.example") }
        await scene.stop()
    }
}
