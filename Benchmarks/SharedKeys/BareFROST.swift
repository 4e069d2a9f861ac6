// SPDX-License-Identifier: MIT

import CSodium

/// The libsodium calls of a signature by two of three shares (RFC 9591), and nothing around them.
///
/// As ours does, it has both nonces of a signer in one guarded block, computes R once for both signers in this
/// process, and verifies the result. Points and lengths aren't checked, no error is told apart.
struct BareFROST {
    typealias Bytes = [UInt8]
    private static let context = Bytes("FROST-ED25519-SHA512-v1".utf8)

    private let shares: [Bytes]
    private let weights: [Bytes]
    private let publicKey: Bytes
    private let holders: [Bytes]

    /// Deals shares of places 1 and 3 by a random line.
    init() {
        precondition(sodium_init() >= 0)
        var line = [Bytes](repeating: Bytes(repeating: 0, count: 32), count: 2)
        crypto_core_ed25519_scalar_random(&line[0])
        crypto_core_ed25519_scalar_random(&line[1])
        func small(_ value: UInt8) -> Bytes { [value] + Bytes(repeating: 0, count: 31) }
        holders = [small(1), small(3)]
        shares = holders.map { Self.add(line[0], Self.multiply(line[1], $0)) }
        var half = Bytes(repeating: 0, count: 32)
        crypto_core_ed25519_scalar_invert(&half, small(2))
        var minusHalf = half
        crypto_core_ed25519_scalar_negate(&minusHalf, half)
        // 3/(3 - 1) and 1/(1 - 3).
        weights = [Self.multiply(small(3), half), minusHalf]
        publicKey = Self.base(line[0])
    }

    func sign(_ message: Bytes) -> Bytes {
        let nonces = shares.map { Self.nonces(of: $0) }
        defer { for pair in nonces { sodium_free(pair) } }
        let points = nonces.map { (Self.base($0), Self.base($0 + 32)) }
        let list = zip(holders, points).flatMap { $0 + $1.0 + $1.1 }
        let prefix = publicKey + Self.hash("msg", message) + Self.hash("com", list)
        let factors = holders.map { Self.reduce(Self.hash("rho", prefix + $0)) }
        let bound = zip(points, factors).map { point, factor in
            var product = Bytes(repeating: 0, count: 32)
            precondition(crypto_scalarmult_ed25519_noclamp(&product, factor, point.1) == 0)
            return Self.addPoints(point.0, product)
        }
        let commitment = Self.addPoints(bound[0], bound[1])
        let challenge = Self.reduce(Self.hash(commitment + publicKey + message))
        var sum = Bytes(repeating: 0, count: 32)
        for index in nonces.indices {
            var product = Bytes(repeating: 0, count: 32)
            crypto_core_ed25519_scalar_mul(&product, nonces[index] + 32, factors[index])
            crypto_core_ed25519_scalar_add(&product, product, nonces[index])
            let weighted = Self.multiply(Self.multiply(weights[index], challenge), shares[index])
            sum = Self.add(sum, Self.add(product, weighted))
        }
        let signature = commitment + sum
        precondition(crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0)
        return signature
    }

    private static func nonces(of share: Bytes) -> UnsafeMutablePointer<UInt8> {
        guard let memory = sodium_malloc(64) else { preconditionFailure("no memory") }
        let nonces = memory.assumingMemoryBound(to: UInt8.self)
        for index in 0..<2 {
            var random = Bytes(repeating: 0, count: 32)
            randombytes_buf(&random, random.count)
            crypto_core_ed25519_scalar_reduce(nonces + 32 * index, hash("nonce", random + share))
        }
        return nonces
    }

    private static func hash(_ name: String, _ bytes: Bytes) -> Bytes { hash(context + Bytes(name.utf8) + bytes) }

    private static func hash(_ bytes: Bytes) -> Bytes {
        var digest = Bytes(repeating: 0, count: 64)
        crypto_hash_sha512(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    private static func reduce(_ hash: Bytes) -> Bytes {
        var scalar = Bytes(repeating: 0, count: 32)
        crypto_core_ed25519_scalar_reduce(&scalar, hash)
        return scalar
    }

    private static func base(_ scalar: UnsafePointer<UInt8>) -> Bytes {
        var point = Bytes(repeating: 0, count: 32)
        precondition(crypto_scalarmult_ed25519_base_noclamp(&point, scalar) == 0)
        return point
    }

    private static func addPoints(_ one: Bytes, _ other: Bytes) -> Bytes {
        var sum = Bytes(repeating: 0, count: 32)
        precondition(crypto_core_ed25519_add(&sum, one, other) == 0)
        return sum
    }

    private static func add(_ one: Bytes, _ other: Bytes) -> Bytes {
        var sum = Bytes(repeating: 0, count: 32)
        crypto_core_ed25519_scalar_add(&sum, one, other)
        return sum
    }

    private static func multiply(_ one: Bytes, _ other: Bytes) -> Bytes {
        var product = Bytes(repeating: 0, count: 32)
        crypto_core_ed25519_scalar_mul(&product, one, other)
        return product
    }
}
