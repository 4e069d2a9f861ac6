// SPDX-License-Identifier: MIT

/// The proof that a person has signed in, and the key that it is bound to.
///
/// It doesn't print its token and isn't `Codable`.
public struct LoginToken: Sendable {
    /// The claims, checked.
    public let claims: IDTokenClaims
    /// The key that the token is bound to.
    public let key: LoginKey
    /// The ID token, as it goes to the service.
    package let idToken: String
    /// The issuer's access token.
    package let accessToken: String?

    package init(_ claims: IDTokenClaims, idToken: String, accessToken: String? = nil, key: LoginKey) {
        self.claims = claims
        self.idToken = idToken
        self.accessToken = accessToken
        self.key = key
    }

    /// Returns the tokens in plain text, for a program whose own servers take them.
    public func exposedTokens() -> (idToken: String, accessToken: String?) { (idToken, accessToken) }
}

extension LoginToken: CustomStringConvertible, CustomReflectable {
    /// The type and no more: tokens end up in logs.
    public var description: String { "LoginToken" }

    /// An empty mirror, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
