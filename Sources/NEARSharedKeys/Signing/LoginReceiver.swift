// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
public import NEARShares

/// The service that takes the login's share of a new set, and shows that it has it.
///
/// A service that gives its share is asked for it. One that signs with it makes its part of a signature of a message
/// that no site takes; that part is compared with the set.
public struct LoginReceiver: ShareReceiver {
    private let provider: any LoginShareProvider
    private let token: LoginToken
    private let old: ShareSetID?

    /// The login.
    public var holder: ShareHolder { .login }

    /// Takes a provider and the proof that the person has signed in.
    ///
    /// - Parameter old: The set whose place the new one takes.
    public init(_ provider: any LoginShareProvider, token: LoginToken, replacing old: ShareSetID? = nil) {
        self.provider = provider
        self.token = token
        self.old = old
    }

    /// Brings the share to the service, and has it shown.
    ///
    /// The new set doesn't count there before `LoginShareProvider.replace(_:by:phase:token:)` has committed it.
    public func store(_ share: ProvenShare) async throws(SharedKeyError) {
        guard let new = NewShareSet(share) else { throw .share(.foreign(.login)) }
        do throws(LoginError) {
            try await provider.replace(old, by: new, phase: .prepare, token: token)
        } catch {
            throw .login(error)
        }
        switch provider.mode {
        case .release: try await compare(share)
        case .coSign: try await drill(share)
        }
    }

    private func compare(_ share: ProvenShare) async throws(SharedKeyError) {
        let kept = try await LoginShare(provider, token: token).share(of: share.set.id)
        do throws(KeyShareError) {
            _ = try ProvenShare(kept, of: share.set)
        } catch {
            throw .share(error)
        }
    }

    /// Has the service sign its part of a message, beside a commitment that nobody can answer for.
    private func drill(_ share: ProvenShare) async throws(SharedKeyError) {
        let set = share.set
        guard let other = set.holders.first(where: { $0 != .login }) else { throw .share(.notAHolder(.device)) }
        let payload = ShareDrill.message(of: set)
        let digest = SubjectDigest(payload.hash)
        do throws(LoginError) {
            let theirs = try await provider.commit(set.id, digest: payload.hash, token: token)
            let part: SignatureShare
            let package: SigningPackage
            do throws(CoSigningError) {
                let nonces = PendingNonces(limit: 1)
                let ours = try nonces.commit(by: share, to: digest)
                nonces.discardAll()
                let moved = try SigningCommitment(bytes: [other.rawValue] + ours.bytes.dropFirst())
                package = try SigningPackage([theirs, moved], for: digest, of: set)
            } catch {
                await provider.discard(theirs, of: set.id, token: token)
                throw LoginError.service(.signing)
            }
            part = try await provider.sign(
                .message(payload), of: set.id, list: package.commitments, token: token)
            guard part.holder == .login, package.isValid(part) else { throw LoginError.service(.signing) }
        } catch {
            throw error == .service(.signing) ? .share(.foreign(.login)) : .login(error)
        }
    }
}
