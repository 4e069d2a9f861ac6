// SPDX-License-Identifier: MIT

import Foundation
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARSharedKeys
import NEARShares
import Testing
import ThreadTesting

/// The script of the emergency page opens an account without any of this program's code.
@Suite(.ownThread) struct EmergencyTests {
    private static func run(_ arguments: [String], _ shares: [KeyShare]) throws -> String {
        let lines = try shares.map { try ShareWords($0).exposedText() + "\n" }.joined()
        return try EmergencyScript("emergency.py").run(arguments, hearing: Data(lines.utf8)).text
    }

    @Test func twoSharesAndTheScriptAddAKeyToTheAccount() async throws {
        let devnet = try await Devnet.start()
        let node = try NEARRPCClient(url: devnet.rpcURL.absoluteString)
        let (scene, alice) = (try SharedKeyScene(), try AccountId("alice.test.near"))
        try await devnet.createAccount(alice, balance: try .near(10), publicKey: scene.set.publicKey)
        let own = try SecretKey.generate(.ed25519)
        let pairs: [[ShareHolder]] = [[.login, .recovery], [.recovery, .device], [.device, .login]]
        for pair in pairs {
            let shares = try pair.map { try scene.share($0).share }
            let key = try Self.run([alice.text, "\(own.publicKey)"], shares)
            #expect(key == "\(scene.set.publicKey)")
        }
        let shares = [try scene.share(.recovery).share, try scene.share(.device).share]
        let seen = try await node.viewAccessKey(scene.set.publicKey, of: alice, at: .final)
        let text = try Self.run(
            [alice.text, "\(own.publicKey)", "\(seen.value.nonce + 1)", "\(seen.blockHash)"], shares)
        let signed = try SignedTransaction(base64: text)
        #expect(signed.verify())
        let result = try await node.sendTransaction(signed, waitUntil: .final)
        #expect(result.outcome?.isSuccess == true)
        let access = try await node.viewAccessKey(own.publicKey, of: alice, at: .final)
        #expect(access.value.permission == .fullAccess)
        await devnet.stop()
    }
}
