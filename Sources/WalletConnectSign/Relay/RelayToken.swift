// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A token by which a connection to the relay is accepted: a JWT by Ed25519, made anew for each connection.
///
/// It is a secret, so it is sent in a header and never printed.
///
/// Source: WalletConnect specifications, "Crypto authentication"; RFC 7519, RFC 8037.
package struct RelayToken: Sendable, CustomStringConvertible {
    /// The token's three parts.
    package let text: String
    /// The time at which it ends.
    package let expires: UnixTime

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - identity: The client's key.
    ///   - audience: The relay's address without its query.
    ///   - subject: 64 random hexadecimal digits, new for each connection.
    ///   - now: The present time.
    /// - Returns: `nil` if libsodium fails.
    package init?(of identity: ClientIdentity, audience: String, subject: String, at now: UnixTime) {
        expires = now.adding(seconds: SignLimits.token)
        func literal(_ text: String) -> String { JSONValue.string(text).text }
        let claims =
            "{\"iss\":\(literal(identity.id)),\"sub\":\(literal(subject)),\"aud\":\(literal(audience)),"
            + "\"iat\":\(now.seconds),\"exp\":\(expires.seconds)}"
        let signed = [#"{"alg":"EdDSA","typ":"JWT"}"#, claims]
            .map { Base64.encodeForAddress(Array($0.utf8)) }.joined(separator: ".")
        guard let signature = identity.sign(Array(signed.utf8)) else { return nil }
        text = "\(signed).\(Base64.encodeForAddress(signature))"
    }

    /// The time at which the token ends, and nothing of it.
    package var description: String { "RelayToken(until \(expires.seconds))" }
}
