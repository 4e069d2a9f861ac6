// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARShares

extension Main {
    /// Signs with two of three shares in this process, against the same libsodium calls and against plain signatures.
    ///
    /// The bare calls include the guarded memory that two pairs of nonces take.
    func signWithShares() throws {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let pair = try SharePair(dealt.shares[0], dealt.shares[2])
        let floor = BareFROST()
        let digest = SubjectDigest(.sha256([1]))
        let message = CryptoHash.sha256([1]).bytes
        var kept = 0
        let calls = try Pairs(count: Self.pairCount, iterations: 100) {
            kept &+= floor.sign(message).count
        } ours: {
            kept &+= try pair.sign(digest).bytes.count
        }
        Report.print("sign-two-of-three", calls, bar: 1.3)
        let signatures = try Pairs(count: Self.pairCount, iterations: 100) {
            kept &+= bare.sign(message).count
        } ours: {
            kept &+= try pair.sign(digest).bytes.count
        }
        Report.print("sign-two-of-three-in-plain-signatures", signatures, bar: 45)
        keep(kept)
    }
}
