// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives
public import NEARShares

/// A holder elsewhere who signs with its share and never gives it away.
///
/// It hears the digest first and the subject afterwards, computes the digest itself, and refuses what isn't allowed.
/// Its answers are input: ``SharedKey`` checks them, and names the co-signer whose answer is wrong.
public protocol CoSigner: Sendable {
    /// The holder.
    var holder: ShareHolder { get }

    /// Returns the public half of a pair of nonces that is bound to a digest (FROST's round one).
    ///
    /// - Throws: `SigningError.unavailable(reason:)`, `.refused(reason:)`, `.cancelled`.
    func commit(_ set: ShareSetID, to digest: CryptoHash) async throws(SigningError) -> SigningCommitment

    /// Returns the holder's part of the signature (FROST's round two).
    ///
    /// - Parameters:
    ///   - subject: A value to sign, of which the co-signer computes the digest.
    ///   - list: Both signers' commitments, in the order of their holders.
    /// - Throws: As ``commit(_:to:)``.
    func sign(
        _ subject: SigningSubject, of set: ShareSetID, list: [SigningCommitment]
    ) async throws(SigningError) -> SignatureShare

    /// Says that a commitment won't be used.
    func discard(_ commitment: SigningCommitment) async
}
