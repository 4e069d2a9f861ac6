// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A key belongs to one network: nodes that hand out another chain's blocks, and keys that are in use elsewhere.
final class KeyNetworkTests: MainLoopTestCase {
    /// A second chain with the same accounts, and keys of its own.
    private static func secondChain(like environment: WalletTestEnvironment) async throws -> Devnet {
        var configuration = DevnetConfiguration()
        configuration.seed = "another chain"
        configuration.accounts = await environment.accounts.map { DevnetConfiguration.Account($0.id) }
        return try await Devnet.start(configuration)
    }

    private static let genesis = CryptoHash.sha256([7]).description

    /// A manager on the network "fun", whose user says yes to everything.
    @MainActor
    private static func manager(
        _ environment: WalletTestEnvironment, at url: URL, key: SecretKey, known: [URL],
        more entries: [Keystore.Entry] = [], approval: ApprovalPolicy = .ask
    ) throws -> (manager: NEARWalletManager, approver: CountingApprover) {
        var configuration = environment.configuration
        configuration.profile = .ephemeral
        configuration.network = .custom(try CustomNetwork(id: "fun", rpcURLs: [url]))
        configuration.knownNetworks = try known.map { .custom(try CustomNetwork(id: "real", rpcURLs: [$0])) }
        let alice = environment.accounts[0].id
        configuration.keystore = Keystore([Keystore.Entry(network: "fun", accountId: alice, secretKey: key)] + entries)
        configuration.approval = approval
        let manager = NEARWalletManager(configuration: configuration)
        let approver = CountingApprover()
        manager.services.approver = approver
        return (manager, approver)
    }

    /// Has everything signed that can be, and says how each ended.
    @MainActor
    private static func endings(
        _ manager: NEARWalletManager, _ approver: CountingApprover
    ) async throws -> [String: String] {
        // The manager holds it weakly.
        defer { withExtendedLifetime(approver) {} }
        let bob = try AccountId("bob.test.near")
        let transfer = TransactionRequest(receiverId: bob, actions: [.transfer(.oneYocto)])
        let keystore = KeystoreService.walletId
        let key = FunctionCallKeyRequest(contractId: bob)
        let ways: [(String, @MainActor () async throws -> Void)] = [
            ("transaction", { _ = try await manager.signAndSendTransactions([transfer]) }),
            ("delegate action", { _ = try await manager.signDelegateActions([transfer]) }),
            ("message", { _ = try await manager.sign(message: "m", recipient: "r") }),
            ("key", { _ = try await manager.signInWithKeystore(functionCallKey: key) }),
            (
                "sign-in",
                { _ = try await manager.signInAndSignMessage(walletId: keystore, message: "m", recipient: "r") }
            ),
        ]
        var endings: [String: String] = [:]
        _ = try await manager.signIn(walletId: keystore)
        for (name, way) in ways {
            do {
                try await way()
                endings[name] = "signed"
            } catch NEARError.walletRejected(let reason) {
                endings[name] = reason
            } catch {
                endings[name] = "\(error)"
            }
        }
        return endings
    }

    func testANodeThatPassesAnotherChainOffAsFunGetsNoSignature() throws {
        try run {
            let real = try await WalletTestEnvironment.start()
            let genesis = Self.genesis
            let fun = try await ScriptedNode.start(before: real.devnet.rpcURL) { method, result in
                guard method == "status" else { return result }
                return result.merging(["genesis_hash": .string(genesis), "chain_id": "fun"]) { $1 }
            }
            let alice = real.accounts[0]
            let before = try await real.manager.client().viewAccessKey(alice.publicKey, of: alice.id).value.nonce
            for approval in [ApprovalPolicy.ask, .allow(WalletTestEnvironment.permissiveRule(on: "fun"))] {
                let (manager, approver) = try Self.manager(
                    real, at: fun.url, key: alice.secretKey, known: [real.devnet.rpcURL], approval: approval)
                for (way, ending) in try await Self.endings(manager, approver) {
                    XCTAssertTrue(ending.contains("is in use on real"), "\(way): \(ending)")
                }
                XCTAssertFalse(approver.asked.contains { $0.signs }, "nobody is asked for what isn't signed")
                manager.close()
            }
            XCTAssertFalse(fun.methods.contains("send_tx"))
            let after = try await real.manager.client().viewAccessKey(alice.publicKey, of: alice.id).value.nonce
            XCTAssertEqual(after, before)
            // The attack that this is about: where nobody is asked, all of it is signed, and the other chain takes it.
            let (manager, approver) = try Self.manager(real, at: fun.url, key: alice.secretKey, known: [])
            let unchecked = try await Self.endings(manager, approver)
            XCTAssertEqual(Set(unchecked.values), ["signed"])
            let taken = try await real.manager.client().viewAccessKey(alice.publicKey, of: alice.id).value.nonce
            XCTAssertGreaterThan(taken, after)
            manager.close()
            await fun.stop()
            try await real.stop()
        }
    }

    func testABlockOfAnotherChainIsNotSigned() throws {
        try run {
            let real = try await WalletTestEnvironment.start()
            let own = try await Self.secondChain(like: real)
            let alice = real.accounts[0]
            let key = try XCTUnwrap(own.accounts.first { $0.id == alice.id }).secretKey
            XCTAssertNotEqual(key.publicKey, alice.publicKey)
            // Accounts are those of "fun"; heights, hashes and nonces the other chain's.
            let stolen = try await real.manager.client().viewAccessKey(alice.publicKey, of: alice.id)
            let (realURL, ownURL) = (real.devnet.rpcURL, own.rpcURL)
            let fun = try await ScriptedNode.start { method, request in
                let reply = try await ScriptedNode.forward(request, to: method == "block" ? realURL : ownURL)
                guard method == "query", var fields = reply.objectValue, let result = fields["result"]?.objectValue
                else { return reply }
                fields["result"] = .object(
                    result.merging([
                        "block_hash": .string(stolen.blockHash.description),
                        "block_height": .integer(Int128(stolen.blockHeight)),
                        "nonce": .integer(Int128(stolen.value.nonce)),
                    ]) { $1 })
                return .object(fields)
            }
            let (manager, approver) = try Self.manager(real, at: fun.url, key: key, known: [realURL])
            let endings = try await Self.endings(manager, approver)
            for way in ["transaction", "delegate action", "key"] {
                XCTAssertTrue(endings[way]?.contains("a block of real") == true, "\(way): \(endings[way] ?? "")")
            }
            XCTAssertFalse(fun.methods.contains("send_tx"))
            manager.close()
            await fun.stop()
            await own.stop()
            try await real.stop()
        }
    }

    func testAChainOfItsOwnSignsAndAsksForItsKeyOnce() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let other = try await Self.secondChain(like: environment)
            let known = try await ScriptedNode.start(before: other.rpcURL)
            let alice = environment.accounts[0]
            let (manager, approver) = try Self.manager(
                environment, at: environment.devnet.rpcURL, key: alice.secretKey, known: [known.url])
            let endings = try await Self.endings(manager, approver)
            XCTAssertEqual(Set(endings.values), ["signed"])
            XCTAssertEqual(known.methods.filter { $0 == "query" }.count, 1)
            XCTAssertLessThanOrEqual(known.methods.filter { $0 == "block" }.count, 3)
            XCTAssertTrue(approver.asked.allSatisfy { $0.unreachedNetworks.isEmpty })
            manager.close()
            await known.stop()
            await other.stop()
            try await environment.stop()
        }
    }

    func testASilentNetworkIsSaidAndWaitedForOnce() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let silent = try await ScriptedNode.start { _, _ in
                // It takes requests and never answers; its server's end cancels this.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                return .null
            }
            let nobody = try XCTUnwrap(URL(string: "http://127.0.0.1:1"))
            let alice = environment.accounts[0]
            for url in [silent.url, nobody] {
                let (manager, approver) = try Self.manager(
                    environment, at: environment.devnet.rpcURL, key: alice.secretKey, known: [url])
                let endings = try await Self.endings(manager, approver)
                XCTAssertEqual(Set(endings.values), ["signed"])
                let signing = approver.asked.filter(\.signs)
                XCTAssertEqual(signing.count, 5)
                for request in signing {
                    XCTAssertEqual(request.unreachedNetworks, ["real"])
                    XCTAssertTrue(ApprovalText(request).chainWarning?.contains("No node of real answers") == true)
                }
                manager.close()
                // A pipeline with a chain of this computer's own works without a network.
                let rule = WalletTestEnvironment.permissiveRule(on: "fun")
                let (pipeline, pipelineApprover) = try Self.manager(
                    environment, at: environment.devnet.rpcURL, key: alice.secretKey, known: [url],
                    approval: .allow(rule))
                let found = try await Self.endings(pipeline, pipelineApprover)
                XCTAssertEqual(Set(found.values), ["signed"])
                pipeline.close()
            }
            XCTAssertEqual(silent.methods.count, 2, "once for each manager")
            await silent.stop()
            try await environment.stop()
        }
    }

    func testAKeyThatTheKeystoreHasForAnotherNetworkIsRefused() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let alice = environment.accounts[0]
            for id in ["mainnet", "testnet", "devnet"] {
                let entry = Keystore.Entry(network: id, accountId: alice.id, secretKey: alice.secretKey)
                let (manager, approver) = try Self.manager(
                    environment, at: environment.devnet.rpcURL, key: alice.secretKey, known: [], more: [entry])
                for (way, ending) in try await Self.endings(manager, approver) {
                    XCTAssertTrue(ending.contains("is in use on \(id)"), "\(way): \(ending)")
                }
                manager.close()
            }
            // As near-cli stores them.
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            for id in ["fun", "mainnet"] {
                let place = folder.appendingPathComponent(id)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let text = NEARPrimitives.JSONValue.object([
                    "account_id": .string(alice.id.text), "public_key": .string(alice.publicKey.description),
                    "private_key": .string(alice.secretKey.exposedText()),
                ])
                try Data(text.bytes).write(to: place.appendingPathComponent("\(alice.id.text).json"))
            }
            let found = Keystore.credentials(network: "fun", in: CredentialFolder(path: folder.path)).keystore
            XCTAssertEqual(found.network(of: alice.publicKey, besides: "fun", chain: nil), "mainnet")
            XCTAssertNil(found.network(of: alice.publicKey, besides: "fun", chain: .mainnet), "it is mainnet itself")
            try FileManager.default.removeItem(at: folder)
            try await environment.stop()
        }
    }
}
