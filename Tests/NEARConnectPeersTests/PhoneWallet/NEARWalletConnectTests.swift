// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives
import NEARRPC
import Testing
import WalletConnectSign

@testable import NEARConnectCore
@testable import NEARConnectPeers

/// NEAR over WalletConnect: each answer is checked before anything is broadcast.
@MainActor
struct NEARWalletConnectTests {
    @Test func aTransferIsSignedByThePhoneSentHereAndSeenOnChain() async throws {
        let scene = try await NEARScene.start()
        let accounts = try await scene.phoneWallet.accounts()
        #expect(accounts.map(\.id) == scene.devnet.accounts.map(\.id) && accounts.allSatisfy(\.isVerified))
        let before = try await scene.balance(scene.bob)
        let result = try await scene.phoneWallet.signAndSend(
            scene.transfer(1_000_000), by: accounts[0], wallet: "wallet-connect")
        #expect(result.outcome?.isSuccess == true)
        #expect(try await scene.balance(scene.bob) == before + 1_000_000)
        let entry = try #require(try await scene.journal.history().first)
        #expect(entry.state == .confirmed(hash: result.outcome?.transactionHash))
        #expect(entry.walletId == "wallet-connect" && entry.signerId == scene.alice.id)
        try await scene.stop()
    }

    @Test func bytesAreReadInAllFiveForms() async throws {
        let scene = try await NEARScene.start()
        for form in WireBytes.allCases {
            await scene.script("near_signTransaction", [.encoding(form)])
            let one = try await scene.transactions(1)
            #expect(try await scene.phoneWallet.sign(one).map(\.transaction) == one)
            await scene.script("near_signTransactions", [.encoding(form)])
            let two = try await scene.transactions(2)
            let signed = try await scene.phoneWallet.sign(two)
            #expect(signed.map(\.transaction) == two && signed.allSatisfy { $0.verify() })
        }
        try await scene.stop()
    }

    @Test func aWrongSignatureIsNeverBroadcast() async throws {
        let scene = try await NEARScene.start()
        let cases: [(PhoneWalletStep, PhoneAnswerFault)] =
            [
                (.wrongBytes, .otherTransaction), (.wrongNonce, .otherTransaction), (.wrongKey, .otherTransaction),
                (.wrongAccount("bob.test.near"), .otherTransaction), (.wrongSignature, .signature),
                (.value(.null), .unreadable), (.value([]), .unreadable), (.value("AA=="), .unreadable),
            ] + PhoneWalletStep.BrokenBytes.allCases.map { (.brokenBytes($0), .unreadable) }
        let before = try await scene.balance(scene.bob)
        for (step, fault) in cases {
            await scene.script("near_signTransaction", [step])
            try await scene.expect(fault, "\(step)") { () async throws(PhoneWalletError) in
                _ = try await scene.phoneWallet.signAndSend(
                    scene.transfer(), by: scene.account, wallet: "wallet-connect")
            }
            let entry = try #require(try await scene.journal.history().first)
            guard case .unknown(let words) = entry.state else {
                Issue.record("\(step): \(entry.state)")
                continue
            }
            #expect(words.contains("nothing was sent"), "\(step)")
        }
        #expect(try await scene.balance(scene.bob) == before)
        try await scene.stop()
    }

    @Test func ofSeveralTransactionsEachIsCompared() async throws {
        let scene = try await NEARScene.start()
        let asked = try await scene.transactions(2)
        let signed = try asked.map { try SignedTransaction.sign($0, with: scene.alice.secretKey) }
        func answer(_ transactions: [SignedTransaction]) -> [PhoneWalletStep] {
            [.value(.array(transactions.map { WireBytes.array.json($0.borshBytes) }))]
        }
        let cases: [([PhoneWalletStep], PhoneAnswerFault)] = [
            (answer([signed[0]]), .count(1, expected: 2)), (answer(signed.reversed()), .otherTransaction),
            (answer([signed[0], signed[0]]), .otherTransaction), (answer(signed + signed), .count(4, expected: 2)),
            ([.value([:])], .unreadable),
        ]
        for (steps, fault) in cases {
            await scene.script("near_signTransactions", steps)
            try await scene.expect(fault, "\(fault)") { () async throws(PhoneWalletError) in
                _ = try await scene.phoneWallet.sign(asked)
            }
        }
        await scene.script("near_signTransactions", answer(signed))
        #expect(try await scene.phoneWallet.sign(asked) == signed)
        try await scene.stop()
    }

    @Test func anAccountIsBelievedOnlyWithAKeyOnChainAndAGrant() async throws {
        let scene = try await NEARScene.start()
        let stranger = try SecretKey(keyType: .ed25519, seed: [UInt8](repeating: 0x5E, count: 32)).publicKey
        let cases: [(PhoneWalletStep, PhoneAnswerFault)] = [
            (.wrongKey, .key(stranger, scene.alice.id)), (.wrongAccount("mallory.near"), .account("mallory.near")),
            (.value([["accountId": "alice.test.near"]]), .unreadable), (.value([:]), .unreadable),
            (.value([["accountId": "ALICE", "publicKey": "ed25519:x"]]), .unreadable),
        ]
        for (step, fault) in cases {
            await scene.script("near_getAccounts", [step])
            try await scene.expect(fault, "\(step)") { () async throws(PhoneWalletError) in
                _ = try await scene.phoneWallet.accounts()
            }
        }
        // A wallet that takes an account back while it is asked.
        _ = try await scene.wallet.update(
            scene.session.topic, PhoneWalletGrant(accounts: ["near:devnet:\(scene.bob)"]))
        let asked = try await scene.transactions(1)
        try await scene.expect(.account(scene.alice.id.text), "updated") { () async throws(PhoneWalletError) in
            _ = try await scene.phoneWallet.sign(asked)
        }
        try await scene.stop()
    }

    @Test func aMessageIsVerifiedByNEP413AndByTheChain() async throws {
        let scene = try await NEARScene.start()
        let payload = try NEP413Payload(
            message: "hello", nonce: [UInt8](repeating: 9, count: 32), recipient: "app.example")
        let signed = try await scene.phoneWallet.signMessage(payload, by: scene.alice.id)
        #expect(signed.isVerified && signed.message.publicKey == scene.alice.publicKey)
        try signed.message.verify(payload, expectedAccount: scene.alice.id)
        let stranger = try SecretKey(keyType: .ed25519, seed: [UInt8](repeating: 0x5E, count: 32)).publicKey
        let cases: [(PhoneWalletStep, PhoneAnswerFault)] = [
            (.wrongBytes, .message(.signatureInvalid)), (.wrongNonce, .message(.signatureInvalid)),
            (.wrongSignature, .message(.signatureInvalid)), (.wrongKey, .key(stranger, scene.alice.id)),
            (
                .wrongAccount(scene.bob.text),
                .message(.accountMismatch(expected: scene.alice.id, actual: scene.bob))
            ),
            (.value(.null), .unreadable), (.value(["accountId": "alice.test.near"]), .unreadable),
        ]
        for (step, fault) in cases {
            await scene.script("near_signMessage", [step])
            try await scene.expect(fault, "\(step)") { () async throws(PhoneWalletError) in
                _ = try await scene.phoneWallet.signMessage(payload, by: scene.alice.id)
            }
        }
        try await scene.stop()
    }

    @Test func aKeyIsAddedOnlyWhenTheChainShowsExactlyIt() async throws {
        let scene = try await NEARScene.start()
        let allowance = NEARToken(yoctoNEAR: 250_000_000_000_000_000_000_000)
        func add(_ key: PublicKey) async throws(PhoneWalletError) {
            try await scene.phoneWallet.addAccessKey(
                key, to: scene.alice.id, for: scene.bob, methods: ["add_message"], allowance: allowance)
        }
        let key = try SecretKey.generate().publicKey
        try await add(key)
        let shown = try await scene.node.viewAccessKey(key, of: scene.alice.id, at: .optimistic).value
        #expect(!shown.permission.isFullAccess)
        let (second, third, fourth) = (
            try SecretKey.generate().publicKey, try SecretKey.generate().publicKey, try SecretKey.generate().publicKey
        )
        for (step, key, fault) in [
            (PhoneWalletStep.addNothing, second, PhoneAnswerFault.keyNotAdded(second, scene.alice.id)),
            (.wrongKey, third, .keyNotAdded(third, scene.alice.id)),
            (.wrongBytes, fourth, .otherPermission(fourth, scene.alice.id)),
        ] {
            await scene.script("near_signIn", [step])
            do throws(PhoneWalletError) {
                try await add(key)
                Issue.record("\(step): the key counts as added")
            } catch {
                guard case .answerInvalid(fault) = error else {
                    Issue.record("\(step): \(error)")
                    continue
                }
            }
        }
        try await scene.stop()
    }

    @Test func offlineEverythingIsUnverifiedAndNoKeyCountsAsAdded() async throws {
        let scene = try await NEARScene.start(isOffline: true)
        #expect(try await scene.phoneWallet.accounts().map(\.isVerified) == [false, false])
        let payload = try NEP413Payload(
            message: "hello", nonce: [UInt8](repeating: 9, count: 32), recipient: "app.example")
        #expect(try await !scene.phoneWallet.signMessage(payload, by: scene.alice.id).isVerified)
        do throws(PhoneWalletError) {
            try await scene.phoneWallet.addAccessKey(
                try SecretKey.generateOrFail().publicKey, to: scene.alice.id, for: scene.bob, methods: [],
                allowance: nil)
            Issue.record("the key counts as added")
        } catch {
            guard case .near(.rpcError) = error else {
                Issue.record("\(error)")
                return
            }
        }
        try await scene.stop()
    }

    @Test func aRefusalAndALackOfBalanceAreTold() async throws {
        let scene = try await NEARScene.start()
        await scene.script("near_signTransaction", [.reject(code: 4_001, message: "no thanks")])
        do throws(PhoneWalletError) {
            _ = try await scene.phoneWallet.signAndSend(scene.transfer(), by: scene.account, wallet: "w")
            Issue.record("it was sent")
        } catch {
            guard case .sign(.requestRejected(let words)) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(words.message == "no thanks" && error.code == "requestRejected")
        }
        #expect(try await scene.journal.history().first?.state.code == "refused")
        let asked = await scene.requestCount
        do throws(PhoneWalletError) {
            _ = try await scene.phoneWallet.signAndSend(
                scene.transfer(UInt128(10).power(36)), by: scene.account, wallet: "w")
            Issue.record("it was sent")
        } catch {
            #expect(error.code == "refusedByChain")
        }
        #expect(await scene.requestCount == asked)
        #expect(try await scene.journal.history().count == 1)
        try await scene.stop()
    }

    @Test func whatIsSignedLateIsWrittenDownAndNotSent() async throws {
        let scene = try await NEARScene.start()
        await scene.script("near_signTransaction", [.wait])
        let before = try await scene.nonce()
        var events = await scene.phone.client.events().makeAsyncIterator()
        let (phoneWallet, request, account) = (scene.phoneWallet, scene.transfer(), scene.account)
        let task = Task { () async throws -> TransactionResult in
            try await phoneWallet.signAndSend(request, by: account, wallet: "wallet-connect")
        }
        await scene.phone.report { $0 == .requested(method: "near_signTransaction", chain: "near:devnet") }
        task.cancel()
        await #expect(throws: PhoneWalletError.self) { _ = try await task.value }
        await scene.wallet.go()
        var late: LateAnswer?
        while late == nil, let event = await events.next() { if case .late(let answer) = event { late = answer } }
        let hashes = try await scene.note(try #require(late))
        #expect(hashes.count == 1)
        let entry = try #require(try await scene.journal.history().first)
        guard case .unknown(let words) = entry.state else {
            Issue.record("\(entry.state)")
            return
        }
        #expect(words.contains("signed late, not sent") && words.contains("\(hashes[0])"))
        #expect(entry.parts.first?.hash == hashes[0] && entry.walletId == "test")
        // The sign client tells it again where a kill came before it heard that it is written down.
        let count = try await scene.journal.history().count
        #expect(try await scene.note(try #require(late)) == hashes)
        #expect(try await scene.journal.history().count == count)
        #expect(try await scene.nonce() == before)
        try await scene.stop()
    }
}

extension SecretKey {
    /// A new key; errors of the system's generator end the test.
    static func generateOrFail() throws(PhoneWalletError) -> SecretKey {
        do throws(KeyError) {
            return try generate()
        } catch {
            throw .requestInvalid("\(error)")
        }
    }
}

extension UInt128 {
    func power(_ exponent: Int) -> UInt128 { (0..<exponent).reduce(1) { product, _ in product * self } }
}
