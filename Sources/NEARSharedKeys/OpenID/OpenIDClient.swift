// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import GuardedMemory
public import NEARPrimitives
public import NEARVault
internal import SafeText

/// Signs people in with an identity provider, in the browser of their system.
///
/// Authorization code with PKCE; the answer comes to a port of this computer, or by a link of the program's own scheme,
/// and is taken once. The ID token is checked before anything is done with it, and its nonce is the hash of a key that
/// this program has. Nothing of it is logged. Safe to use on any thread.
public struct OpenIDClient: Sendable {
    /// Opens an address in the user's browser.
    ///
    /// It may return at once or run for as long as the browser does: the login's answer is waited for meanwhile, and
    /// ends its task. It throws ``LoginError/noBrowser(reason:)`` where the system doesn't take the address.
    public typealias Browser = @Sendable (_ address: String) async throws(LoginError) -> Void

    /// The identity provider.
    public let configuration: OpenIDConfiguration
    private let browser: Browser
    private let links: LoginLinks?
    private let vault: (any SecretVault)?
    private let servers: LoginServers
    private let keys: TokenKeyCache

    /// Prepares a client; nothing is fetched yet.
    ///
    /// - Parameters:
    ///   - configuration: The identity provider.
    ///   - vault: The place for the refresh token and the key that the login is bound to. Without one each start needs
    ///     the browser.
    ///   - links: The program's links, by which the answer comes back; `nil` for a port of this computer.
    ///   - browser: Opens the provider's page.
    public init(
        _ configuration: OpenIDConfiguration, keeping vault: (any SecretVault)? = nil, links: LoginLinks? = nil,
        browser: @escaping Browser
    ) {
        self.init(configuration, keeping: vault, links: links, now: { Date() }, browser: browser)
    }

    package init(
        _ configuration: OpenIDConfiguration, keeping vault: (any SecretVault)?, links: LoginLinks? = nil,
        now: @escaping @Sendable () -> Date, browser: @escaping Browser
    ) {
        self.configuration = configuration
        self.browser = browser
        self.links = links
        self.vault = vault
        let servers = LoginServers(
            allowsPlainLoopback: configuration.allowsPlainLoopback, timeout: configuration.timeout)
        self.servers = servers
        keys = TokenKeyCache(of: configuration, now: now)
    }

    /// The place of the refresh token and the key that the login is bound to; `nil` for none.
    public var sessionPlace: VaultPlace? { vault?.place }

    // MARK: With the browser

    /// Has the person sign in with the browser.
    ///
    /// - Parameters:
    ///   - hint: The kind of login.
    ///   - subject: The person who has to sign in; anybody where it is `nil`.
    /// - Throws: ``LoginError``; when its task is cancelled, the port is closed at once.
    public func signIn(_ hint: LoginHint = LoginHint(), as subject: ExactText? = nil) async throws(LoginError)
        -> LoginToken
    {
        let metadata = try await OpenIDMetadata.fetch(configuration, servers)
        let seed = SecretBytes.random(count: SecretKey.seedByteCount)
        let key = LoginKey(seed: seed)
        let redirect: any LoginRedirect =
            if let links { links } else { try LoopbackRedirect(path: configuration.redirectPath) }
        let request = AuthorizationRequest(nonce: key.nonce, redirect: redirect.address)
        redirect.expect(request.state)
        let address = request.address(at: metadata.authorization, configuration, hint)
        let answer = try await answer(of: redirect, to: request.state, opening: address)
        let code = try code(in: answer)
        let tokens = try await tokens(for: request.exchange(of: code, configuration), at: metadata.token)
        let claims = try await claims(of: tokens.idToken, key: key, subject: subject)
        if let vault, let refreshToken = tokens.refreshToken {
            try await keep(
                OpenIDSession(seed: seed, refreshToken: refreshToken, subject: claims.subject), in: vault)
        }
        return LoginToken(claims, idToken: tokens.idToken, accessToken: tokens.accessToken, key: key)
    }

    /// Opens the browser and waits for the login's answer, whichever ends first where that is a failure.
    private func answer(
        of redirect: any LoginRedirect, to state: String, opening address: String
    ) async throws(LoginError) -> RedirectAnswer {
        typealias End = Result<RedirectAnswer?, LoginError>
        let (browser, patience) = (browser, configuration.patience)
        let end = await withTaskGroup(of: End.self) { group in
            group.addTask {
                do throws(LoginError) {
                    try await browser(address)
                    return .success(nil)
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do throws(LoginError) {
                    return .success(try await redirect.answer(to: state, within: patience))
                } catch {
                    return .failure(error)
                }
            }
            var end = End.failure(.cancelled)
            while let next = await group.next() {
                if case .success(nil) = next { continue }
                end = next
                break
            }
            group.cancelAll()
            return end
        }
        guard let answer = try end.get() else { throw .cancelled }
        return answer
    }

    private func code(in answer: RedirectAnswer) throws(LoginError) -> String {
        // Another issuer's answer, led here (RFC 9207).
        if let issuer = answer.fields["iss"], !issuer.hasSameBytes(as: configuration.issuer) {
            throw .badAnswer(reason: localized("it is another identity provider’s"))
        }
        if let error = answer.fields["error"] {
            throw .refused(reason: DisplayText.line(answer.fields["error_description"] ?? error))
        }
        guard let code = answer.fields["code"], !code.isEmpty else {
            throw .badAnswer(reason: localized("it has no code"))
        }
        return code
    }

    // MARK: Without it

    /// Goes on with the session that the vault has, without a browser.
    ///
    /// - Throws: ``LoginError/noSession`` where there is none, or the provider has ended it: the browser is needed.
    public func resume() async throws(LoginError) -> LoginToken {
        guard let vault, let session = try await kept(in: vault) else { throw .noSession }
        let metadata = try await OpenIDMetadata.fetch(configuration, servers)
        let form = LoginServers.form([
            ("grant_type", "refresh_token"), ("refresh_token", session.refreshToken),
            ("client_id", configuration.clientId),
        ])
        let tokens: Tokens
        do throws(LoginError) {
            tokens = try await self.tokens(for: form, at: metadata.token)
        } catch {
            guard error == .refused(reason: "invalid_grant") else { throw error }
            try await forget()
            throw .noSession
        }
        // First of all, since the provider may have ended the old one by giving this.
        if let refreshToken = tokens.refreshToken {
            try await keep(
                OpenIDSession(seed: session.seed, refreshToken: refreshToken, subject: session.subject), in: vault)
        }
        let key = LoginKey(seed: session.seed)
        do throws(LoginError) {
            let claims = try await claims(of: tokens.idToken, key: key, subject: session.subject)
            return LoginToken(claims, idToken: tokens.idToken, accessToken: tokens.accessToken, key: key)
        } catch {
            // Providers may leave the nonce out; such a token is bound to nobody.
            throw error == .token(.nonce) ? .noSession : error
        }
    }

    /// Ends the session here and at the identity provider, as far as that takes it back.
    ///
    /// - Throws: ``LoginError``; the session isn't in the vault any more also where the provider can't be reached.
    public func signOut() async throws(LoginError) {
        guard let vault, let session = try await kept(in: vault) else { return }
        try await forget()
        guard let endpoint = try await OpenIDMetadata.fetch(configuration, servers).revocation else { return }
        let form = LoginServers.form([("token", session.refreshToken), ("client_id", configuration.clientId)])
        _ = try await post(form, to: endpoint)
    }

    // MARK: Tokens

    private struct Tokens {
        let idToken: String
        let accessToken: String?
        let refreshToken: String?
    }

    private func tokens(for form: String, at endpoint: String) async throws(LoginError) -> Tokens {
        let (status, json) = try await post(form, to: endpoint)
        guard status == 200 else {
            let error = json["error"]?.stringValue ?? localized("HTTP status %1$s", "\(status)")
            if (400..<500).contains(status) { throw .refused(reason: DisplayText.line(error)) }
            throw .badAnswer(reason: DisplayText.line(error))
        }
        guard let idToken = json["id_token"]?.stringValue else {
            throw .badAnswer(reason: localized("the identity provider gave no ID token"))
        }
        return Tokens(
            idToken: idToken, accessToken: json["access_token"]?.stringValue,
            refreshToken: json["refresh_token"]?.stringValue)
    }

    private func post(_ form: String, to endpoint: String) async throws(LoginError) -> (status: Int, json: JSONValue) {
        try await servers.post(
            Array(form.utf8), as: "application/x-www-form-urlencoded", to: endpoint, limit: 256 << 10)
    }

    private func claims(
        of idToken: String, key: LoginKey, subject: ExactText?
    ) async throws(LoginError) -> IDTokenClaims {
        let check = IDTokenCheck(
            issuer: ExactText(configuration.issuer), audiences: [ExactText(configuration.clientId)], nonce: key.nonce,
            subject: subject)
        return try await keys.claims(of: idToken, by: check)
    }

    // MARK: The vault

    private func keep(_ session: OpenIDSession, in vault: any SecretVault) async throws(LoginError) {
        do throws(VaultError) {
            try await vault.store(session.secret, as: try OpenIDSession.name(configuration))
        } catch {
            throw .vault(reason: error.description)
        }
    }

    private func kept(in vault: any SecretVault) async throws(LoginError) -> OpenIDSession? {
        do throws(VaultError) {
            return try await vault.secret(named: try OpenIDSession.name(configuration)).flatMap { OpenIDSession($0) }
        } catch {
            throw .vault(reason: error.description)
        }
    }

    private func forget() async throws(LoginError) {
        do throws(VaultError) {
            try await vault?.remove(try OpenIDSession.name(configuration))
        } catch {
            throw .vault(reason: error.description)
        }
    }
}
