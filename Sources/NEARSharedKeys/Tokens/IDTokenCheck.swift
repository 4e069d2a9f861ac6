// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import NEARPrimitives

/// The conditions that an ID token has to meet (OpenID Connect Core, 3.1.3.7).
package struct IDTokenCheck: Sendable {
    /// The difference of clocks that is forgiven.
    package static let leeway: TimeInterval = 600

    /// The issuer.
    package let issuer: ExactText
    /// The programs whose tokens are taken, by their client ids.
    package let audiences: Set<ExactText>
    /// The nonce that binds the token to a key.
    package let nonce: String
    /// The person who has to be named; anybody where it is `nil`.
    package let subject: ExactText?

    package init(issuer: ExactText, audiences: Set<ExactText>, nonce: String, subject: ExactText? = nil) {
        self.issuer = issuer
        self.audiences = audiences
        self.nonce = nonce
        self.subject = subject
    }

    /// Checks a token's signature by the issuer's keys, then each claim.
    ///
    /// - Throws: `IDTokenError`.
    package func claims(
        of token: CompactToken, keys: TokenKeySet, now: Date
    ) throws(IDTokenError) -> IDTokenClaims {
        try checkSignature(of: token, keys: keys)
        return try claims(of: token, now: now)
    }

    /// Checks a token's signature by the issuer's keys.
    ///
    /// - Throws: `IDTokenError.unknownKey`, `.signature`.
    func checkSignature(of token: CompactToken, keys: TokenKeySet) throws(IDTokenError) {
        let candidates = keys.candidates(for: token)
        guard !candidates.isEmpty else { throw .unknownKey }
        guard candidates.contains(where: { $0.verify(token) }) else { throw .signature }
    }

    /// Checks each claim of a token whose signature was right.
    ///
    /// - Throws: `IDTokenError`.
    func claims(of token: CompactToken, now: Date) throws(IDTokenError) -> IDTokenClaims {
        let json = token.claims
        guard let issuer = json["iss"]?.stringValue else { throw .malformed }
        guard ExactText(issuer) == self.issuer else { throw .issuer }
        let audience = try Self.audience(json["aud"])
        // A token for several programs says which of them asked; another one of them isn't us.
        let program = try Self.program(json["azp"], audience)
        guard audience.contains(program), audiences.contains(program) else { throw .audience }
        let (issued, expires) = try Self.times(json, now)
        guard let nonce = json["nonce"]?.stringValue, nonce.hasSameBytes(as: self.nonce) else { throw .nonce }
        guard let subject = json["sub"]?.stringValue, (1...255).contains(subject.utf8.count) else { throw .subject }
        if let expected = self.subject, ExactText(subject) != expected { throw .subject }
        return IDTokenClaims(
            issuer: ExactText(issuer), subject: ExactText(subject), audience: audience, program: program,
            issued: issued, expires: expires, email: json["email"]?.stringValue, name: json["name"]?.stringValue,
            picture: json["picture"]?.stringValue)
    }

    private static func audience(_ json: JSONValue?) throws(IDTokenError) -> [ExactText] {
        if let one = json?.stringValue { return [ExactText(one)] }
        guard let list = json?.arrayValue, !list.isEmpty, list.count <= 16 else { throw .malformed }
        let texts = list.compactMap { $0.stringValue.map { ExactText($0) } }
        guard texts.count == list.count else { throw .malformed }
        return texts
    }

    private static func program(_ json: JSONValue?, _ audience: [ExactText]) throws(IDTokenError) -> ExactText {
        if let json {
            guard let party = json.stringValue else { throw .malformed }
            return ExactText(party)
        }
        guard audience.count == 1 else { throw .audience }
        return audience[0]
    }

    private static func times(
        _ json: JSONValue, _ now: Date
    ) throws(IDTokenError) -> (issued: Date, expires: Date) {
        guard let expires = seconds(json["exp"]), let issued = seconds(json["iat"]) else { throw .malformed }
        let time = now.timeIntervalSince1970
        guard time < expires + leeway, issued < time + leeway else { throw .expired }
        if let begins = json["nbf"] {
            guard let begins = seconds(begins) else { throw .malformed }
            guard begins < time + leeway else { throw .expired }
        }
        return (Date(timeIntervalSince1970: issued), Date(timeIntervalSince1970: expires))
    }

    /// Reads a time in seconds since 1970, within some thousand years.
    private static func seconds(_ json: JSONValue?) -> TimeInterval? {
        switch json {
        case .integer(let value): (0...100_000_000_000).contains(value) ? TimeInterval(value) : nil
        case .number(let value): (0...100_000_000_000).contains(value) ? value : nil
        default: nil
        }
    }
}
