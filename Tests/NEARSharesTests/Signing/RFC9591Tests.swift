// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARShares

/// Every intermediate value of RFC 9591, E.1.
@Suite struct RFC9591Tests {
    struct Signer: Decodable {
        let holder: UInt8
        let hidingRandom: HexBytes
        let bindingRandom: HexBytes
        let hidingNonce: HexBytes
        let bindingNonce: HexBytes
        let hidingCommitment: HexBytes
        let bindingCommitment: HexBytes
        let bindingFactorInput: HexBytes
        let bindingFactor: HexBytes
        let signatureShare: HexBytes
    }

    struct File: Decodable {
        let secret: HexBytes
        let slope: HexBytes
        let publicKey: HexBytes
        let message: HexBytes
        let shares: [HexBytes]
        let signers: [Signer]
        let signature: HexBytes
    }

    private let file: File
    private let dealt: DealtShares
    private let digest: SubjectDigest

    init() throws {
        file = try Vectors.load("rfc9591-e1")
        dealt = try #require(
            ShareDealer.deal(
                secret: file.secret.bytes, slope: file.slope.bytes, to: [.login, .device, .recovery]))
        digest = SubjectDigest(message: file.message.bytes)
    }

    private func pair(_ signer: Signer) throws -> NoncePair {
        let holder = try #require(ShareHolder(rawValue: signer.holder))
        let random = ScriptedRandom([signer.hidingRandom.bytes, signer.bindingRandom.bytes])
        return NoncePair(by: try dealt.share(of: holder), for: digest) { random.fill($0) }
    }

    @Test func sharesAndKey() {
        #expect(dealt.set.publicKey.bytes == file.publicKey.bytes)
        #expect(dealt.shares.map(\.share.scalar.exposed) == file.shares.map(\.bytes))
    }

    @Test func nonces() throws {
        for signer in file.signers {
            let share = dealt.shares[Int(signer.holder) - 1].share.scalar
            for (random, nonce) in [
                (signer.hidingRandom, signer.hidingNonce), (signer.bindingRandom, signer.bindingNonce),
            ] {
                let memory = UnsafeMutableRawPointer.allocate(byteCount: FROSTHash.h3ByteCount, alignment: 16)
                defer { memory.deallocate() }
                let bytes = memory.bindMemory(to: UInt8.self, capacity: FROSTHash.h3ByteCount)
                let script = ScriptedRandom([random.bytes])
                FROSTHash.h3(into: bytes, random: script.fill, share: share)
                #expect(Array(UnsafeBufferPointer(start: bytes, count: 32)) == nonce.bytes)
            }
            let commitment = try pair(signer).commitment
            #expect(commitment.hiding.bytes.array == signer.hidingCommitment.bytes)
            #expect(commitment.binding.bytes.array == signer.bindingCommitment.bytes)
        }
    }

    @Test func bindingFactors() throws {
        let commitments = try file.signers.map { try pair($0).commitment }
        let package = try SigningPackage(commitments, for: digest, of: dealt.set)
        let message = FROSTHash.h4(digest.bytes)
        let list = FROSTHash.h5 { hash in
            for signer in file.signers {
                hash.update(number(signer.holder) + signer.hidingCommitment.bytes + signer.bindingCommitment.bytes)
            }
        }
        for (signer, commitment) in zip(file.signers, commitments) {
            let input = file.publicKey.bytes + bytes(message) + bytes(list) + number(signer.holder)
            #expect(input == signer.bindingFactorInput.bytes)
            #expect(package.part(of: commitment)?.bindingFactor.bytes.array == signer.bindingFactor.bytes)
        }
    }

    @Test func signature() throws {
        let pairs = try file.signers.map { try pair($0) }
        let package = try SigningPackage(pairs.map(\.commitment), for: digest, of: dealt.set)
        let shares = try pairs.map { try $0.sign(package) }
        #expect(shares.map(\.value.bytes.array) == file.signers.map(\.signatureShare.bytes))
        for share in shares { #expect(package.isValid(share)) }
        let signature = try package.signature(from: shares)
        #expect(signature.bytes == file.signature.bytes)
        #expect(try package.signature(from: shares.reversed()) == signature)
        #expect(dealt.set.publicKey.verify(signature, message: digest.bytes))
    }

    private func bytes(_ digest: SHA512.Digest) -> [UInt8] {
        digest.withBytes { Array(UnsafeBufferPointer(start: $0, count: 64)) }
    }
}
