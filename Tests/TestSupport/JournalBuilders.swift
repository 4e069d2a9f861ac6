// SPDX-License-Identifier: MIT

internal import Foundation
package import NEARConnectCore
package import NEARPrimitives

/// Records for tests.
package enum JournalBuilders {
    package static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"
    package static let hash = CryptoHash.sha256([1, 2, 3])

    package static func actions() throws -> [Action] {
        let limited = AccessKeyPermission.functionCall(
            FunctionCallPermission(allowance: nil, receiverId: try AccountId("shop.near"), methodNames: ["buy"]))
        return [
            .createAccount, .transfer(TransferAction(deposit: NEARToken(yoctoNEAR: .max))),
            .functionCall(
                FunctionCallAction(
                    methodName: "buy", args: Array(#"{"b": 1, "a": "secret"}"#.utf8), gas: .tera(30),
                    deposit: try NEARToken("1 NEAR"))),
            .stake(StakeAction(stake: try .near(2), publicKey: try PublicKey(key))),
            .addKey(AddKeyAction(publicKey: try PublicKey(key), accessKey: AccessKey(nonce: 0, permission: limited))),
            .deleteKey(DeleteKeyAction(publicKey: try PublicKey(key))),
            .deployContract(DeployContractAction(code: [0, 1, 2])),
            .deleteAccount(DeleteAccountAction(beneficiaryId: try AccountId("bob.near"))),
        ]
    }

    /// - Parameter time: Milliseconds since 1970.
    package static func intent(
        _ id: String, parts: Int = 1, kind: JournalEntry.Kind = .transactions, time: Int64 = 1_700_000_000_000,
        process: ProcessIdentity = ProcessIdentity(pid: 1, startTicks: 1, boot: "another machine"),
        asker: ExactText? = nil
    ) throws -> JournalIntent {
        let part = JournalIntent.Part(
            receiverId: try AccountId("shop.near"), actions: try actions().map(JournalAction.init))
        return JournalIntent(
            id: id, time: time, request: "r1", kind: kind, network: "devnet", signerId: try AccountId("alice.near"),
            walletId: "w", parts: Array(repeating: part, count: parts), process: process, asker: asker)
    }

    /// One record of each kind, of one request.
    package static func records(_ id: String = "a") throws -> [JournalRecord] {
        let handle = try PublicKey(key).handle
        let signed = JournalSignature.SignedNonce(publicKey: handle, nonce: .max, height: 7)
        return [
            .intent(try intent(id, parts: 7)),
            .keys(id: id, JournalKeys(height: 5, nonces: [handle: 9])),
            .signed(id: id, JournalSignature(part: 0, hash: hash, key: signed)),
            .signed(id: id, JournalSignature(part: 1, hash: nil, key: signed)),
            .signed(id: id, JournalSignature(part: 2, hash: hash, key: nil)),
            .left(id: id, reason: "the deadline went by"), .checked(id: id, height: 12),
            .state(id: id, part: 0, .confirmed(hash: hash), isSettled: true),
            .state(id: id, part: 1, .confirmed(hash: nil), isSettled: true),
            .state(id: id, part: 2, .failed(hash: hash, reason: "it \"failed\"\n"), isSettled: true),
            .state(id: id, part: 3, .notSent(reason: "no"), isSettled: true),
            .state(id: id, part: 4, .refused(reason: "no"), isSettled: false),
            .state(id: id, part: 5, .unknown(howToCheck: "look"), isSettled: false),
            .state(id: id, part: 6, .signed, isSettled: false),
        ]
    }

    /// A request that is over: two lines.
    package static func settled(_ id: String) throws -> [JournalRecord] {
        [.intent(try intent(id)), .state(id: id, part: 0, .confirmed(hash: hash), isSettled: true)]
    }

    package static func text(_ records: [JournalRecord]) -> [UInt8] {
        records.flatMap { $0.line + [UInt8(ascii: "\n")] }
    }
}
