// SPDX-License-Identifier: MIT

import FoundationEssentials
import GuardedMemory
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Further computers of one user, each with a share of its own.
@Suite struct FurtherComputerTests {
    private struct Made {
        let scene: EmbeddedScene
        let wallet: EmbeddedWallet
        let words: HandedShare
        var alice: AccountId { wallet.account }

        static func make(_ mode: LoginShareMode) async throws -> Made {
            let scene = try await EmbeddedScene.start(mode)
            let wallet = try await EmbeddedWallet.create(
                .named(try AccountId("alice.test.near"), scene.creator), plan: try scene.plan(),
                in: try scene.profile(), asking: scene.presenter)
            return Made(scene: scene, wallet: wallet, words: HandedShare(try #require(scene.presenter.words)))
        }

        /// Has another computer ask, and answers it.
        func answered(_ joining: JoiningComputer, with shares: [HandedShare]? = nil) async throws -> ComputerAnswer {
            let request = try ComputerRequest(joining.request.text)
            return try joining.open(try await wallet.answer(request, with: shares ?? [words]))
        }
    }

    private static func record(_ profile: EmbeddedProfile) throws -> ShareSetRecord {
        try #require(try profile.records.all().first { $0.state == .active })
    }

    /// The service only signs, so this computer's share and the words make the new one's.
    @Test func eachComputerSignsWithAShareOfItsOwn() async throws {
        let made = try await Made.make(.coSign)
        let (scene, alice) = (made.scene, made.alice)
        let other = try await scene.elsewhere()
        let (plan, profile) = (try other.plan(), try other.profile())
        await #expect(throws: SharedKeyError.computer(.wordsNeeded)) {
            try await made.answered(JoiningComputer(), with: [])
        }
        let answer = try await made.answered(JoiningComputer())
        #expect(answer.account == alice && answer.network == "devnet")
        let wallet = try await EmbeddedWallet.join(answer, plan: plan, in: profile)
        #expect(try await other.pays(try await wallet.signIn().signer, alice))
        #expect(try await scene.pays(try await made.wallet.signIn().signer, alice))
        // Each knows of the other one, and has its own share only.
        let (here, there) = (try Self.record(try scene.profile()), try Self.record(profile))
        #expect(here.set == there.set && here.set.holders == [.login, .device, .recovery, .secondDevice])
        #expect(here.here == .device && there.here == .secondDevice)
        #expect(here.holdings[.secondDevice]?.place == .elsewhere && here.holdings[.secondDevice]?.proven == nil)
        #expect(there.holdings[.secondDevice]?.place == .sealedFile && there.holdings[.secondDevice]?.proven != nil)
        #expect(try await scene.vault.names().count == 1)
        #expect(try await other.vault.names().map(\.id) == ["\(there.id)/5"])
        // The words go with either, without any login.
        await scene.login.stop()
        let own = try plan.ownShare(of: there)
        #expect(try await other.pays(try SharedKey(there.set, by: own, with: .share(made.words)), alice))
        let both = try SharedKey(there.set, by: own, with: .share(try scene.plan().ownShare(of: here)))
        #expect(try await other.pays(both, alice))
        await scene.devnet.stop()
    }

    @Test func threeFurtherComputersAreServedAndNoMore() async throws {
        let made = try await Made.make(.release)
        var holders: [ShareHolder] = []
        for _ in 0..<3 { holders.append(try await made.answered(JoiningComputer(), with: []).share.holder) }
        #expect(holders == ShareHolder.furtherComputers)
        await #expect(throws: SharedKeyError.computer(.full)) { try await made.answered(JoiningComputer()) }
        // The service hears of them at the next login, and an older record of another computer takes nothing away.
        _ = try await made.wallet.signIn()
        let told = try await made.wallet.plan.login.sets(token: try await made.wallet.signedIn())
        #expect(told.map(\.set.holders) == [ShareHolder.allCases.filter { $0 != .app }])
        // A computer that recovers knows that there are others, and is the first one again.
        let other = try await made.scene.elsewhere()
        let found = try await EmbeddedWallet.adopt(
            made.alice, by: [made.words], plan: try other.plan(), in: try other.profile())
        #expect(try await other.pays(try await found.recover(with: [made.words]).signer, made.alice))
        let record = try Self.record(try other.profile())
        #expect(record.here == .device && record.holdings[.fourthDevice]?.place == .elsewhere)
        await made.scene.stop()
    }

    @Test func aReplacedKeyEndsAllComputersButTheOneThatReplacedIt() async throws {
        let made = try await Made.make(.coSign)
        let (scene, alice) = (made.scene, made.alice)
        let other = try await scene.elsewhere()
        let wallet = try await EmbeddedWallet.join(
            try await made.answered(JoiningComputer()), plan: try other.plan(), in: try other.profile())
        let old = try await made.wallet.signIn().signer
        _ = try await wallet.signIn()
        try await wallet.rotate(asking: other.presenter)
        #expect(try await other.pays(try await wallet.signIn().signer, alice))
        #expect(try Self.record(try other.profile()).here == .device)
        await #expect(throws: RPCError.self) { _ = try await scene.pays(old, alice) }
        await #expect(throws: SharedKeyError.keysGone(alice)) { try await made.wallet.signIn() }
        // An answer from before is worth nothing, and a computer whose key has gone answers nobody.
        await #expect(throws: SharedKeyError.keysGone(alice)) { try await made.answered(JoiningComputer()) }
        // The first one comes back by the same way.
        let words = HandedShare(try #require(other.presenter.words))
        let joining = JoiningComputer()
        let text = try await wallet.answer(joining.request, with: [words])
        let back = try await EmbeddedWallet.join(
            try joining.open(text), plan: try scene.plan(), in: try scene.profile())
        #expect(try await scene.pays(try await back.signIn().signer, alice))
        await scene.stop()
    }

    @Test func anAnswerOpensOnceForItsRequestAndItsAccount() async throws {
        let made = try await Made.make(.release)
        let (scene, alice) = (made.scene, made.alice)
        let other = try await scene.elsewhere()
        let (plan, profile) = (try other.plan(), try other.profile())
        let joining = JoiningComputer()
        let text = try await made.wallet.answer(joining.request)
        // Exchanged on its way: other digits on the two screens, and another key.
        let thief = JoiningComputer()
        #expect(joining.request.number != thief.request.number)
        #expect(throws: SharedKeyError.computer(.otherRequest)) { try thief.open(text) }
        // Changed anywhere.
        let start = text.index(text.startIndex, offsetBy: "near-connect-share:".count)
        for index in text.indices[start...].enumerated().compactMap({ $0 % 7 == 0 ? $1 : nil }) {
            var changed = text
            changed.replaceSubrange(index...index, with: [text[index] == "A" ? "B" : "A"])
            #expect(throws: SharedKeyError.computer(.otherRequest)) { try joining.open(changed) }
        }
        for wrong in ["", "near-connect-share:", "near-connect-share:%", String(text.dropFirst()), "x" + text] {
            #expect(throws: SharedKeyError.self) { try joining.open(wrong) }
        }
        // Whoever has no share of the account's key can only make up a set of his own.
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        var set = try Self.record(try scene.profile())
        set.holdings[.secondDevice] = nil
        set.holdings[.thirdDevice] = nil
        let pair = try SharePair(dealt.shares[0], dealt.shares[1])
        let forgedRecord = ShareSetRecord(
            set: dealt.set, network: set.network, account: alice, state: .active, holdings: set.holdings, retired: nil)
        let share = try pair.adding(firstOf: ShareHolder.furtherComputers)
        let forged = try ComputerAnswer(share, of: forgedRecord, login: nil, now: .now).text(for: joining.request)
        await #expect(throws: SharedKeyError.keysGone(alice)) {
            try await EmbeddedWallet.join(try joining.open(forged), plan: plan, in: profile)
        }
        // Nor a share that isn't of the set.
        let mixed = try ComputerAnswer(share, of: set, login: nil, now: .now).text(for: joining.request)
        #expect(throws: SharedKeyError.share(.foreign(share.holder))) { try joining.open(mixed) }
        // Whoever has taken the first computer's share can't pass it on in this way.
        var taken = try Self.record(try scene.profile())
        let stolen = try ProvenShare(try await scene.plan().deviceShare().share(of: taken.id), of: taken.set)
        (taken.holdings[.device], taken.here) = (nil, .secondDevice)
        taken.holdings[.secondDevice] = ShareSetRecord.Holding(place: .keyring, since: .now)
        #expect(throws: SharedKeyError.computer(.noAnswer)) {
            try joining.open(
                try ComputerAnswer(stolen, of: taken, login: nil, now: .now).text(for: joining.request))
        }
        #expect(try profile.records.all().isEmpty)
        #expect(try await other.vault.names().isEmpty)
        // A disk that fails in between: the same answer is taken at the next attempt.
        let stumbling = ShareSetRecords(folder: other.folder, afterStep: { _ in throw DiskError() })
        await #expect(throws: SharedKeyError.self) {
            try await EmbeddedWallet.join(try joining.open(text), plan: plan, in: try other.profile(stumbling))
        }
        let wallet = try await EmbeddedWallet.join(try joining.open(text), plan: plan, in: profile)
        #expect(try await other.pays(try await wallet.signIn().signer, alice))
        await #expect(throws: SharedKeyError.setExists(set.id)) {
            try await EmbeddedWallet.join(try joining.open(text), plan: plan, in: profile)
        }
        await scene.stop()
    }

    private struct DiskError: Error {}

    @Test func aComputerThatLostItsShareGetsItBackByTheWords() async throws {
        let made = try await Made.make(.release)
        let other = try await made.scene.elsewhere()
        let (plan, profile) = (try other.plan(), try other.profile())
        let wallet = try await EmbeddedWallet.join(
            try await made.answered(JoiningComputer()), plan: plan, in: profile)
        let record = try Self.record(profile)
        try await plan.ownShare(of: record).erase(record.id)
        _ = try await wallet.signIn()
        #expect(try await other.pays(try await wallet.recover(with: [made.words]).signer, made.alice))
        #expect(try await plan.ownShare(of: record).share(of: record.id).holder == record.here)
        await made.scene.stop()
    }

    // MARK: Texts

    @Test func requestsAreReadAsTheyArePastedAndRefusedWhenDamaged() throws {
        let request = JoiningComputer().request
        #expect(request.number.split(separator: " ").map(\.count) == [4, 4, 4, 4, 4, 4])
        let half = request.text.index(request.text.startIndex, offsetBy: 40)
        let pasted = " \n\(request.text[..<half])\n  \(request.text[half...])\t"
        #expect(try ComputerRequest(pasted) == request)
        for index in request.text.indices {
            var changed = request.text
            changed.replaceSubrange(index...index, with: [request.text[index] == "2" ? "3" : "2"])
            #expect(throws: SharedKeyError.computer(.noRequest)) { try ComputerRequest(changed) }
        }
        let long = String(repeating: "near-connect-computer:", count: 10_000)
        for wrong in ["", "near-connect-computer:", String(request.text.dropLast()), request.text + "2", long] {
            #expect(throws: SharedKeyError.computer(.noRequest)) { try ComputerRequest(wrong) }
        }
    }

    /// A fixed request, so that both ends of a version agree: computed by Python's `hashlib`.
    @Test func theTextAndTheNumberOfAKnownKey() throws {
        let key = try #require(BoxPublicKey(bytes: Array(0..<32)))
        let request = ComputerRequest(key)
        #expect(request.text == Self.knownText)
        #expect(request.number == Self.knownNumber)
    }

    private static let knownText = "near-connect-computer:2wkH4kHMn2WPndf8CxmsoFkX93ouZMJUwTBFSZpDCeNeHXtibR"
    private static let knownNumber = "1806 3948 0931 8429 4477 3369"
}
