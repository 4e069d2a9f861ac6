// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The reason why a relay lets nobody in.
enum RelayEntryError: Error, Hashable {
    /// There is no token.
    case missing
    /// The token isn't a JWT, or is of another kind than EdDSA.
    case malformed
    /// The signature isn't that of the key in the client's id.
    case signature
    /// The token is for another relay.
    case audience
    /// The token has ended, or begins later.
    case expired
    /// The project is missing or unknown.
    case project

    /// The status of HTTP: 401 for what may be mended by another token or project, 403 for what isn't valid.
    var status: Int {
        switch self {
        case .expired, .project, .missing: 401
        case .malformed, .signature, .audience: 403
        }
    }

    /// The name that the relay gives the fault.
    var name: String {
        switch self {
        case .missing: "MissingJwt"
        case .malformed, .signature, .audience, .expired: "InvalidJwt"
        case .project: "ProjectNotFound"
        }
    }
}

/// Reads the token by which a client is let in (WalletConnect specifications, "Relay auth"; RFC 7519).
struct RelayTokenReader: Sendable {
    /// The most bytes of a token.
    static let limit = 2_048
    /// The addresses of this relay.
    let audiences: [String]
    let leeway: Int64

    /// Verifies a token.
    ///
    /// - Parameters:
    ///   - token: The three parts.
    ///   - now: The present time, in seconds since 1970.
    /// - Returns: The client's id, a `did:key`.
    func client(_ token: String, at now: Int64) throws(RelayEntryError) -> String {
        guard token.utf8.count <= Self.limit else { throw .malformed }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Self.bytes(parts[2]), header["alg"] == "EdDSA", header["typ"] == "JWT",
            let client = claims["iss"]?.stringValue, let subject = claims["sub"]?.stringValue, !subject.isEmpty,
            let audience = claims["aud"]?.stringValue, let begins = claims["iat"]?.integerValue(as: Int64.self),
            let ends = claims["exp"]?.integerValue(as: Int64.self), let key = Self.key(client)
        else { throw .malformed }
        guard Self.isValid(signature, of: "\(parts[0]).\(parts[1])", key) else { throw .signature }
        guard audiences.contains(where: { $0.utf8.elementsEqual(audience.utf8) }) else { throw .audience }
        // Differences can't overflow: both times are compared with bounds that are near the present.
        guard ends > now - leeway, begins < now + leeway else { throw .expired }
        return client
    }

    private static func isValid(_ signature: [UInt8], of text: String, _ key: PublicKey) -> Bool {
        do throws(KeyError) {
            return key.verify(try Signature(keyType: .ed25519, bytes: signature), message: Array(text.utf8))
        } catch {
            return false  // It has another length.
        }
    }

    /// Returns the Ed25519 key of a `did:key`.
    private static func key(_ client: String) -> PublicKey? {
        let prefix = "did:key:z"
        guard client.hasPrefix(prefix), client.utf8.count <= 128 else { return nil }
        do {
            let bytes = try Base58.decode(client.dropFirst(prefix.count), maximumByteCount: 34)
            guard bytes.count == 34, bytes.starts(with: [0xED, 0x01]) else { return nil }
            return try PublicKey(keyType: .ed25519, bytes: Array(bytes.dropFirst(2)))
        } catch {
            return nil
        }
    }

    private static func json(_ part: Substring) -> JSONValue? {
        guard let bytes = bytes(part) else { return nil }
        do throws(JSONParsingError) {
            let json = try JSONValue.parse(bytes)
            return json.objectValue == nil ? nil : json
        } catch {
            return nil
        }
    }

    /// The bytes of Base64 for addresses without padding (RFC 4648, section 5).
    private static func bytes(_ part: Substring) -> [UInt8]? {
        guard !part.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let text = part.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Base64.decode(String(decoding: text, as: UTF8.self) + padding)
    }
}
