// SPDX-License-Identifier: MIT

/// The identity provider that a program's users sign in with, as OpenID Connect describes it.
///
/// The program is a public client: it has no secret, since everybody has the program.
public struct OpenIDConfiguration: Hashable, Sendable {
    /// The issuer's address, exactly as its tokens name it.
    public var issuer: String
    /// The program's id at the issuer.
    public var clientId: String
    /// The scopes that are asked for; `openid` is among them in any case.
    public var scopes: [String]
    /// The name under which the issuer takes ``LoginHint/connection``; the hint isn't sent without one.
    public var connectionField: String?
    /// The path of the address on this computer to which the browser comes back.
    ///
    /// Its port is any free one (RFC 8252). A client with ``LoginLinks`` has none.
    public var redirectPath: String
    /// True if http addresses of this computer are taken too, for tests.
    public var allowsPlainLoopback: Bool
    /// The time that the person has in the browser.
    public var patience: Duration
    /// The time for one exchange with a server.
    public var timeout: Duration

    /// Names an identity provider.
    public init(issuer: String, clientId: String, scopes: [String] = ["openid", "email", "profile"]) {
        self.issuer = issuer
        self.clientId = clientId
        self.scopes = scopes
        connectionField = nil
        redirectPath = "/"
        allowsPlainLoopback = false
        patience = .seconds(300)
        timeout = .seconds(15)
    }
}
