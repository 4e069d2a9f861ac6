// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GuardedMemory
internal import NEARPrimitives
internal import NEARRPC

extension IdentityProvider {
    /// The time for which a code is good.
    private static let codeLife: TimeInterval = 60

    func answer(_ request: WebRequest) async -> WebAnswer {
        switch (request.method, request.path) {
        case ("GET", "/.well-known/openid-configuration"): .json(description)
        case ("GET", "/jwks"): .json(["keys": [publicKey]])
        case ("GET", "/authorize"): await authorize(request.query)
        case ("POST", "/token"): exchange(request.form)
        case ("POST", "/revoke"): revoke(request.form)
        default: WebAnswer(status: 404)
        }
    }

    private var description: JSONValue {
        [
            "issuer": .string(issuer), "authorization_endpoint": .string("\(issuer)/authorize"),
            "token_endpoint": .string("\(issuer)/token"), "jwks_uri": .string("\(issuer)/jwks"),
            "revocation_endpoint": .string("\(issuer)/revoke"), "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "code_challenge_methods_supported": ["S256"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256", "EdDSA"],
            "authorization_response_iss_parameter_supported": true,
        ]
    }

    // MARK: The browser

    private func authorize(_ fields: [String: String]) async -> WebAnswer {
        // An address that isn't the program's own is never redirected to.
        guard let client = fields["client_id"], clients.isEmpty || clients.contains(client),
            let redirect = fields["redirect_uri"], Self.isOfAProgram(redirect)
        else { return Self.page("This program or its address isn’t known.", status: 400) }
        guard fields["response_type"] == "code", let state = fields["state"], let nonce = fields["nonce"],
            fields["code_challenge_method"] == "S256", let challenge = fields["code_challenge"],
            (fields["scope"] ?? "").split(separator: " ").contains("openid")
        else { return Self.redirect(redirect, ["error": "invalid_request", "state": fields["state"] ?? ""]) }
        let step = step
        switch step {
        case .silent: return Self.page("Nothing happens here.", status: 200)
        case .refuse: return Self.redirect(redirect, ["error": "access_denied", "state": state, "iss": issuer])
        case .late(let pause):
            do {
                try await Task.sleep(for: .milliseconds(pause))
            } catch {
                return WebAnswer(status: 503)
            }
        case .approve, .twice, .wrongState: break
        }
        let code = Self.random(.code)
        grants[code] = Grant(
            client: client, redirect: redirect, challenge: challenge, nonce: nonce, person: person,
            ends: time.addingTimeInterval(Self.codeLife))
        let answer = Self.redirect(
            redirect, ["code": code, "state": step == .wrongState ? Self.random(.code) : state, "iss": issuer])
        if step == .twice, let address = answer.headers["Location"].flatMap({ URL(string: $0) }) {
            do throws(DownloadError) {
                _ = try await Downloader(allowsPlainLoopback: true).file(at: address, limit: 4_096)
            } catch {
                // The program has what it wants, or isn't there.
            }
        }
        return answer
    }

    /// Returns true for a port of this computer and for a program's own scheme.
    ///
    /// RFC 8252, 7.1 and 7.3.
    private static func isOfAProgram(_ address: String) -> Bool {
        guard let url = URL(string: address) else { return false }
        if let scheme = url.scheme, scheme.contains(".") { return url.host() == nil && url.fragment() == nil }
        return url.scheme == "http" && url.host() == "127.0.0.1" && url.user() == nil && url.fragment() == nil
    }

    private static func redirect(_ address: String, _ fields: [String: String]) -> WebAnswer {
        let query = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(PercentEncoding.encode($0.value))" }
        return WebAnswer(
            status: 302,
            headers: [
                "Location": address + (address.contains("?") ? "&" : "?") + query.joined(separator: "&"),
                "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
            ])
    }

    private static func page(_ text: String, status: Int) -> WebAnswer {
        WebAnswer(
            status: status,
            headers: [
                "Content-Type": "text/plain; charset=utf-8",
                "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            ], body: Array(text.utf8))
    }

    private static func random(_ kind: OpaqueToken) -> String {
        kind.rawValue + SecretBytes.random(count: 32).withUnsafeBytes { Base64.encodeForAddress(Array($0)) }
    }

    // MARK: The program

    private func exchange(_ form: [String: String]) -> WebAnswer {
        switch form["grant_type"] {
        case "authorization_code":
            // Taken before it is looked at: a code that is tried wrongly is spent.
            guard let grant = form["code"].flatMap({ grants.removeValue(forKey: $0) }), time < grant.ends,
                form["client_id"] == grant.client, form["redirect_uri"] == grant.redirect,
                let verifier = form["code_verifier"],
                Base64.encodeForAddress(SHA2.sha256(Array(verifier.utf8))) == grant.challenge
            else { return Self.refusal }
            return tokens(Session(client: grant.client, nonce: grant.nonce, person: grant.person), isFirst: true)
        case "refresh_token":
            guard let session = form["refresh_token"].flatMap({ sessions.removeValue(forKey: $0) }),
                form["client_id"] == session.client
            else { return Self.refusal }
            return tokens(session, isFirst: false)
        default: return .json(["error": "unsupported_grant_type"], status: 400)
        }
    }

    private func tokens(_ session: Session, isFirst: Bool) -> WebAnswer {
        let refreshToken = Self.random(.refreshToken)
        sessions[refreshToken] = session
        let nonce = isFirst || keepsNonce ? session.nonce : nil
        let claims = claims(client: session.client, nonce: nonce, person: session.person)
        return .json([
            "id_token": .string(token(.object(claims))), "access_token": .string(Self.random(.accessToken)),
            "refresh_token": .string(refreshToken), "token_type": "Bearer", "expires_in": 600,
        ])
    }

    private func revoke(_ form: [String: String]) -> WebAnswer {
        if let token = form["token"] { sessions[token] = nil }
        return .json([:])
    }

    private static let refusal = WebAnswer.json(["error": "invalid_grant"], status: 400)
}
