// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives
public import NEARShares
internal import NEARVault
internal import SafeText

/// An access key that exists as shares: it signs with those of two holders, and is never put together.
///
/// This computer's share is read for a signature, compared with the set, used and wiped; one that a login's service has
/// given stays in guarded memory until the sign-out.
/// The other one is here too, or its holder signs elsewhere. This side puts the signature together, so its own part
/// goes to nobody; see ``AccessKeySigner`` for what an error promises. FROST(Ed25519, SHA-512), RFC 9591.
public struct SharedKey: AccessKeySigner {
    /// The second holder.
    public enum Partner: Sendable {
        /// Its share is here for a moment, as the first one's.
        case share(any ShareSource)
        /// It signs elsewhere.
        case coSigner(any CoSigner)

        /// The holder.
        public var holder: ShareHolder {
            switch self {
            case .share(let source): source.holder
            case .coSigner(let signer): signer.holder
            }
        }
    }

    /// The set.
    public let set: ShareSet
    private let source: any ShareSource
    private let partner: Partner

    /// The key that signatures are verified with (ed25519).
    public var publicKey: PublicKey { self.set.publicKey }

    /// Takes two holders of a set.
    ///
    /// - Parameters:
    ///   - set: The set whose key signs.
    ///   - source: The place of the share that is used here.
    ///   - partner: The other holder.
    /// - Throws: ``SharedKeyError/share(_:)`` for holders that the set doesn't have, or one holder twice.
    public init(
        _ set: ShareSet, by source: any ShareSource, with partner: Partner
    ) throws(SharedKeyError) {
        for holder in [source.holder, partner.holder] where !set.holders.contains(holder) {
            throw .share(.notAHolder(holder))
        }
        guard source.holder != partner.holder else { throw .share(.sameHolder(source.holder)) }
        self.set = set
        self.source = source
        self.partner = partner
    }

    /// Signs a subject with both holders' shares, and verifies the signature.
    ///
    /// - Throws: `SigningError.unavailable(reason:)` where a share can't be had, `.refused(reason:)` where its holder
    ///   or user says no, and for a co-signer that breaks the rules, which the reason names; `.cancelled`.
    public func sign(
        _ subject: SigningSubject, told: @escaping @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature {
        guard !Task.isCancelled else { throw .cancelled }
        await told(.connecting)
        let own = try await share(from: source)
        switch partner {
        case .share(let other): return try pair(own, try await share(from: other), for: subject)
        case .coSigner(let signer): return try await coSign(subject, with: own, and: signer, told: told)
        }
    }

    private func pair(
        _ own: ProvenShare, _ other: ProvenShare, for subject: SigningSubject
    ) throws(SigningError) -> Signature {
        guard !Task.isCancelled else { throw .cancelled }
        do {
            return try SharePair(own, other).sign(SubjectDigest(subject.hash))
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    /// Signs in two rounds with a holder elsewhere.
    ///
    /// This side computes while the holder does: its nonces in round one, what both agree on in round two. Its part of
    /// the signature comes last, once the other's was found right.
    private func coSign(
        _ subject: SigningSubject, with own: ProvenShare, and signer: any CoSigner,
        told: @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature {
        let digest = SubjectDigest(subject.hash)
        await told(.round(1, of: 2))
        async let round1 = Self.result { () throws(SigningError) in
            try await signer.commit(set.id, to: subject.hash)
        }
        // Not `SigningNonces`: Swift 6.3 frees a value that can't be copied twice where an error leaves an async
        // function that holds it, after an await in a catch clause.
        let nonces = PendingNonces(limit: 1)
        defer { nonces.discardAll() }
        let ours: SigningCommitment
        do throws(CoSigningError) {
            ours = try nonces.commit(by: own, to: digest)
        } catch {
            throw .unavailable(reason: "\(error)")
        }
        let theirs = try await round1.get()
        guard theirs.holder == signer.holder else { throw Self.fault(.unknownHolder(theirs.holder), of: signer) }
        let list = [ours, theirs].sorted { $0.holder < $1.holder }
        do throws(CoSigningError) {
            try SigningPackage.check(list, of: set)
        } catch {
            await signer.discard(theirs)
            throw Self.fault(error, of: signer)
        }
        guard !Task.isCancelled else {
            await signer.discard(theirs)
            throw .cancelled
        }
        await told(.round(2, of: 2))
        async let round2 = Self.result { () throws(SigningError) in
            try await signer.sign(subject, of: set.id, list: list)
        }
        let agreed: Result<(SigningPackage, SigningPackage.Expectation?), CoSigningError> = Result {
            () throws(CoSigningError) in
            let package = try nonces.signingPackage(list, for: digest, of: set, with: ours)
            return (package, package.expectation(of: signer.holder))
        }
        let part: SignatureShare
        do throws(SigningError) {
            part = try await round2.get()
        } catch {
            await signer.discard(theirs)
            throw error
        }
        do throws(CoSigningError) {
            let (package, expectation) = try agreed.get()
            guard part.holder == signer.holder else { throw .otherSigners }
            guard let expectation, expectation.isMet(by: part) else {
                throw .invalidSignature(atFault: [signer.holder])
            }
            return try package.signature(from: [try nonces.sign(package, with: ours), part])
        } catch {
            throw Self.fault(error, of: signer)
        }
    }

    /// Returns what comes of a call, for a task beside: `async let` forgets the type of an error.
    private static func result<Value: Sendable>(
        of call: @Sendable () async throws(SigningError) -> Value
    ) async -> Result<Value, SigningError> {
        do throws(SigningError) {
            return .success(try await call())
        } catch {
            return .failure(error)
        }
    }

    // MARK: Shares

    /// Reads and compares the shares that are read here, for the error that names the one at fault.
    func compareShares() async throws(SharedKeyError) {
        var sources = [source]
        if case .share(let other) = partner { sources.append(other) }
        for source in sources { _ = try await proven(source) }
    }

    private func proven(_ source: any ShareSource) async throws(SharedKeyError) -> ProvenShare {
        let share = try await source.share(of: set.id)
        do throws(KeyShareError) {
            return try ProvenShare(share, of: set)
        } catch {
            throw SharedKeyError.share(error)
        }
    }

    private func share(from source: any ShareSource) async throws(SigningError) -> ProvenShare {
        do throws(SharedKeyError) {
            return try await proven(source)
        } catch {
            switch error {
            case .vault(.cancelled), .login(.cancelled): throw .cancelled
            case .vault(.refused), .login(.refused): throw .refused(reason: "\(error)")
            default: throw .unavailable(reason: "\(error)")
            }
        }
    }

    private static func fault(_ error: CoSigningError, of signer: any CoSigner) -> SigningError {
        .refused(reason: localized("%1$s answered wrongly: %2$s", "\(signer.holder)", "\(error)"))
    }
}
