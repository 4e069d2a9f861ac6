// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// All that two signers agree on before they sign, and what follows from it: binding factors, R, the challenge.
///
/// It can only be computed from checked points, so signers in one process may use the same value; one elsewhere makes
/// its own from the same list.
public struct SigningPackage: Hashable, Sendable {
    /// One signer's part of the list.
    private struct Signer: Hashable {
        let commitment: SigningCommitment
        /// The binding factor, ρ.
        let bindingFactor: Scalar
        /// The two commitments bound together, D + ρ·E.
        let nonce: GroupElement
        /// The challenge times the weight of the holder's share.
        let weightedChallenge: Scalar
    }

    /// The set whose key is to sign.
    public let set: ShareSet
    /// The digest to sign.
    public let digest: SubjectDigest
    /// R, the first half of the signature.
    let groupCommitment: GroupElement
    let challenge: Scalar
    private let signers: [Signer]

    /// The list, in the order of the holders' places.
    public var commitments: [SigningCommitment] { signers.map(\.commitment) }

    /// Takes a list of two commitments in the order of their holders' places.
    ///
    /// - Throws: ``CoSigningError/signerCount(_:)``, ``CoSigningError/order``, ``CoSigningError/unknownHolder(_:)``,
    ///   ``CoSigningError/copiedCommitment(_:)``, ``CoSigningError/cancellingCommitments``.
    public init(
        _ commitments: [SigningCommitment], for digest: SubjectDigest, of set: ShareSet
    ) throws(CoSigningError) {
        try self.init(commitments, for: digest, of: set) { $0.bound(by: $1) }
    }

    /// Takes a list as ``init(_:for:of:)``, with a function that computes D + ρ·E of one of its signers.
    init(
        _ commitments: [SigningCommitment], for digest: SubjectDigest, of set: ShareSet,
        bound: (SigningCommitment, Scalar) -> GroupElement?
    ) throws(CoSigningError) {
        try Self.check(commitments, of: set)
        let factors = Self.bindingFactors(commitments, for: digest, of: set)
        var nonces: [GroupElement] = []
        for (commitment, factor) in zip(commitments, factors) {
            guard let nonce = bound(commitment, factor) else { throw .invalidCommitment(commitment.holder) }
            nonces.append(nonce)
        }
        guard let sum = nonces[0] + nonces[1] else { throw .cancellingCommitments }
        let challenge = FROSTHash.h2(commitment: sum, key: set.key, message: digest.bytes)
        let holders = commitments.map(\.holder)
        signers = commitments.indices.map { index in
            let weight = Lagrange.weightOfKey(holders[index], beside: holders[1 - index])
            return Signer(
                commitment: commitments[index], bindingFactor: factors[index], nonce: nonces[index],
                weightedChallenge: challenge * weight)
        }
        groupCommitment = sum
        self.challenge = challenge
        self.digest = digest
        self.set = set
    }

    /// Refuses a list for which there is no package, without the points' arithmetic.
    ///
    /// - Throws: What ``init(_:for:of:)`` throws, ``CoSigningError/cancellingCommitments`` excepted.
    package static func check(_ commitments: [SigningCommitment], of set: ShareSet) throws(CoSigningError) {
        guard commitments.count == 2 else { throw .signerCount(commitments.count) }
        let (first, second) = (commitments[0], commitments[1])
        guard first.holder < second.holder else { throw .order }
        for holder in [first.holder, second.holder] where !set.holders.contains(holder) {
            throw .unknownHolder(holder)
        }
        let points = [first.hiding, first.binding]
        guard !points.contains(second.hiding), !points.contains(second.binding) else {
            throw .copiedCommitment(second.holder)
        }
    }

    /// Computes ρ of each signer (RFC 9591, 4.4).
    private static func bindingFactors(
        _ commitments: [SigningCommitment], for digest: SubjectDigest, of set: ShareSet
    ) -> [Scalar] {
        let message = FROSTHash.h4(digest.bytes)
        let list = FROSTHash.h5 { hash in
            for commitment in commitments {
                hash.update(Scalar(commitment.holder.rawValue).bytes)
                hash.update(commitment.hiding.bytes)
                hash.update(commitment.binding.bytes)
            }
        }
        return commitments.map { commitment in
            FROSTHash.h1 { hash in
                hash.update(set.key.bytes)
                hash.update(message)
                hash.update(list)
                hash.update(Scalar(commitment.holder.rawValue).bytes)
            }
        }
    }

    /// Returns what a signer needs whose commitment is in the list exactly as it is here.
    func part(of commitment: SigningCommitment) -> (bindingFactor: Scalar, weightedChallenge: Scalar)? {
        guard let signer = signers.first(where: { $0.commitment == commitment }) else { return nil }
        return (signer.bindingFactor, signer.weightedChallenge)
    }

    // MARK: The signature

    /// Adds both signers' shares to a signature, which is an ordinary one of ed25519's and verifies for the set's key.
    ///
    /// - Parameter shares: The shares, in either order.
    /// - Throws: ``CoSigningError/otherSigners``; ``CoSigningError/invalidSignature(atFault:)``, which names who sent a
    ///   wrong share. Shares are looked at one by one only where the sum doesn't verify.
    public func signature(from shares: [SignatureShare]) throws(CoSigningError) -> Signature {
        guard shares.map(\.holder).sorted() == signers.map(\.commitment.holder) else { throw .otherSigners }
        let sum = shares[0].value + shares[1].value
        let signature: Signature
        do throws(KeyError) {
            signature = try Signature(keyType: .ed25519, bytes: groupCommitment.bytes.array + sum.bytes.array)
        } catch {
            preconditionFailure("an ed25519 signature has 64 bytes")
        }
        guard set.publicKey.verify(signature, message: digest.bytes) else {
            throw .invalidSignature(atFault: shares.filter { !isValid($0) }.map(\.holder).sorted())
        }
        return signature
    }

    /// Returns whether z·B = D + ρ·E + c·λ·(y·B), the condition under which a signer's share is right.
    public func isValid(_ share: SignatureShare) -> Bool {
        expectation(of: share.holder)?.isMet(by: share) ?? false
    }

    /// Computes the right side of that condition, which needs no share: it can be done before one is there.
    ///
    /// - Returns: `nil` for a holder who isn't among the signers, and for points that cancel each other.
    package func expectation(of holder: ShareHolder) -> Expectation? {
        guard let signer = signers.first(where: { $0.commitment.holder == holder }),
            let weighted = set.publicShare(of: holder).times(signer.weightedChallenge),
            let point = signer.nonce + weighted
        else { return nil }
        return Expectation(holder: holder, point: point)
    }

    /// The point that a signer's share has to give, times the base point.
    package struct Expectation: Sendable {
        fileprivate let holder: ShareHolder
        fileprivate let point: GroupElement

        /// Returns whether a share is the signer's, and right.
        package func isMet(by share: SignatureShare) -> Bool {
            share.holder == holder && GroupElement(baseTimes: share.value) == point
        }
    }
}
