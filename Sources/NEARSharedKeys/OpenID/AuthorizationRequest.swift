// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives

/// One request for a code by the browser.
///
/// It has PKCE with S256 (RFC 7636), a state, and a nonce that binds a key.
struct AuthorizationRequest: Sendable {
    let state: String
    let verifier: String
    let redirect: String
    private let nonce: String

    /// Makes a request with fresh random values.
    init(nonce: String, redirect: String) {
        state = Self.random()
        verifier = Self.random()
        self.nonce = nonce
        self.redirect = redirect
    }

    /// Returns the address that the browser opens.
    func address(at endpoint: String, _ configuration: OpenIDConfiguration, _ hint: LoginHint) -> String {
        let scopes = configuration.scopes.contains("openid") ? configuration.scopes : ["openid"] + configuration.scopes
        var fields: [(name: String, value: String)] = [
            ("response_type", "code"), ("client_id", configuration.clientId), ("redirect_uri", redirect),
            ("scope", scopes.joined(separator: " ")), ("state", state), ("nonce", nonce),
            ("code_challenge", Base64.encodeForAddress(SHA2.sha256(Array(verifier.utf8)))),
            ("code_challenge_method", "S256"),
        ]
        if hint.isFresh { fields.append(("prompt", "login")) }
        if let address = hint.address { fields.append(("login_hint", address)) }
        if let name = configuration.connectionField, let connection = hint.connection {
            fields.append((name, connection))
        }
        return endpoint + (endpoint.contains("?") ? "&" : "?") + LoginServers.form(fields)
    }

    /// Returns the form that gets tokens for a code.
    func exchange(of code: String, _ configuration: OpenIDConfiguration) -> String {
        LoginServers.form([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("client_id", configuration.clientId), ("code_verifier", verifier),
        ])
    }

    /// Returns 32 random bytes as a text of 43 characters.
    private static func random() -> String {
        SecretBytes.random(count: 32).withUnsafeBytes { Base64.encodeForAddress(Array($0)) }
    }
}
