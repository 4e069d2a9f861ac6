// SPDX-License-Identifier: MIT

internal import SafeText

/// A reason for which two holders make no signature together.
public enum CoSigningError: Error, Hashable, Sendable {
    /// The words that signers send each other.
    public enum Word: Hashable, Sendable {
        /// A ``SigningCommitment``.
        case commitment
        /// A ``SignatureShare``.
        case signatureShare
    }

    // MARK: Reading

    /// The bytes have another length, or name no holder.
    case malformed(Word)
    /// A point of this holder's commitment isn't of the prime-order group, or is its identity.
    case invalidCommitment(ShareHolder)
    /// The number of this holder's signature share isn't below the group's order.
    case invalidSignatureShare(ShareHolder)

    // MARK: The list

    /// There are not two signers.
    case signerCount(Int)
    /// The list isn't in the order of the holders' places, or names one twice.
    case order
    /// The set has no such holder.
    case unknownHolder(ShareHolder)
    /// The second holder's commitment has a point of the first one's.
    case copiedCommitment(ShareHolder)
    /// The commitments cancel each other out, which random ones don't.
    case cancellingCommitments

    // MARK: Signing

    /// The list doesn't have our commitment as we sent it.
    case notOurCommitment
    /// The nonces were made for another digest.
    case otherDigest
    /// The nonces were made for another set of shares.
    case otherSet
    /// The nonces were made by another process, of which this one is a fork.
    case otherProcess
    /// There are no nonces for the commitment: they were used, discarded, or never made here.
    case noNonces
    /// So many pairs of nonces wait for their use already.
    case tooManyNonces(limit: Int)

    // MARK: The signature

    /// The signature shares aren't those of the two signers.
    case otherSigners
    /// The signature doesn't verify, since these holders' shares of it are wrong.
    case invalidSignature(atFault: [ShareHolder])
}

extension CoSigningError: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .malformed(.commitment): localized("A signer’s first answer can’t be read.")
        case .malformed(.signatureShare): localized("A signer’s second answer can’t be read.")
        case .invalidCommitment(let holder), .invalidSignatureShare(let holder), .copiedCommitment(let holder):
            localized("The answer of %1$s breaks the rules of signing. Nothing was signed.", "\(holder)")
        case .signerCount, .order, .otherSigners, .cancellingCommitments, .notOurCommitment, .otherSet:
            localized("The signers’ answers don’t go together. Nothing was signed. Try again.")
        case .unknownHolder(let holder):
            localized("The account’s key has no share of %1$s. It may have been replaced.", "\(holder)")
        case .otherDigest: localized("A signer asked for another signature than was agreed to. Nothing was signed.")
        case .otherProcess, .noNonces: localized("This signature was begun elsewhere or has ended. Try again.")
        case .tooManyNonces(let limit):
            localized("%1$s signatures wait to be finished. Finish or cancel some first.", "\(limit)")
        case .invalidSignature(let holders) where holders.count == 1:
            localized("The signature is wrong: the answer of %1$s is at fault. Nothing was signed.", "\(holders[0])")
        case .invalidSignature: localized("The signature is wrong. Nothing was signed. Try again.")
        }
    }
}
