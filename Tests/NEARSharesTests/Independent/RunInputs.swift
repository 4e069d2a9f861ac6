// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import NEARShares

/// The inputs of one run, made of its number, and what comes out of them.
struct RunInputs {
    private let number: Int
    private let signers: [ShareHolder]
    private let further: ShareHolder

    init(_ number: Int) throws {
        self.number = number
        var pairs: [[ShareHolder]] = []
        for one in ShareHolder.allCases {
            for other in ShareHolder.allCases where one < other { pairs.append([one, other]) }
        }
        let signers = pairs[Int(Self.bytes(number, "signers")[0]) % 21]
        let others = ShareHolder.allCases.filter { !signers.contains($0) }
        self.signers = signers
        further = others[Int(Self.bytes(number, "holder")[0]) % 5]
    }

    private static func bytes(_ number: Int, _ name: String) -> [UInt8] {
        SHA2.sha512(Array("near-connect share run \(number) \(name)".utf8))
    }

    private func bytes(_ name: String) -> [UInt8] { Self.bytes(number, name) }

    private func scalar(_ name: String) -> [UInt8] {
        var hash = SHA512()
        hash.update("near-connect share run ")
        hash.update(Array("\(number) \(name)".utf8))
        return Scalar(reducing: hash.finish()).bytes.array
    }

    private func point(_ scalar: [UInt8]) throws -> GroupElement {
        let scalar = try #require(Scalar(scalar))
        return try #require(GroupElement(baseTimes: scalar))
    }

    func transcript() throws -> [UInt8] {
        let secret = scalar("secret")
        let slope = scalar("slope")
        let set = try ShareSet(key: point(secret), slope: point(slope), holders: Set(ShareHolder.allCases))
        let shares = try ShareHolder.allCases.map { try share(of: $0, secret, slope) }
        var transcript = set.key.bytes.array + set.slope.bytes.array + shares.flatMap(\.scalar.exposed)
        transcript += set.id.hash.bytes
        for share in shares { transcript += marks(share) }
        let proven = try signers.map { try ProvenShare(shares[Int($0.rawValue) - 1], of: set) }
        let pair = try SharePair(proven[1], proven[0])
        transcript += try pair.share(of: further).scalar.exposed
        transcript += try refreshed(pair, set)
        return try transcript + signed(proven, set)
    }

    /// Takes a share from the dealer, or from the line where a seed phrase is in the way.
    private func share(of holder: ShareHolder, _ secret: [UInt8], _ slope: [UInt8]) throws -> KeyShare {
        let beside: ShareHolder = holder == .login ? .device : .login
        if let dealt = ShareDealer.deal(secret: secret, slope: slope, to: [holder, beside]) {
            return try dealt.share(of: holder).share
        }
        let (start, rise) = (try #require(Scalar(secret)), try #require(Scalar(slope)))
        let value = start + rise * Scalar(holder.rawValue)
        let scalar = try #require(value.bytes.withBytes { SecretScalar(copying: $0) })
        return KeyShare(holder: holder, scalar: scalar)
    }

    private func marks(_ share: KeyShare) -> [UInt8] {
        share.packed.withUnsafeBytes { packed in
            var bytes = Array(packed) + [0]
            return bytes.withUnsafeMutableBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return [] }
                start[32] = WordBits.shareChecksum(start)
                return [start[32], WordBits.isSeedPhrase(start, wordCount: 24) ? 1 : 0]
            }
        }
    }

    private func refreshed(_ pair: SharePair, _ set: ShareSet) throws -> [UInt8] {
        let change = scalar("change")
        return try change.withUnsafeBufferPointer { change in
            let change = try #require(change.baseAddress)
            let sum = set.slope + GroupElement(baseTimes: change)
            let slope = try #require(sum)
            let shares = try ShareHolder.allCases.map { try pair.share(of: $0, slopeGrownBy: change) }
            let fresh = try ShareSet(key: set.key, slope: slope, holders: Set(ShareHolder.allCases))
            for share in shares { _ = try ProvenShare(share, of: fresh) }
            return slope.bytes.array + shares.flatMap(\.scalar.exposed)
        }
    }

    private func signed(_ proven: [ProvenShare], _ set: ShareSet) throws -> [UInt8] {
        let message = Array(bytes("message").prefix(Int(bytes("length")[0]) % 65))
        let digest = SubjectDigest(message: message)
        var nonces: [[UInt8]] = []
        let pairs = proven.map { share in
            let names = ["hiding \(share.holder.rawValue)", "binding \(share.holder.rawValue)"]
            let random = names.map { Array(bytes($0).prefix(32)) }
            nonces.append(random.flatMap { nonce($0, share) })
            let script = ScriptedRandom(random)
            return NoncePair(by: share, for: digest, random: script.fill)
        }
        let package = try SigningPackage(pairs.map(\.commitment), for: digest, of: set)
        var transcript: [UInt8] = []
        for (index, pair) in pairs.enumerated() {
            let commitment = pair.commitment
            let weight = Lagrange.weightOfKey(signers[index], beside: signers[1 - index])
            transcript += nonces[index] + commitment.hiding.bytes.array + commitment.binding.bytes.array
            transcript += try #require(package.part(of: commitment)).bindingFactor.bytes.array + weight.bytes.array
        }
        let shares = try pairs.map { try $0.sign(package) }
        transcript += package.groupCommitment.bytes.array + package.challenge.bytes.array
        transcript += shares.flatMap(\.value.bytes.array)
        return transcript + (try package.signature(from: shares)).bytes
    }

    private func nonce(_ random: [UInt8], _ share: ProvenShare) -> [UInt8] {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: FROSTHash.h3ByteCount, alignment: 16)
        defer { memory.deallocate() }
        let bytes = memory.bindMemory(to: UInt8.self, capacity: FROSTHash.h3ByteCount)
        FROSTHash.h3(into: bytes, random: ScriptedRandom([random]).fill, share: share.share.scalar)
        return Array(UnsafeBufferPointer(start: bytes, count: 32))
    }
}
