// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A signed token of three parts (RFC 7515, 7.1), read and not yet believed.
package struct CompactToken: Sendable {
    /// The most bytes of a token.
    package static let limit = 16_384

    /// The way in which it says that it is signed.
    package let algorithm: TokenAlgorithm
    /// The name of its key at the issuer.
    package let keyName: ExactText?
    /// The claims.
    package let claims: JSONValue
    /// The token as it came.
    let text: ExactText
    /// The bytes that are signed.
    let signed: [UInt8]
    let signature: [UInt8]

    /// Reads a token.
    ///
    /// - Throws: `IDTokenError.malformed`, also where the header has extensions that must be understood (`crit`);
    ///   `.algorithm`.
    package init(_ text: String) throws(IDTokenError) {
        guard text.utf8.count <= Self.limit else { throw .malformed }
        // Not by characters: a token is looked at with each request.
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
        guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Base64.decodeForAddress(parts[2]), header["crit"] == nil,
            let name = header["alg"]?.stringValue
        else { throw .malformed }
        guard let algorithm = TokenAlgorithm.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
            throw .algorithm
        }
        self.algorithm = algorithm
        self.claims = claims
        self.signature = signature
        keyName = header["kid"]?.stringValue.map { ExactText($0) }
        signed = Array(text.utf8.dropLast(parts[2].utf8.count + 1))
        self.text = ExactText(text)
    }

    /// Reads a part that is an object.
    private static func json(_ part: Substring) -> JSONValue? {
        guard let bytes = Base64.decodeForAddress(part) else { return nil }
        do throws(JSONParsingError) {
            let json = try JSONValue.parse(bytes)
            guard json.objectValue != nil else { return nil }
            return json
        } catch {
            return nil
        }
    }
}
