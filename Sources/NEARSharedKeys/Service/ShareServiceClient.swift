// SPDX-License-Identifier: MIT

package import FoundationEssentials
public import NEARConnectCore
public import NEARPrimitives
public import NEARShares
public import NEARVault
internal import SafeText

/// A share service that is spoken with over HTTP (docs/share-service.md), and the login that it takes.
///
/// Each request is sent once: a commitment and a part of a signature are never asked for twice. Safe to use on any
/// thread.
public struct ShareServiceClient: LoginShareProvider {
    /// The largest answer that is read, in bytes.
    static let answerLimit = 64 << 10

    /// The service's address, without a slash at its end.
    public let address: String
    /// The service's way with its share.
    public let mode: LoginShareMode
    /// The login.
    public let login: OpenIDClient
    /// The place of the login's session.
    public var sessionPlace: VaultPlace? { login.sessionPlace }
    private let servers: LoginServers
    private let now: @Sendable () -> Date

    /// Takes a service and a login; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - address: The https address of the service.
    ///   - mode: The service's way with its share.
    ///   - login: The login; its configuration says whether http addresses of this computer are taken.
    public init(_ address: String, mode: LoginShareMode, login: OpenIDClient) {
        self.init(address, mode: mode, login: login, now: { Date() })
    }

    package init(
        _ address: String, mode: LoginShareMode, login: OpenIDClient, now: @escaping @Sendable () -> Date
    ) {
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.mode = mode
        self.login = login
        self.now = now
        servers = LoginServers(
            allowsPlainLoopback: login.configuration.allowsPlainLoopback, timeout: login.configuration.timeout)
    }

    /// Has the person sign in with the browser.
    public func signIn(_ hint: LoginHint) async throws(LoginError) -> LoginToken {
        try await login.signIn(hint)
    }

    /// Goes on with the session in the login's vault, without a browser.
    public func resume() async throws(LoginError) -> LoginToken {
        try await login.resume()
    }

    /// Returns the sets of which the service has this login's share.
    public func sets(token: LoginToken) async throws(LoginError) -> [HeldShareSet] {
        try await ask(.sets, token).sets()
    }

    /// Returns the login's share, sealed to a key.
    public func share(
        of set: ShareSetID, token: LoginToken, to key: BoxPublicKey
    ) async throws(LoginError) -> SealedShare {
        try await ask(.share(set, to: key), token).share()
    }

    /// Returns a commitment for one digest.
    public func commit(
        _ set: ShareSetID, digest: CryptoHash, token: LoginToken
    ) async throws(LoginError) -> SigningCommitment {
        try await ask(.commit(set, digest: digest), token).commitment()
    }

    /// Signs the subject whose digest was committed to.
    public func sign(
        _ subject: SigningSubject, of set: ShareSetID, list: [SigningCommitment], token: LoginToken
    ) async throws(LoginError) -> SignatureShare {
        try await ask(.sign(set, subject, list: list), token).part()
    }

    /// Says that a commitment won't be used; a service that doesn't hear it forgets it by itself.
    public func discard(_ commitment: SigningCommitment, of set: ShareSetID, token: LoginToken) async {
        do {
            // Also for a caller who was cancelled, which is when there is something to discard.
            _ = try await Task { try await ask(.discard(set, commitment), token) }.value
        } catch {
            // The service's own time limit ends it.
        }
    }

    /// Takes one step of bringing a share to the service.
    public func replace(
        _ old: ShareSetID?, by new: NewShareSet, phase: ReplacePhase, token: LoginToken
    ) async throws(LoginError) {
        var sealed: SealedShare?
        if phase == .prepare {
            guard let share = new.share else { throw .service(.request) }
            sealed = try await seal(share.share)
        }
        _ = try await ask(.replace(old, by: new.set, phase: phase, share: sealed), token)
    }

    /// Ends the person's tokens at the service, and the session, which ends here also where nobody answers.
    public func signOut(_ token: LoginToken?) async throws(LoginError) {
        var fault: LoginError?
        do throws(LoginError) {
            if let token { try await end(token) }
        } catch {
            // It has ended already, and no session is kept that could end others.
            if error != .noSession { fault = error }
        }
        try await login.signOut()
        if let fault { throw fault }
    }

    private func end(_ token: LoginToken) async throws(LoginError) {
        do throws(LoginError) {
            _ = try await ask(.signOut, token)
        } catch {
            // It has run out, or has ended already: a fresh one ends all others.
            guard error == .service(.token) else { throw error }
            let fresh = try await login.resume()
            do throws(LoginError) {
                _ = try await ask(.signOut, fresh)
            } catch {
                // Its key has ended: somebody has signed out elsewhere.
                guard error == .service(.token) else { throw error }
            }
        }
    }

    // MARK: Asking

    /// Seals a share to the service, so that no proxy and no log on the way has it.
    private func seal(_ share: KeyShare) async throws(LoginError) -> SealedShare {
        let json = try await servers.document(
            at: address + ShareServiceRequest.descriptionPath, limit: Self.answerLimit)
        guard json["version"] == 1, let modes = json["modes"]?.arrayValue,
            let key = Self.bytes(json["box"]).flatMap(BoxPublicKey.init), let sealed = SealedShare(share, to: key)
        else { throw ShareServiceAnswer.malformed }
        guard modes.contains(.string(mode.rawValue)) else { throw .service(.mode) }
        return sealed
    }

    private func ask(_ call: ShareServiceCall, _ token: LoginToken) async throws(LoginError) -> ShareServiceAnswer {
        let request = ShareServiceRequest(
            call, to: address, token: token, time: Int64(now().timeIntervalSince1970))
        let body = request.body
        let signature = Base64.encodeForAddress(token.key.sign(ShareServiceRequest.signed(body)))
        let (status, json) = try await servers.post(
            body, as: "application/json", headers: [ShareServiceRequest.signatureField: signature],
            to: address + ShareServiceRequest.path, limit: Self.answerLimit)
        return try ShareServiceAnswer(status: status, json)
    }

    private static func bytes(_ json: JSONValue?) -> [UInt8]? {
        json?.stringValue.flatMap { Base64.decode($0) }
    }
}
