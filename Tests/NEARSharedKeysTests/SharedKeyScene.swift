// SPDX-License-Identifier: MIT

import FoundationEssentials
import GuardedMemory
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import NEARShares
import NEARVault
import Synchronization
import Testing

/// A set of three holders, with a vault of this computer and a co-signer elsewhere.
struct SharedKeyScene {
    let dealt: DealtShares
    let vault = MemoryVault()

    var set: ShareSet { dealt.set }

    init() throws {
        dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
    }

    func share(_ holder: ShareHolder) throws -> ProvenShare {
        try #require(dealt.shares.first { $0.holder == holder })
    }

    /// The device's share, in the vault.
    func device() async throws -> VaultShare {
        let place = try VaultShare(.device, in: vault)
        try await place.store(try share(.device))
        return place
    }

    func words() throws -> HandedShare { HandedShare(try share(.recovery).share) }

    func coSigner(_ behaviour: ScriptedCoSigner.Behaviour = .right) throws -> ScriptedCoSigner {
        ScriptedCoSigner(try share(.login), behaviour)
    }

    static func transfer(of key: PublicKey, nonce: UInt64 = 1) throws -> SigningSubject {
        .transaction(
            .v0(
                TransactionV0(
                    signerId: try AccountId("alice.near"), publicKey: key, nonce: nonce,
                    receiverId: try AccountId("bob.near"), blockHash: .sha256([1]),
                    actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))])))
    }
}

/// A holder in another place of this process, who signs by the rules or breaks one of them.
final class ScriptedCoSigner: CoSigner {
    enum Behaviour: Sendable, CaseIterable {
        case right
        /// Commits in the name of another holder.
        case otherHolder
        /// Answers a message of its own choice, with the nonces that were meant for ours.
        case otherMessage
        /// Sends the answer of an earlier signature.
        case replay
        /// Sends a commitment that it has sent before.
        case oldCommitment
        /// Says no after the commitment.
        case refusal
        /// Doesn't answer the second round.
        case silence
    }

    private struct State {
        var commitments = 0
        var waiting = 0
        var first: SigningCommitment?
        var firstAnswer: SignatureShare?
    }

    let holder = ShareHolder.login
    let behaviour: Behaviour
    private let share: ProvenShare
    private let nonces = PendingNonces()
    private let state = Mutex(State())

    init(_ share: ProvenShare, _ behaviour: Behaviour) {
        (self.share, self.behaviour) = (share, behaviour)
    }

    /// The pairs of nonces that wait for their use.
    var pending: Int { nonces.count }
    var commitments: Int { state.withLock { $0.commitments } }

    func commit(_ set: ShareSetID, to digest: CryptoHash) async throws(SigningError) -> SigningCommitment {
        do throws(CoSigningError) {
            let commitment = try nonces.commit(by: share, to: SubjectDigest(digest))
            let first = state.withLock { state in
                state.commitments += 1
                if state.first == nil { state.first = commitment }
                return state.first ?? commitment
            }
            switch behaviour {
            case .otherHolder:
                return try SigningCommitment(bytes: [ShareHolder.app.rawValue] + commitment.bytes.dropFirst())
            case .oldCommitment: return first
            default: return commitment
            }
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    func sign(
        _ subject: SigningSubject, of set: ShareSetID, list: [SigningCommitment]
    ) async throws(SigningError) -> SignatureShare {
        if behaviour == .refusal { throw .refused(reason: "more than the limit") }
        if behaviour == .silence {
            do {
                try await Task.sleep(for: .seconds(600))
            } catch {
                throw .cancelled
            }
        }
        do throws(CoSigningError) {
            guard let own = list.first(where: { $0.holder == holder }) else { throw .notOurCommitment }
            let digest = SubjectDigest(behaviour == .otherMessage ? .sha256([9]) : subject.hash)
            if behaviour == .otherMessage {
                // A cheat has nonces for whatever it likes.
                let cheat = SigningNonces(by: share, for: digest)
                let other = list.filter { $0.holder != holder } + [cheat.commitment]
                return try cheat.sign(
                    try SigningPackage(other.sorted { $0.holder < $1.holder }, for: digest, of: share.set))
            }
            let answer = try nonces.sign(try SigningPackage(list, for: digest, of: share.set), with: own)
            return state.withLock { state in
                if state.firstAnswer == nil { state.firstAnswer = answer }
                return behaviour == .replay ? state.firstAnswer ?? answer : answer
            }
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    func discard(_ commitment: SigningCommitment) async { nonces.discard(commitment) }
}
