// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The addresses of an issuer (OpenID Connect Discovery 1.0).
struct OpenIDMetadata: Hashable, Sendable {
    /// The largest document that is read, in bytes.
    static let byteLimit = 64 << 10

    let authorization: String
    let token: String
    let keys: String
    /// The address at which a refresh token is ended (RFC 7009).
    let revocation: String?

    /// Fetches an issuer's document and compares its name; another one's document would be a mix-up.
    static func fetch(_ configuration: OpenIDConfiguration, _ servers: LoginServers) async throws(LoginError) -> Self {
        let base = configuration.issuer.hasSuffix("/") ? String(configuration.issuer.dropLast()) : configuration.issuer
        let json = try await servers.document(at: "\(base)/.well-known/openid-configuration", limit: byteLimit)
        guard let issuer = json["issuer"]?.stringValue, issuer.hasSameBytes(as: configuration.issuer) else {
            throw .badAnswer(reason: localized("the identity provider calls itself by another name"))
        }
        if let methods = json["code_challenge_methods_supported"]?.arrayValue, !methods.contains("S256") {
            throw .badAnswer(reason: localized("the identity provider doesn’t take PKCE with S256"))
        }
        return Self(
            authorization: try address("authorization_endpoint", of: json, configuration),
            token: try address("token_endpoint", of: json, configuration),
            keys: try address("jwks_uri", of: json, configuration),
            revocation: json["revocation_endpoint"] == nil
                ? nil : try address("revocation_endpoint", of: json, configuration))
    }

    /// Reads an address, which the browser or this program will open: https, or this computer's own in tests.
    private static func address(
        _ name: String, of json: JSONValue, _ configuration: OpenIDConfiguration
    ) throws(LoginError) -> String {
        guard let text = json[name]?.stringValue, text.utf8.count <= 2_048,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#")
        else { throw .badAnswer(reason: localized("the identity provider doesn’t say its %1$s", name)) }
        let isPlain = configuration.allowsPlainLoopback && text.hasPrefix("http://127.0.0.1:")
        guard text.hasPrefix("https://") || isPlain else {
            throw .badAnswer(reason: localized("the identity provider’s %1$s isn’t an https address", name))
        }
        return text
    }
}
