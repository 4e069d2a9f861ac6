// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARShares

/// The commitments of a co-signing service that wait for their second round, each for one share and one digest.
struct ServiceCommitments: Sendable {
    /// The most that wait for one share: whoever asks can't keep other people's signatures out.
    static let limit = 4
    /// The time for which one waits.
    static let life: TimeInterval = 120

    private struct Waiting {
        let commitment: SigningCommitment
        let name: LoginShareName
        let digest: CryptoHash
        let ends: Date
    }

    private var nonces: [LoginShareName: PendingNonces] = [:]
    /// By the commitment's bytes.
    private var waiting: [[UInt8]: Waiting] = [:]

    /// Returns the commitment of these bytes, if it waits.
    func commitment(of bytes: [UInt8]) -> SigningCommitment? { waiting[bytes]?.commitment }

    /// Makes a pair of nonces for one digest.
    mutating func commit(
        _ name: LoginShareName, _ share: ProvenShare, to digest: CryptoHash, now: Date
    ) throws(ShareServiceError) -> SigningCommitment {
        expire(now)
        let nonces = nonces[name] ?? PendingNonces(limit: Self.limit)
        self.nonces[name] = nonces
        do throws(CoSigningError) {
            let commitment = try nonces.commit(by: share, to: SubjectDigest(digest))
            waiting[commitment.bytes] = Waiting(
                commitment: commitment, name: name, digest: digest, ends: now.addingTimeInterval(Self.life))
            return commitment
        } catch {
            throw .busy
        }
    }

    /// Takes a commitment out of the list, whatever comes of it, and compares what it was made for.
    mutating func take(
        _ commitment: SigningCommitment, _ name: LoginShareName, digest: CryptoHash, now: Date
    ) throws(ShareServiceError) -> PendingNonces {
        expire(now)
        guard let waiting = waiting[commitment.bytes], waiting.name == name, let nonces = nonces[name] else {
            throw .signing
        }
        self.waiting[commitment.bytes] = nil
        guard waiting.digest == digest else {
            nonces.discard(commitment)
            throw .otherSubject
        }
        return nonces
    }

    /// Wipes a commitment of this share.
    mutating func discard(_ commitment: SigningCommitment, _ name: LoginShareName) {
        guard waiting[commitment.bytes]?.name == name else { return }
        waiting[commitment.bytes] = nil
        nonces[name]?.discard(commitment)
    }

    mutating func discardAll() {
        for pending in nonces.values { pending.discardAll() }
        (nonces, waiting) = ([:], [:])
    }

    private mutating func expire(_ now: Date) {
        for (bytes, entry) in waiting where entry.ends <= now {
            waiting[bytes] = nil
            nonces[entry.name]?.discard(entry.commitment)
        }
    }
}
