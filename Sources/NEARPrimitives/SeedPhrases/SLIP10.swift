// SPDX-License-Identifier: MIT

/// SLIP-0010's derivation of ed25519 keys from a seed.
enum SLIP10 {
    /// The bit that hardens a part of a path.
    static let hardened: UInt32 = 1 << 31

    /// A key and the chain code that its children are derived with.
    struct ExtendedKey {
        /// 32 bytes of key and 32 of chain code.
        let bytes: WipedBytes

        /// The key, an ed25519 seed.
        func secretKey() throws(SeedPhraseError) -> SecretKey {
            var seed = bytes.withUnsafeBytes { Array($0.prefix(32)) }
            defer { seed.wipe() }
            do throws(KeyError) {
                return try SecretKey(keyType: .ed25519, seed: seed)
            } catch {
                throw .key(error)
            }
        }

        /// The chain code.
        var chainCode: [UInt8] { bytes.withUnsafeBytes { Array($0.suffix(32)) } }
    }

    /// The key at `path` from `seed`.
    static func derive(seed: [UInt8], path: DerivationPath) -> ExtendedKey {
        var node = hash(key: Array("ed25519 seed".utf8), message: seed)
        for component in path.components {
            var message = [0] + node.prefix(32)
            var chainCode = Array(node.suffix(32))
            message.append(contentsOf: withUnsafeBytes(of: (component | hardened).bigEndian) { Array($0) })
            let next = hash(key: chainCode, message: message)
            message.wipe()
            chainCode.wipe()
            node.wipe()
            node = next
        }
        defer { node.wipe() }
        return ExtendedKey(bytes: WipedBytes(node))
    }

    private static func hash(key: [UInt8], message: [UInt8]) -> [UInt8] {
        key.withUnsafeBytes { HMACSHA512(key: $0) }.code(of: message)
    }
}
