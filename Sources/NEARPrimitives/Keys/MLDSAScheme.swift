// SPDX-License-Identifier: MIT

// swift-crypto takes minutes to build, and is here for these keys alone.
#if MLDSA65
    import Crypto
    import FoundationEssentials
#endif

/// A secret key of a scheme that this build may lack.
protocol PostQuantumKey: Sendable {
    var publicKey: [UInt8] { get }
    var seed: [UInt8] { get }
    func sign(_ message: [UInt8]) throws(KeyError) -> [UInt8]
}

/// ML-DSA-65 (FIPS 204) by swift-crypto, in builds with the package trait `MLDSA65`.
///
/// In others there are no such secret keys, and nothing verifies.
enum MLDSAScheme {
    #if MLDSA65
        static let isAvailable = true

        /// Makes the key of a 32-byte seed.
        static func key(seed: [UInt8]) throws(KeyError) -> any PostQuantumKey {
            do {
                return Key(key: try MLDSA65.PrivateKey(seedRepresentation: seed, publicKey: nil))
            } catch {
                throw .invalidKey(.mldsa65)
            }
        }

        static func verify(signature: [UInt8], message: UnsafeRawBufferPointer, publicKey: [UInt8]) -> Bool {
            // Fails only for a wrong length, which a public key of this package can't have.
            guard let key = try? MLDSA65.PublicKey(rawRepresentation: publicKey) else { return false }
            return key.isValidSignature(signature, for: message)
        }

        /// swift-crypto keeps the key in a buffer that it zeroes itself.
        private struct Key: PostQuantumKey {
            let key: MLDSA65.PrivateKey

            var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }
            var seed: [UInt8] { Array(key.seedRepresentation) }

            func sign(_ message: [UInt8]) throws(KeyError) -> [UInt8] {
                do {
                    return Array(try key.signature(for: message))
                } catch {
                    throw .signingFailed(.mldsa65)
                }
            }
        }
    #else
        static let isAvailable = false

        /// Throws `KeyError.unavailable`.
        static func key(seed: [UInt8]) throws(KeyError) -> any PostQuantumKey { throw .unavailable(.mldsa65) }

        static func verify(signature: [UInt8], message: UnsafeRawBufferPointer, publicKey: [UInt8]) -> Bool { false }
    #endif
}
