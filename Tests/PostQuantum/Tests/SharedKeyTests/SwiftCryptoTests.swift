// SPDX-License-Identifier: MIT

import Crypto
import Foundation
import NEARPrimitives
import NEARShares
import Testing

/// Signatures that two holders make together, verified by swift-crypto, which knows nothing of shares.
@Suite struct SwiftCryptoTests {
    @Test func everyPairOfHoldersSignsForSwiftCrypto() throws {
        for round in 0..<20 {
            let dealt = try ShareDealer.deal(to: Set(ShareHolder.allCases.prefix(2 + round % 6)))
            let key = try Curve25519.Signing.PublicKey(rawRepresentation: dealt.set.publicKey.bytes)
            for one in dealt.shares {
                for other in dealt.shares where other.holder > one.holder {
                    let digest = CryptoHash.sha256([UInt8(round), one.holder.rawValue, other.holder.rawValue])
                    let signature = try SharePair(one, other).sign(SubjectDigest(digest))
                    #expect(key.isValidSignature(signature.bytes, for: digest.bytes))
                    #expect(!key.isValidSignature(signature.bytes, for: CryptoHash.sha256([]).bytes))
                }
            }
        }
    }

    /// The two rounds, as a co-signer takes them.
    @Test func twoRoundsMakeASignatureForSwiftCrypto() throws {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let key = try Curve25519.Signing.PublicKey(rawRepresentation: dealt.set.publicKey.bytes)
        let hash = CryptoHash.sha256(Array("two rounds".utf8))
        let digest = SubjectDigest(hash)
        let pairs = dealt.shares.prefix(2).map { ($0, PendingNonces(limit: 1)) }
        let commitments = try pairs.map { try $1.commit(by: $0, to: digest) }
        let packages = try zip(pairs, commitments).map {
            try $0.1.signingPackage(commitments, for: digest, of: dealt.set, with: $1)
        }
        let parts = try zip(zip(pairs, commitments), packages).map { try $0.0.1.sign($1, with: $0.1) }
        let signature = try packages[0].signature(from: parts)
        #expect(key.isValidSignature(signature.bytes, for: hash.bytes))
    }
}
