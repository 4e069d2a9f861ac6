// SPDX-License-Identifier: MIT

internal import CHogweed
internal import CSodium
internal import NEARPrimitives
internal import NEARSharedKeys

/// A key that an identity provider of tests signs with, and its public half as JSON.
struct IdentityKey {
    /// A pair of RSA keys in libhogweed's memory.
    private final class RSAPair {
        var pair = near_connect_rsa_pair()

        deinit { near_connect_rs256_free(&pair) }
    }

    private enum Secret {
        case rsa(RSAPair)
        case p256([UInt8])
        case ed25519(SecretKey)
    }

    let name: String
    let algorithm: TokenAlgorithm
    let publicJSON: JSONValue
    private let secret: Secret

    /// Makes a new key.
    ///
    /// - Throws: `KeyError`.
    init(_ algorithm: TokenAlgorithm, name: String) throws(KeyError) {
        self.name = name
        self.algorithm = algorithm
        var json: JSONValue.Members = ["kid": .string(name), "use": "sig", "alg": .string(algorithm.rawValue)]
        switch algorithm {
        case .rs256:
            let pair = RSAPair()
            var modulus = [UInt8](repeating: 0, count: 256)
            guard near_connect_rs256_make(&pair.pair, Self.random, &modulus) == 1 else {
                throw .generationFailed(.secp256k1)
            }
            json["kty"] = "RSA"
            json["n"] = .string(Base64.encodeForAddress(modulus))
            json["e"] = "AQAB"
            secret = .rsa(pair)
        case .es256:
            var (number, x, y) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32), [UInt8]())
            y = x
            repeat { randombytes_buf(&number, number.count) } while near_connect_es256_point(number, &x, &y) == 0
            json["kty"] = "EC"
            json["crv"] = "P-256"
            json["x"] = .string(Base64.encodeForAddress(x))
            json["y"] = .string(Base64.encodeForAddress(y))
            secret = .p256(number)
        case .edDSA:
            let key = try SecretKey.generate(.ed25519)
            json["kty"] = "OKP"
            json["crv"] = "Ed25519"
            json["x"] = .string(Base64.encodeForAddress(key.publicKey.bytes))
            secret = .ed25519(key)
        }
        publicJSON = .object(json)
    }

    /// Returns a signed token with these claims.
    func token(_ claims: JSONValue) -> String {
        let header: JSONValue = ["alg": .string(algorithm.rawValue), "kid": .string(name), "typ": "JWT"]
        let text = [header, claims].map { Base64.encodeForAddress($0.bytes) }.joined(separator: ".")
        return "\(text).\(Base64.encodeForAddress(sign(Array(text.utf8))))"
    }

    private func sign(_ message: [UInt8]) -> [UInt8] {
        switch secret {
        case .rsa(let pair):
            var signature = [UInt8](repeating: 0, count: 256)
            return near_connect_rs256_sign(&pair.pair, SHA2.sha256(message), &signature) == 1 ? signature : []
        case .p256(let number):
            var signature = [UInt8](repeating: 0, count: 64)
            let isMade = near_connect_es256_sign(number, Self.random, SHA2.sha256(message), &signature) == 1
            return isMade ? signature : []
        case .ed25519(let key):
            do throws(KeyError) {
                return try key.sign(message).bytes
            } catch {
                return []
            }
        }
    }

    private static let random: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<UInt8>?) -> Void = {
        _, count, bytes in
        if let bytes { randombytes_buf(bytes, count) }
    }
}
