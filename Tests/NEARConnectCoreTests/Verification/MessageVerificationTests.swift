// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARConnectCore

/// Signed messages and sign-ins that aren't what was asked for.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct MessageVerificationTests {
    private static func payload(callback: String? = nil) throws -> NEP413Payload {
        try NEP413Payload(
            message: "hello", nonce: [UInt8](repeating: 5, count: 32), recipient: "app", callbackUrl: callback)
    }

    /// A wallet's answer: `payload`, signed by `key` in the name of `accountId`.
    private static func answer(
        _ accountId: AccountId, signedBy key: SecretKey, _ payload: NEP413Payload
    ) throws -> JSONValue {
        [
            "accountId": .string(accountId.text), "publicKey": .string(key.publicKey.description),
            "signature": .string(Base64.encode(try key.sign(payload.hash).bytes)), "state": "admin",
        ]
    }

    private static func reason(_ error: NEARError?) -> String {
        if case .signatureInvalid(let reason)? = error { reason } else { "\(error as Any)" }
    }

    @Test func aMessageWithACallbackAddressIsNamedAsThatAndAStateIsLeftOut() async throws {
        let scene = try await VerifierScene()
        let (alice, key) = (scene.alice.id, scene.alice.secretKey)
        for address in ["https://near-connect-bridge.local/", "https://near-connect-bridge.local"] {
            let answer = try Self.answer(alice, signedBy: key, Self.payload(callback: address))
            let failure = await VerifierScene.failure {
                _ = try await scene.verifier.message(answer, for: Self.plain, of: alice)
            }
            #expect(Self.reason(failure).contains("callback"), "\(address)")
        }
        let signed = try await scene.verifier.message(
            Self.answer(alice, signedBy: key, Self.payload()), for: Self.payload(), of: alice)
        #expect(signed.state == nil, "nobody signed it")
        await scene.stop()
    }

    private static let plain = {
        do {
            return try payload()
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    @Test func otherMessagesAccountsAndKeys() async throws {
        let scene = try await VerifierScene()
        let (alice, bob) = (scene.alice, scene.bob)
        let good = try Self.payload()
        var forgeries: [(String, JSONValue)] = [
            ("another account", try Self.answer(bob.id, signedBy: bob.secretKey, good)),
            // The signature is right, the key is Bob's.
            ("a key of somebody else's", try Self.answer(alice.id, signedBy: bob.secretKey, good)),
            ("nobody's key", try Self.answer(alice.id, signedBy: SecretKey.generate(), good)),
            (
                "another message",
                try Self.answer(
                    alice.id, signedBy: alice.secretKey,
                    NEP413Payload(message: "hell", nonce: good.nonce, recipient: "app"))
            ),
            (
                "another recipient",
                try Self.answer(
                    alice.id, signedBy: alice.secretKey,
                    NEP413Payload(message: "hello", nonce: good.nonce, recipient: "evil"))
            ),
            (
                "another nonce",
                try Self.answer(
                    alice.id, signedBy: alice.secretKey,
                    NEP413Payload(message: "hello", nonce: [UInt8](repeating: 6, count: 32), recipient: "app"))
            ),
        ]
        forgeries += [
            [:], "text", 7, .null, ["accountId": ""], ["accountId": "a.near", "publicKey": "x", "signature": "y"],
        ].map { ("no answer", $0) }
        for (name, answer) in forgeries {
            let failure = await VerifierScene.failure {
                _ = try await scene.verifier.message(answer, for: good, of: alice.id)
            }
            #expect(failure?.code == "signature-invalid", "\(name)")
        }
        #expect(
            Self.reason(
                await VerifierScene.failure {
                    _ = try await scene.verifier.message(forgeries[1].1, for: good, of: alice.id)
                }
            ).contains("alice.test.near"))
        // Without a node the signature stands alone.
        let signed = try await VerifierScene.alone().message(
            Self.answer(alice.id, signedBy: alice.secretKey, good), for: good, of: alice.id)
        #expect(signed.accountId == alice.id)
        await scene.stop()
    }

    @Test func anImplicitAccountSignsBeforeTheChainKnowsIt() async throws {
        let scene = try await VerifierScene()
        let (key, other) = (try SecretKey.generate(), try SecretKey.generate())
        let account = try #require(key.publicKey.implicitAccountId)
        let good = try Self.payload()
        let signed = try await scene.verifier.message(
            Self.answer(account, signedBy: key, good), for: good, of: account)
        #expect(signed.publicKey == key.publicKey)
        let forged = try Self.answer(account, signedBy: other, good)
        let failure = await VerifierScene.failure {
            _ = try await scene.verifier.message(forged, for: good, of: account)
        }
        #expect(failure?.code == "signature-invalid", "another key than the account's own")
        await scene.stop()
    }

    @Test func signInsThatNameNobody() async throws {
        let verifier = try VerifierScene.alone()
        func account(_ id: String, key: String? = nil, _ message: JSONValue? = nil) -> BridgeMessage.Account {
            BridgeMessage.Account(accountId: id, publicKey: key, signedMessage: message)
        }
        let good = try Self.payload()
        let refused: [(BridgeMessage.Reply, NEP413Payload?, String)] = [
            (.signedIn(accounts: [], walletId: "w"), nil, "wallet-error"),
            (.signedIn(accounts: [account("NOT AN ACCOUNT")], walletId: "w"), nil, "wallet-error"),
            (.signedIn(accounts: [account("alice.near", key: "x")], walletId: "w"), nil, "wallet-error"),
            (.signedIn(accounts: [account("alice.near")], walletId: "w"), good, "wallet-error"),
            (.signedInAndSignedMessage(accounts: [account("alice.near")], walletId: "w"), nil, "wallet-error"),
            (.signedInAndSignedMessage(accounts: [account("alice.near")], walletId: "w"), good, "signature-invalid"),
            (.signedOut, nil, "wallet-error"),
        ]
        for (reply, payload, code) in refused {
            let failure = await VerifierScene.failure {
                _ = try await verifier.signIn(reply, signing: payload)
            }
            #expect(failure?.code == code, "\(reply)")
        }
        let signedIn = try await verifier.signIn(
            .signedIn(accounts: [account("alice.near"), account("bob.near")], walletId: "w"))
        #expect(signedIn.account == NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "w"))
        #expect(signedIn.message == nil)
    }
}
