// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives
public import NEARShares
public import NEARVault

/// A new set, and the login's share of it, for the service that is to hold it.
public struct NewShareSet: Sendable {
    /// The set.
    public let set: ShareSet
    /// The login's share, compared with the set; `nil` in the later steps, for which the service has it.
    public let share: ProvenShare?

    /// Takes a set whose share the service has.
    public init(_ set: ShareSet) {
        self.set = set
        share = nil
    }

    /// Takes a share; `nil` for one that isn't the login's.
    public init?(_ share: ProvenShare) {
        guard share.holder == .login else { return nil }
        self.set = share.set
        self.share = share
    }
}

/// A set of which a login's service has the share.
public struct HeldShareSet: Hashable, Sendable {
    /// The set.
    public let set: ShareSet
    /// The set's part, as far as the service knows.
    public let state: ShareSetState

    /// Takes a set and its part.
    public init(_ set: ShareSet, _ state: ShareSetState) { (self.set, self.state) = (set, state) }
}

/// A step of the replacement of a login's share; each may be done again.
public enum ReplacePhase: String, CaseIterable, Hashable, Sendable {
    /// The new share is stored beside the old one, which still counts.
    case prepare
    /// The new set counts, or one that was retired counts again. The old share stays for as long as retired shares do.
    case commit
    /// The new share, which never counted, is erased.
    case abandon
}

/// A login that holds a share: an identity provider and a service, or whatever a program brings.
///
/// Its answers are input. Calls end when their task is cancelled.
public protocol LoginShareProvider: Sendable {
    /// The service's way with its share.
    var mode: LoginShareMode { get }

    /// The place in which the session is kept; `nil` where none is.
    var sessionPlace: VaultPlace? { get }

    /// Has the person sign in.
    func signIn(_ hint: LoginHint) async throws(LoginError) -> LoginToken

    /// Goes on with a session that was kept, without asking anybody.
    ///
    /// - Throws: ``LoginError/noSession`` where that isn't possible.
    func resume() async throws(LoginError) -> LoginToken

    /// Returns the sets of which the service has this login's share: for a computer that has no record of them.
    ///
    /// The service may lie; a set counts once a share that is at hand fits, and the chain shows its key.
    func sets(token: LoginToken) async throws(LoginError) -> [HeldShareSet]

    /// Returns the login's share of a set, sealed to a key of the caller (``LoginShareMode/release`` only).
    func share(
        of set: ShareSetID, token: LoginToken, to key: BoxPublicKey
    ) async throws(LoginError) -> SealedShare

    /// Returns a commitment for one digest; with it no other digest is signed (``LoginShareMode/coSign`` only).
    func commit(
        _ set: ShareSetID, digest: CryptoHash, token: LoginToken
    ) async throws(LoginError) -> SigningCommitment

    /// Signs the subject whose digest was committed to, if the service's limits allow it.
    func sign(
        _ subject: SigningSubject, of set: ShareSetID, list: [SigningCommitment], token: LoginToken
    ) async throws(LoginError) -> SignatureShare

    /// Says that a commitment won't be used.
    func discard(_ commitment: SigningCommitment, of set: ShareSetID, token: LoginToken) async

    /// Takes one step of bringing a share to the service, in place of an old one or of none.
    func replace(
        _ old: ShareSetID?, by new: NewShareSet, phase: ReplacePhase, token: LoginToken
    ) async throws(LoginError)

    /// Ends the person's tokens, at the service too, and the session that was kept.
    ///
    /// - Parameter token: The token; `nil` where there is none to be had. What was kept ends all the same.
    /// - Throws: ``LoginError`` where the service didn't hear it; here the session has ended.
    func signOut(_ token: LoginToken?) async throws(LoginError)
}

extension LoginShareProvider {
    /// None: a provider that keeps sessions says where.
    public var sessionPlace: VaultPlace? { nil }
}
