// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives
public import NEARShares

/// The login as a signer: its service signs with its share, and never gives it away.
public struct LoginCoSigner: CoSigner {
    private let provider: any LoginShareProvider
    private let token: LoginToken
    private let set: ShareSetID
    private let session: LoginShareSession?

    /// The login.
    public var holder: ShareHolder { .login }

    /// Takes a provider, the proof that the person has signed in, and the set that is signed with.
    public init(_ provider: any LoginShareProvider, token: LoginToken, for set: ShareSetID) {
        (self.provider, self.token, self.set, session) = (provider, token, set, nil)
    }

    init(
        _ provider: any LoginShareProvider, token: LoginToken, for set: ShareSetID, in session: LoginShareSession
    ) {
        (self.provider, self.token, self.set, self.session) = (provider, token, set, session)
    }

    /// Asks for a commitment.
    public func commit(_ set: ShareSetID, to digest: CryptoHash) async throws(SigningError) -> SigningCommitment {
        do throws(LoginError) {
            try session?.checkOpen()
            let commitment = try await provider.commit(set, digest: digest, token: token)
            try session?.checkOpen()
            return commitment
        } catch {
            throw Self.failed(error)
        }
    }

    /// Asks for the service's part of a signature.
    public func sign(
        _ subject: SigningSubject, of set: ShareSetID, list: [SigningCommitment]
    ) async throws(SigningError) -> SignatureShare {
        do throws(LoginError) {
            try session?.checkOpen()
            let part = try await provider.sign(subject, of: set, list: list, token: token)
            try session?.checkOpen()
            return part
        } catch {
            throw Self.failed(error)
        }
    }

    /// Tells the service that a commitment won't be used.
    public func discard(_ commitment: SigningCommitment) async {
        await provider.discard(commitment, of: set, token: token)
    }

    private static func failed(_ error: LoginError) -> SigningError {
        switch error {
        case .cancelled: .cancelled
        case .service(.limit), .service(.otherSubject), .service(.signing), .refused:
            .refused(reason: error.description)
        default: .unavailable(reason: error.description)
        }
    }
}
