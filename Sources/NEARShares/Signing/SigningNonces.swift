// SPDX-License-Identifier: MIT

/// A pair of nonces that one holder has made for one digest: the state between the two rounds.
///
/// It can't be copied, and signing consumes it: a second use doesn't compile. One that was copied behind the compiler's
/// back ends the program.
public struct SigningNonces: ~Copyable, Sendable {
    let pair: NoncePair

    /// The public half, which goes to the other signer.
    public var commitment: SigningCommitment { pair.commitment }

    /// Makes a pair from the system's random generator and the share.
    public init(by share: ProvenShare, for digest: SubjectDigest) {
        self.init(NoncePair(by: share, for: digest))
    }

    init(_ pair: NoncePair) {
        self.pair = pair
    }

    deinit {
        pair.discard()
    }

    /// Signs; the nonces are wiped before this returns or throws.
    ///
    /// - Throws: ``CoSigningError/otherProcess``, ``CoSigningError/otherSet``, ``CoSigningError/otherDigest``,
    ///   ``CoSigningError/notOurCommitment``.
    public consuming func sign(_ package: SigningPackage) throws(CoSigningError) -> SignatureShare {
        do throws(CoSigningError) {
            return try pair.sign(package)
        } catch {
            precondition(error != .noNonces, "a pair of nonces was copied and used twice")
            throw error
        }
    }
}
