// SPDX-License-Identifier: MIT

internal import CHogweed
package import NEARPrimitives

/// A public key of an issuer, for one way of signing (RFC 7517).
package struct TokenKey: Hashable, Sendable {
    private enum Numbers: Hashable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        case p256(x: [UInt8], y: [UInt8])
        case ed25519(PublicKey)
    }

    /// The key's name at the issuer.
    package let name: ExactText?
    /// The one way of signing that it is for.
    package let algorithm: TokenAlgorithm
    private let numbers: Numbers

    /// Reads a key; `nil` for one of another kind or use, or with numbers that no honest key has.
    ///
    /// RSA: 2,048 to 8,192 bits, and an odd exponent of up to 32 bits.
    package init?(_ json: JSONValue) {
        if let use = json["use"], use != "sig" { return nil }
        if let name = json["kid"], name.stringValue == nil { return nil }
        name = json["kid"]?.stringValue.map { ExactText($0) }
        switch (json["kty"], json["crv"]) {
        case ("RSA", nil):
            guard let modulus = Self.bytes(json["n"]), let exponent = Self.bytes(json["e"]),
                (256...1024).contains(modulus.count), modulus.first.map({ $0 != 0 }) == true,
                (1...4).contains(exponent.count), exponent.last.map({ $0 & 1 == 1 }) == true, exponent != [1]
            else { return nil }
            (algorithm, numbers) = (.rs256, .rsa(modulus: modulus, exponent: exponent))
        case ("EC", "P-256"):
            guard let x = Self.bytes(json["x"]), let y = Self.bytes(json["y"]), x.count == 32, y.count == 32 else {
                return nil
            }
            (algorithm, numbers) = (.es256, .p256(x: x, y: y))
        case ("OKP", "Ed25519"):
            guard let x = Self.bytes(json["x"]) else { return nil }
            do throws(KeyError) {
                (algorithm, numbers) = (.edDSA, .ed25519(try PublicKey(keyType: .ed25519, bytes: x)))
            } catch {
                return nil
            }
        default: return nil
        }
        if let named = json["alg"], named != .string(algorithm.rawValue) { return nil }
    }

    /// Returns whether a token's signature is this key's.
    ///
    /// The key decides how the signature is read, and the token has to say the same.
    package func verify(_ token: CompactToken) -> Bool {
        guard token.algorithm == algorithm else { return false }
        switch numbers {
        case .rsa(let modulus, let exponent):
            guard token.signature.count == modulus.count else { return false }
            let digest = SHA2.sha256(token.signed)
            return near_connect_rs256_verify(
                modulus, modulus.count, exponent, exponent.count, digest, token.signature) == 1
        case .p256(let x, let y):
            guard token.signature.count == 64 else { return false }
            return near_connect_es256_verify(x, y, SHA2.sha256(token.signed), token.signature) == 1
        case .ed25519(let key):
            do throws(KeyError) {
                let signature = try Signature(keyType: .ed25519, bytes: token.signature)
                return key.verify(signature, message: token.signed)
            } catch {
                return false
            }
        }
    }

    private static func bytes(_ json: JSONValue?) -> [UInt8]? {
        json?.stringValue.flatMap { Base64.decodeForAddress($0) }
    }
}

/// The keys that an issuer signs with at present.
package struct TokenKeySet: Hashable, Sendable {
    /// The most keys of an issuer that are read.
    package static let limit = 32
    /// The largest document that is read, in bytes.
    package static let byteLimit = 128 << 10

    /// The keys that can be used.
    package let keys: [TokenKey]

    /// Reads a JWK set; keys of kinds that aren't taken are left out.
    ///
    /// - Returns: `nil` for another document.
    package init?(_ json: JSONValue) {
        guard let keys = json["keys"]?.arrayValue, keys.count <= Self.limit else { return nil }
        self.keys = keys.compactMap { TokenKey($0) }
    }

    /// Returns the keys that may have signed a token.
    ///
    /// They are those of its name, or all of its kind where it names none.
    package func candidates(for token: CompactToken) -> [TokenKey] {
        keys.filter { key in
            key.algorithm == token.algorithm && (token.keyName == nil || key.name == token.keyName)
        }
    }
}
