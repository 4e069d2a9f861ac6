// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARConnectCore
import NEARPrimitives
import NEARShares
import NEARVault
import Synchronization
import Testing

@testable import NEARSharedKeys

/// Signatures by two holders, and what a holder may do wrong.
@Suite struct SharedKeyTests {
    private let silence: @Sendable (SigningStep) async -> Void = { _ in }

    private static func error(_ body: () async throws(SigningError) -> Signature) async -> SigningError? {
        do throws(SigningError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func everyPairOfHoldersSigns() async throws {
        let scene = try SharedKeyScene()
        let device = try await scene.device()
        let keys = [
            try SharedKey(scene.set, by: device, with: .share(try scene.words())),
            try SharedKey(scene.set, by: device, with: .coSigner(try scene.coSigner())),
            try SharedKey(scene.set, by: try scene.words(), with: .coSigner(try scene.coSigner())),
        ]
        let subject = try SharedKeyScene.transfer(of: scene.set.publicKey)
        for key in keys {
            let signature = try await key.sign(subject, told: silence)
            #expect(scene.set.publicKey.verify(signature, hash: subject.hash))
        }
    }

    @Test func eachStepIsTold() async throws {
        let scene = try SharedKeyScene()
        let key = try SharedKey(scene.set, by: try await scene.device(), with: .coSigner(try scene.coSigner()))
        let steps = Mutex<[SigningStep]>([])
        _ = try await key.sign(try SharedKeyScene.transfer(of: key.publicKey)) { step in
            steps.withLock { $0.append(step) }
        }
        #expect(steps.withLock { $0 } == [.connecting, .round(1, of: 2), .round(2, of: 2)])
    }

    @Test(arguments: ScriptedCoSigner.Behaviour.allCases.filter { $0 != .right && $0 != .silence })
    func aCoSignerThatBreaksARuleIsNamedAndNothingIsSigned(_ behaviour: ScriptedCoSigner.Behaviour) async throws {
        let scene = try SharedKeyScene()
        let signer = try scene.coSigner(behaviour)
        let key = try SharedKey(scene.set, by: try await scene.device(), with: .coSigner(signer))
        // What is right once may be wrong when it comes again.
        let isRepetition = behaviour == .replay || behaviour == .oldCommitment
        if isRepetition {
            _ = try await key.sign(try SharedKeyScene.transfer(of: key.publicKey), told: silence)
        }
        let error = await Self.error { () throws(SigningError) in
            do {
                return try await key.sign(try SharedKeyScene.transfer(of: key.publicKey, nonce: 2), told: silence)
            } catch let error as SigningError {
                throw error
            } catch {
                throw .cancelled
            }
        }
        switch (behaviour, error) {
        case (.refusal, .refused("more than the limit")): break
        case (.oldCommitment, .unavailable): break
        case (.otherHolder, .refused(let reason)), (.otherMessage, .refused(let reason)),
            (.replay, .refused(let reason)):
            #expect(reason.hasPrefix("the login answered wrongly: "), "\(reason)")
        default: Issue.record("\(behaviour): \(error.map { "\($0)" } ?? "signed")")
        }
    }

    @Test func aCancelledSignatureEndsAtTheCoSigner() async throws {
        let scene = try SharedKeyScene()
        let signer = try scene.coSigner(.silence)
        let key = try SharedKey(scene.set, by: try await scene.device(), with: .coSigner(signer))
        let subject = try SharedKeyScene.transfer(of: key.publicKey)
        let (rounds, round) = AsyncStream.makeStream(of: SigningStep.self)
        let task = Task { () -> SigningError? in
            await Self.error { () throws(SigningError) in
                try await key.sign(subject) { step in round.yield(step) }
            }
        }
        for await step in rounds where step == .round(2, of: 2) { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(signer.pending == 0, "the co-signer keeps no nonces for a signature that has ended")
    }

    // MARK: Shares

    @Test func whatStandsInAVaultIsInput() async throws {
        let scene = try SharedKeyScene()
        let device = try await scene.device()
        let (other, words) = (try SharedKeyScene(), try scene.words())
        let subject = try SharedKeyScene.transfer(of: scene.set.publicKey)
        let key = try SharedKey(scene.set, by: device, with: .share(words))
        let name = try SecretName(.keyShare, id: "\(scene.set.id)/2")
        let wrong: [(SecretBytes?, String)] = [
            (nil, "isn’t where it was put"),
            (SecretBytes(copying: [1, 2, 3]), "32 bytes"),
            (SecretBytes(copying: [UInt8](repeating: 0, count: 32)), "doesn’t say whose it is"),
            (try other.share(.device).share.packed, "not the share of the first computer"),
            (try scene.share(.recovery).share.packed, "not the share of the first computer"),
        ]
        for (secret, words) in wrong {
            if let secret { try await scene.vault.store(secret, as: name) } else { try await scene.vault.remove(name) }
            let error = await Self.error { () throws(SigningError) in try await key.sign(subject, told: silence) }
            guard case .unavailable(let reason) = error else {
                Issue.record("\(words): \(error.map { "\($0)" } ?? "signed")")
                continue
            }
            #expect(reason.contains(words), "\(reason)")
        }
    }

    @Test func holdersThatTheSetDoesNotHaveAreRefused() async throws {
        let scene = try SharedKeyScene()
        let other = try ShareDealer.deal(to: [.device, .recovery, .app])
        let app = HandedShare(try #require(other.shares.first { $0.holder == .app }).share)
        #expect(throws: SharedKeyError.share(.notAHolder(.app))) {
            try SharedKey(scene.set, by: app, with: .share(try scene.words()))
        }
        #expect(throws: SharedKeyError.share(.sameHolder(.recovery))) {
            try SharedKey(scene.set, by: try scene.words(), with: .share(try scene.words()))
        }
        let foreign = HandedShare(try #require(other.shares.first { $0.holder == .recovery }).share)
        let key = try SharedKey(scene.set, by: try await scene.device(), with: .share(foreign))
        let subject = try SharedKeyScene.transfer(of: key.publicKey)
        let error = await Self.error { () throws(SigningError) in try await key.sign(subject, told: silence) }
        #expect(error == .unavailable(reason: KeyShareError.foreign(.recovery).description))
    }

    @Test func sharesOfALoginAndOfAProgramAreInNoVault() throws {
        for holder in [ShareHolder.login, .app] {
            #expect(throws: SharedKeyError.noVault(holder)) { try VaultShare(holder, in: MemoryVault()) }
        }
    }

    @Test func noPlaceAloneSigns() async throws {
        let scene = try SharedKeyScene()
        let device = try await scene.device()
        // All that the vault gives away, against all that is public.
        var shares: [KeyShare] = []
        for name in try await scene.vault.names() {
            shares.append(try KeyShare(packed: try #require(try await scene.vault.secret(named: name))))
        }
        #expect(shares.count == 1)
        for share in shares {
            #expect(throws: SharedKeyError.share(.sameHolder(.device))) {
                try SharedKey(scene.set, by: device, with: .share(HandedShare(share)))
            }
        }
    }

    @Test func errorsAndValuesHaveNoShare() async throws {
        let scene = try SharedKeyScene()
        let share = try scene.share(.recovery).share
        let key = try SharedKey(scene.set, by: HandedShare(share), with: .share(try await scene.device()))
        var texts = ["\(HandedShare(share))", "\(key)", String(reflecting: key)]
        dump(key, to: &texts[0])
        let words = try ShareWords(share).exposedText().split(separator: " ")
        let secret = share.packed.withUnsafeBytes { Array($0) }
        for text in texts {
            #expect(!text.contains(Base58.encode(secret)) && !text.contains(Hexadecimal.encode(secret)))
            #expect(!text.contains(words.prefix(2).joined(separator: " ")))
        }
    }
}
