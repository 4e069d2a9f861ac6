// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives

extension Seeds {
    /// A journal's lines about a request of `a.near`; the bits of `choice` say which.
    static func request(_ choice: UInt8) throws -> [JournalRecord] {
        let (account, key) = (try AccountId("a.near"), try PublicKeyHandle(key))
        let kind: JournalEntry.Kind = choice & 1 == 0 ? .transactions : .delegateActions
        let part = JournalIntent.Part(
            receiverId: account, actions: [JournalAction(.transfer(.oneYocto)), JournalAction(.createAccount)])
        let ended = ProcessIdentity(pid: 1, startTicks: 1, boot: "another", namespace: nil)
        let intent = JournalIntent(
            id: "a", time: 1_700_000_000_000, request: "r", kind: kind, network: "devnet", genesis: nil,
            signerId: account, walletId: choice & 2 == 0 ? "near-connect-keystore" : "some-wallet",
            parts: choice & 4 == 0 ? [part] : [part, part], process: ended)
        var records: [JournalRecord] = [.intent(intent)]
        if choice & 8 != 0 { records.append(.keys(id: "a", JournalKeys(height: 100, nonces: [key: 5]))) }
        if choice & 16 != 0 {
            let nonce = JournalSignature.SignedNonce(publicKey: key, nonce: 7, height: 100)
            let hash = kind == .transactions ? try CryptoHash(hash) : nil
            records.append(
                .signed(id: "a", JournalSignature(part: 0, hash: hash, key: choice & 32 == 0 ? nonce : nil)))
        }
        if choice & 64 != 0 { records.append(.left(id: "a", reason: "closed")) }
        if choice & 128 != 0 { records.append(.checked(id: "a", height: 120)) }
        return records
    }

    static func journals() throws -> [[UInt8]] {
        try [0, 27, 93, 255].map { try request($0).map(\.line).joined(separator: [0x0A]) + [0x0A] }
    }

    /// A request, and what a node says about it: heights and nonces as `ScriptedTransport` reads them.
    static func reconciliations() -> [[UInt8]] {
        let now: [UInt8] = [0, 0, 200, 0, 0, 200, 0, 7]
        let other: [UInt8] = [240] + Array(#""result":{"keys":[]}"#.utf8) + [0x0A]
        let answers: [[UInt8]] = [
            now, now + [0], now + [220] + now, now + [0, 0, 1, 0, 5, 0, 0, 1, 0, 7, 0, 0, 7, 0],
            [0, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 200], other + now, [230, 0, 3],
        ]
        return ([8, 24, 74, 91, 216] as [UInt8]).flatMap { choice in answers.map { [choice] + $0 } }
    }
}
