// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives
import NEARRPC
import Testing
import WalletConnectSign

@testable import NEARConnectCore
@testable import NEARConnectPeers

/// Several transactions of one request, which a phone signs at once and this program sends in order.
@MainActor
struct PhoneTransactionsTests {
    @Test func severalAreSentInOrderWithConsecutiveNonces() async throws {
        let scene = try await NEARScene.start()
        let (before, nonce) = (try await scene.balance(scene.bob), try await scene.nonce())
        let sending = try await scene.phoneWallet.signAndSend(
            [scene.transfer(1), scene.transfer(20), scene.transfer(300)], by: scene.account, wallet: "wallet-connect")
        #expect(sending.results.count == 3 && sending.stop == nil)
        #expect(sending.results.allSatisfy { $0.outcome?.isSuccess == true })
        #expect(try await scene.balance(scene.bob) == before + 321)
        #expect(try await scene.nonce() == nonce + 3)
        let entry = try #require(try await scene.journal.history().first)
        #expect(entry.parts.map(\.state) == sending.results.map { .confirmed(hash: $0.outcome?.transactionHash) })
        // One question on the phone, not three.
        #expect(await scene.requestCount == 1)
        try await scene.stop()
    }

    @Test func sendingStopsAtTheFirstThatFails() async throws {
        let scene = try await NEARScene.start()
        let (before, nonce) = (try await scene.balance(scene.bob), try await scene.nonce())
        let call = TransactionRequest(
            receiverId: scene.bob,
            actions: [.functionCall(FunctionCallAction(methodName: "nothing", args: [], gas: .tera(5), deposit: .zero))]
        )
        let sending = try await scene.phoneWallet.signAndSend(
            [scene.transfer(1), call, scene.transfer(300)], by: scene.account, wallet: "wallet-connect")
        #expect(sending.results.count == 2 && sending.results.last?.outcome?.failure != nil)
        #expect(sending.stop?.error == nil && sending.stop?.hash == sending.results.last?.outcome?.transactionHash)
        #expect(try await scene.balance(scene.bob) < before + 300)
        #expect(try await scene.nonce() == nonce + 2)
        let states = try #require(try await scene.journal.history().first).parts.map(\.state.code)
        #expect(states == ["confirmed", "failed", "not-sent"])
        try await scene.stop()
    }

    @Test func theBalanceOfAllIsLookedAtBeforeThePhoneIsAsked() async throws {
        let scene = try await NEARScene.start()
        let half = try await scene.balance(scene.alice.id) / 10 * 6
        do throws(PhoneWalletError) {
            _ = try await scene.phoneWallet.signAndSend(
                [scene.transfer(half), scene.transfer(half)], by: scene.account, wallet: "w")
            Issue.record("it was sent")
        } catch {
            #expect(error.code == "refusedByChain")
            #expect("\(error)".contains("is short by"), "\(error)")
        }
        #expect(await scene.requestCount == 0)
        #expect(try await scene.journal.history().isEmpty)
        try await scene.stop()
    }

    @Test func ofSeveralOneWrongAnswerSendsNothing() async throws {
        let scene = try await NEARScene.start()
        await scene.script("near_signTransactions", [.wrongSignature])
        try await scene.expect(.signature, "several") { () async throws(PhoneWalletError) in
            _ =
                try await scene.phoneWallet.signAndSend(
                    [scene.transfer(1), scene.transfer(2)], by: scene.account, wallet: "w") as PhoneSending
        }
        let entry = try #require(try await scene.journal.history().first)
        #expect(entry.parts.map(\.state.code) == ["unknown", "unknown"])
        try await scene.stop()
    }

    @Test func aWalletThatSignsSingleOnesIsAskedForOneAfterTheOther() async throws {
        let scene = try await NEARScene.start(methods: ["near_getAccounts", "near_signTransaction"])
        let before = try await scene.balance(scene.bob)
        let sending = try await scene.phoneWallet.signAndSend(
            [scene.transfer(1), scene.transfer(20)], by: scene.account, wallet: "w")
        #expect(sending.results.count == 2 && sending.stop == nil)
        #expect(try await scene.balance(scene.bob) == before + 21)
        #expect(await scene.requestCount == 2)
        try await scene.stop()
    }

    @Test func whatIsSignedAfterARestartIsWrittenDownAndNotSent() async throws {
        let scene = try await NEARScene.start()
        await scene.script("near_signTransactions", [.wait])
        let nonce = try await scene.nonce()
        let (phoneWallet, requests, account) = (
            scene.phoneWallet, [scene.transfer(1), scene.transfer(2)], scene.account
        )
        let task = Task { () async throws -> PhoneSending in
            try await phoneWallet.signAndSend(requests, by: account, wallet: "wallet-connect")
        }
        await scene.phone.report { $0 == .requested(method: "near_signTransactions", chain: "near:devnet") }
        await scene.phone.client.stop()
        await #expect(throws: PhoneWalletError.self) { _ = try await task.value }
        await scene.wallet.go()
        // The next process takes what the relay has for it.
        let next = try scene.phone.nextClient()
        var events = await next.events().makeAsyncIterator()
        try await next.start()
        var late: LateAnswer?
        while late == nil, let event = await events.next() { if case .late(let answer) = event { late = answer } }
        let hashes = try await scene.note(try #require(late))
        #expect(hashes.count == 2)
        let entries = try await scene.journal.history().prefix(2)
        #expect(Set(entries.compactMap { $0.parts.first?.hash }) == Set(hashes))
        for entry in entries {
            guard case .unknown(let words) = entry.state else {
                Issue.record("\(entry.state)")
                continue
            }
            #expect(words.contains("signed late, not sent"))
        }
        #expect(try await scene.nonce() == nonce)
        await next.stop()
        try await scene.stop()
    }

    @Test func anUpdateGoesThroughTheSameCheckAsASignIn() async throws {
        let scene = try await NEARScene.start()
        let account = NEARAccount(
            accountId: scene.alice.id.text, publicKey: "\(scene.alice.publicKey)", walletId: "wallet-connect")
        func state() async -> SessionState? { await scene.phoneWallet.state(of: account) }
        #expect(await state() == .restored(isVerified: true))
        // Swapped: bob isn't taken for alice.
        _ = try await scene.wallet.update(
            scene.session.topic, PhoneWalletGrant(accounts: ["near:devnet:\(scene.bob)"]))
        guard case .stale(let reason)? = await state() else {
            Issue.record("it counts")
            return
        }
        #expect(reason.contains("alice.test.near"))
        _ = try await scene.wallet.update(
            scene.session.topic, PhoneWalletGrant(accounts: ["near:devnet:\(scene.alice.id)"]))
        #expect(await state() == .restored(isVerified: true))
        // A key that the account hasn't.
        let stranger = try SecretKey(keyType: .ed25519, seed: [UInt8](repeating: 0x5E, count: 32)).publicKey
        let other = NEARAccount(accountId: account.accountId, publicKey: "\(stranger)", walletId: "wallet-connect")
        #expect(await scene.phoneWallet.state(of: other) == .revoked)
        await scene.phone.client.disconnect(scene.session.topic)
        #expect(await state() == nil)
        try await scene.stop()
        let offline = try await NEARScene.start(isOffline: true)
        #expect(await offline.phoneWallet.state(of: account) == .restored(isVerified: false))
        try await offline.stop()
    }
}
