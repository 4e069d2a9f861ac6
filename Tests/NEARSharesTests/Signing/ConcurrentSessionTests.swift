// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import NEARShares

/// A co-signer that opens 253 sessions at once and forges a signature of one more message out of our answers.
///
/// The attack is that on ROS (Benhamouda and others, 2020): each session may get one of two challenges, whose choice
/// is one bit of the challenge of the forged signature. It works against a signer whose nonce doesn't depend on the
/// list of commitments, as the first test shows; RFC 9591's binding factors change our nonce with the choice.
@Suite struct ConcurrentSessionTests {
    private static let count = 253
    private static let message = Array("all that the account has".utf8)

    private let set: ShareSet
    private let attacker: Scalar
    private let victim: Scalar
    private let dealt: DealtShares

    init() throws {
        dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        set = dealt.set
        attacker = try Self.number(of: dealt.share(of: .login))
        victim = try Self.number(of: dealt.share(of: .device))
    }

    private static func number(of share: ProvenShare) throws -> Scalar {
        var bytes = share.share.packed.withUnsafeBytes { Array($0) }
        bytes[31] &= 0x1F
        return try #require(Scalar(bytes))
    }

    private static func random() -> Scalar {
        var hash = SHA512()
        hash.update((0..<64).map { _ in UInt8.random(in: 0 ... .max) })
        return Scalar(reducing: hash.finish())
    }

    /// A session as the attacker sees it: our nonce's point, and the challenges that it may choose.
    private struct Session {
        let nonce: GroupElement
        let challenges: [Scalar]
    }

    /// Chooses a challenge of each session, adds up the answers, and returns whether the message is signed.
    private func forges(_ sessions: [Session], answer: (_ session: Int, _ choice: Int) throws -> Scalar) throws -> Bool
    {
        var power = Scalar(1)
        var factors: [Scalar] = []
        for session in sessions {
            factors.append(power * (try #require((session.challenges[1] + -session.challenges[0]).inverse)))
            power = power + power
        }
        let own = Self.random()
        var commitment = try #require(GroupElement(baseTimes: own))
        for (factor, session) in zip(factors, sessions) {
            let term = try #require(session.nonce.times(factor))
            let sum = commitment + term
            commitment = try #require(sum)
        }
        let challenge = FROSTHash.h2(commitment: commitment, key: set.key, message: Self.message)
        let rest = zip(factors, sessions).reduce(challenge) { rest, next in rest + -(next.0 * next.1.challenges[0]) }
        var value = own + challenge * Lagrange.weightOfKey(.login, beside: .device) * attacker
        for (index, factor) in factors.enumerated() {
            let choice = Int(rest.bytes.array[index / 8] >> (index % 8) & 1)
            value = value + factor * (try answer(index, choice))
        }
        let signature = try Signature(keyType: .ed25519, bytes: commitment.bytes.array + value.bytes.array)
        return set.publicKey.verify(signature, message: Self.message)
    }

    @Test func aSignerWithoutBindingFactorsIsForged() throws {
        let weight = Lagrange.weightOfKey(.device, beside: .login)
        let nonces = (0..<Self.count).map { _ in Self.random() }
        let sessions = try nonces.enumerated().map { index, nonce in
            let point = try #require(GroupElement(baseTimes: nonce))
            let challenges = try (0..<2).map { _ in
                let theirs = try #require(GroupElement(baseTimes: Self.random()))
                let sum = point + theirs
                return FROSTHash.h2(commitment: try #require(sum), key: set.key, message: digest(UInt64(index)).bytes)
            }
            return Session(nonce: point, challenges: challenges)
        }
        let isForged = try forges(sessions) { index, choice in
            nonces[index] + sessions[index].challenges[choice] * weight * victim
        }
        #expect(isForged)
    }

    /// Our signer, asked for 253 messages or for one 253 times, and an attacker who expects either of our nonces.
    @Test(arguments: [true, false], 0..<2) func ourSignerIsNot(_ isOneMessage: Bool, _ expected: Int) throws {
        let device = try dealt.share(of: .device)
        var (pairs, packages, sessions): ([NoncePair], [[SigningPackage]], [Session]) = ([], [], [])
        for index in 0..<Self.count {
            let subject = digest(isOneMessage ? 0 : UInt64(index))
            let pair = NoncePair(by: device, for: subject)
            let choices = try (0..<2).map { _ in
                let theirs = SigningCommitment(
                    holder: .login, hiding: try #require(GroupElement(baseTimes: Self.random())),
                    binding: try #require(GroupElement(baseTimes: Self.random())))
                return try SigningPackage([theirs, pair.commitment], for: subject, of: set)
            }
            let part = try #require(choices[expected].part(of: pair.commitment))
            sessions.append(
                Session(
                    nonce: try #require(pair.commitment.bound(by: part.bindingFactor)),
                    challenges: choices.map(\.challenge)))
            pairs.append(pair)
            packages.append(choices)
        }
        let isForged = try forges(sessions) { index, choice in
            let share = try pairs[index].sign(packages[index][choice])
            #expect(packages[index][choice].isValid(share), "our answer is right, and of no use")
            return share.value
        }
        #expect(!isForged)
    }
}
