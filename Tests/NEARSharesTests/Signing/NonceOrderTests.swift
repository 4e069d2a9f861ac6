// SPDX-License-Identifier: MIT

import Dispatch
import NEARPrimitives
import SeededTesting
import Synchronization
import Testing
import ThreadTesting

@testable import NEARShares

/// Lives of signatures in random order, with retries, exchanges, replays, losses and two threads: no nonce
/// answers twice.
@Suite(.ownThread) struct NonceOrderTests {
    private struct Life {
        let subject: UInt64
        let commitments: [SigningCommitment]
        var package: SigningPackage?
        var shares: [SignatureShare] = []
    }

    private final class World {
        let dealt: DealtShares
        let stores = [PendingNonces(limit: 8), PendingNonces(limit: 8)]
        var random: SplitMix64
        var lives: [Life] = []
        var answers: [SigningCommitment: SignatureShare] = [:]
        var signatures: Set<[UInt8]> = []
        var groupCommitments: Set<[UInt8]> = []
        var finished = 0
        /// Answers that two threads asked for at once, one of which got it.
        var races = 0

        init(seed: UInt64) throws {
            dealt = try ShareDealer.deal(to: [.device, .recovery])
            random = SplitMix64(seed: seed)
        }
    }

    @Test func noNonceAnswersTwice() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("NonceOrderTests: seed \(seed)")
        let world = try World(seed: seed)
        let count = SoakCount.full(or: 10_000)
        for number in 0..<UInt64(count) {
            try begin(number, world)
            for _ in 0..<Int.random(in: 1...4, using: &world.random) { try step(world) }
        }
        while !world.lives.isEmpty { try step(world) }
        #expect(world.finished > count / 20, "seed \(seed): hardly anything was signed")
        #expect(world.races > count / 50, "seed \(seed): hardly two threads asked at once")
        #expect(world.signatures.count == world.finished, "seed \(seed)")
        #expect(world.groupCommitments.count == world.finished, "seed \(seed): an R twice")
    }

    private func begin(_ number: UInt64, _ world: World) throws {
        // The oldest one is lost where there is no room.
        while world.stores.contains(where: { $0.count >= $0.limit }) {
            discard(0, world)
        }
        let commitments = try zip(world.stores, world.dealt.shares).map { try $0.commit(by: $1, to: digest(number)) }
        world.lives.append(Life(subject: number, commitments: commitments))
    }

    private func discard(_ index: Int, _ world: World) {
        for (store, commitment) in zip(world.stores, world.lives.remove(at: index).commitments) {
            store.discard(commitment)
        }
    }

    private func step(_ world: World) throws {
        guard let index = world.lives.indices.randomElement(using: &world.random) else { return }
        let life = world.lives[index]
        switch Int.random(in: 0..<10, using: &world.random) {
        case 0...5: try advance(index, world)
        case 6:
            // An answer is asked for again, with the list as it was or with another second signer's.
            guard let package = life.package else { return }
            let stranger = SigningNonces(by: world.dealt.shares[1], for: digest(life.subject)).commitment
            let other = try SigningPackage([life.commitments[0], stranger], for: digest(life.subject), of: package.set)
            try sign(
                Bool.random(using: &world.random) ? package : other, with: life.commitments[0], by: 0, world)
        case 7:
            // The commitments are asked to sign something else.
            let package = try SigningPackage(
                life.commitments, for: digest(life.subject &+ 1 << 60), of: world.dealt.set)
            try sign(package, with: life.commitments[1], by: 1, world)
        case 8: discard(index, world)
        default:
            for commitment in life.commitments { try replay(commitment, of: life.subject, world) }
        }
    }

    /// Takes a life one step on: list, first answer, second answer, signature.
    private func advance(_ index: Int, _ world: World) throws {
        let life = world.lives[index]
        guard let package = life.package else {
            world.lives[index].package = try SigningPackage(
                life.commitments, for: digest(life.subject), of: world.dealt.set)
            return
        }
        guard life.shares.count < 2 else {
            let signature = try package.signature(from: life.shares)
            world.signatures.insert(signature.bytes)
            world.groupCommitments.insert(Array(signature.bytes.prefix(32)))
            world.finished += 1
            world.lives.remove(at: index)
            return
        }
        let signer = life.shares.count
        guard let share = try sign(package, with: life.commitments[signer], by: signer, world) else {
            discard(index, world)
            return
        }
        world.lives[index].shares.append(share)
    }

    /// Asks a signer for an answer under the other one's commitment.
    private func replay(_ commitment: SigningCommitment, of subject: UInt64, _ world: World) throws {
        let signer = commitment.holder == .device ? 1 : 0
        let package = try SigningPackage(
            [
                SigningNonces(by: world.dealt.shares[0], for: digest(subject)).commitment,
                SigningNonces(by: world.dealt.shares[1], for: digest(subject)).commitment,
            ], for: digest(subject), of: world.dealt.set)
        #expect(throws: CoSigningError.noNonces) { try world.stores[signer].sign(package, with: commitment) }
    }

    @discardableResult
    private func sign(
        _ package: SigningPackage, with commitment: SigningCommitment, by signer: Int, _ world: World
    ) throws -> SignatureShare? {
        let asked = Asked(package: package, commitment: commitment, store: world.stores[signer])
        // One in four answers is asked for by two threads at once.
        let isRace = Int.random(in: 0..<4, using: &world.random) == 0
        let results = isRace ? asked.byTwoThreads() : [asked.answer()]
        let shares = results.compactMap { if case .success(let share) = $0 { share } else { nil } }
        #expect(shares.count < 2, "one pair has answered two threads")
        for case .failure(let error) in results {
            #expect([.noNonces, .otherDigest, .notOurCommitment].contains(error))
        }
        world.races += isRace && !shares.isEmpty ? 1 : 0
        guard let share = shares.first else { return nil }
        #expect(world.answers.updateValue(share, forKey: commitment) == nil, "one pair has answered twice")
        #expect(package.isValid(share))
        return share
    }
}

/// A question to a signer, which any thread may ask.
private struct Asked: Sendable {
    let package: SigningPackage
    let commitment: SigningCommitment
    let store: PendingNonces

    func answer() -> Result<SignatureShare, CoSigningError> {
        Result { () throws(CoSigningError) in try store.sign(package, with: commitment) }
    }

    func byTwoThreads() -> [Result<SignatureShare, CoSigningError>] {
        // One lock a thread: Thread Sanitizer does not see what a Mutex guards, and would report two threads at one.
        let first = Mutex<Result<SignatureShare, CoSigningError>?>(nil)
        let second = Mutex<Result<SignatureShare, CoSigningError>?>(nil)
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            let result = answer()
            if thread == 0 { first.withLock { $0 = result } } else { second.withLock { $0 = result } }
        }
        return [first.withLock(\.self), second.withLock(\.self)].compactMap(\.self)
    }
}
