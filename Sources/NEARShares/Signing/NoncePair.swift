// SPDX-License-Identifier: MIT

internal import CSodium
internal import GuardedMemory
internal import Synchronization

/// Two secret nonces for one digest, used at most once and wiped before their answer is known.
///
/// Whoever gets two answers of one pair computes the share. So the pair leaves its place under a lock before it is
/// looked at, whatever comes of that; a fork of this process has zeros where it was, and is refused by the process's id
/// too. A copy of the whole machine's memory can't be told from the original.
final class NoncePair: Sendable {
    /// The public half.
    let commitment: SigningCommitment
    private let digest: SubjectDigest
    private let share: ProvenShare
    /// d, then e; `nil` once they were used or discarded.
    private let nonces: Mutex<SecretBytes?>

    /// Makes a pair for one digest.
    ///
    /// - Parameter random: A function that writes random bytes, called once for each nonce, d first.
    init(
        by share: ProvenShare, for digest: SubjectDigest,
        random: (UnsafeMutableRawBufferPointer) -> Void = { memory in
            if let start = memory.baseAddress { randombytes_buf(start, memory.count) }
        }
    ) {
        var points: [GroupElement] = []
        let nonces = SecretBytes(count: Self.byteCount, isWipedInForks: true) { memory in
            let memory = memory.bindMemory(to: UInt8.self)
            guard let start = memory.baseAddress else { return }
            let scratch = start + 2 * SecretScalar.count
            for nonce in [start, start + SecretScalar.count] {
                repeat {
                    FROSTHash.h3(into: scratch, random: random, share: share.share.scalar)
                } while sodium_is_zero(scratch, SecretScalar.count) == 1
                nonce.update(from: scratch, count: SecretScalar.count)
                points.append(GroupElement(baseTimes: nonce))
            }
            sodium_memzero(scratch, FROSTHash.h3ByteCount)
            sodium_stackzero(8192)
        }
        self.share = share
        self.digest = digest
        self.nonces = Mutex(nonces)
        commitment = SigningCommitment(holder: share.holder, hiding: points[0], binding: points[1])
    }

    private static let byteCount = 2 * SecretScalar.count + FROSTHash.h3ByteCount

    /// Signs, once: z = d + e·ρ + y·(λ·c).
    ///
    /// The nonces are gone afterwards, also where it throws.
    ///
    /// - Throws: ``CoSigningError/noNonces``, ``CoSigningError/otherProcess``, ``CoSigningError/otherSet``,
    ///   ``CoSigningError/otherDigest``, ``CoSigningError/notOurCommitment``.
    func sign(_ package: SigningPackage) throws(CoSigningError) -> SignatureShare {
        guard let nonces = take() else { throw .noNonces }
        guard nonces.isOfThisProcess, !Self.isWiped(nonces) else { throw .otherProcess }
        guard package.set == share.set else { throw .otherSet }
        guard package.digest == digest else { throw .otherDigest }
        guard let part = package.part(of: commitment) else { throw .notOurCommitment }
        let value = nonces.withBytes { nonces in
            answer(nonces, factor: part.bindingFactor, challenge: part.weightedChallenge)
        }
        return SignatureShare(holder: share.holder, value: value)
    }

    /// Computes D + ρ·E, as anybody can from the commitment, in a fourth of the time.
    ///
    /// - Returns: `nil` for zero; what the points give once the nonces are gone.
    func bound(by factor: Scalar) -> GroupElement? {
        nonces.withLock { nonces in
            guard let nonces, nonces.isOfThisProcess, !Self.isWiped(nonces) else { return commitment.bound(by: factor) }
            return nonces.withBytes { nonces in
                Self.withBound(nonces, by: factor) { bound in
                    sodium_is_zero(bound, SecretScalar.count) == 1 ? nil : GroupElement(baseTimes: bound)
                }
            }
        }
    }

    /// Wipes the nonces.
    func discard() {
        _ = take()
    }

    private func take() -> SecretBytes? {
        nonces.withLock { nonces in nonces.take() }
    }

    private static func isWiped(_ nonces: SecretBytes) -> Bool {
        nonces.withBytes { sodium_is_zero($0, SecretScalar.count) == 1 }
    }

    private func answer(_ nonces: UnsafePointer<UInt8>, factor: Scalar, challenge: Scalar) -> Scalar {
        Self.withBound(nonces, by: factor) { bound in
            let weighted = bound + SecretScalar.count
            challenge.bytes.withBytes { challenge in
                share.share.scalar.withBytes { crypto_core_ed25519_scalar_mul(weighted, $0, challenge) }
            }
            return Scalar { crypto_core_ed25519_scalar_add($0, bound, weighted) }
        }
    }

    /// Gives d + e·ρ to a function, with room for a further number behind it.
    ///
    /// Both and the stack are wiped afterwards.
    private static func withBound<Result>(
        _ nonces: UnsafePointer<UInt8>, by factor: Scalar, _ body: (UnsafeMutablePointer<UInt8>) -> Result
    ) -> Result {
        withWipedStack {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * SecretScalar.count) { memory in
                guard let bound = memory.baseAddress else { preconditionFailure("no memory for two numbers") }
                defer { sodium_memzero(bound, memory.count) }
                factor.bytes.withBytes { crypto_core_ed25519_scalar_mul(bound, nonces + SecretScalar.count, $0) }
                crypto_core_ed25519_scalar_add(bound, nonces, bound)
                return body(bound)
            }
        }
    }
}
