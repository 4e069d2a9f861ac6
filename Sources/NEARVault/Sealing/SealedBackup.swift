// SPDX-License-Identifier: MIT

internal import CSodium
package import GuardedMemory

/// The bytes of a backup that a passphrase opens: secrets, in guarded memory, and other content.
///
/// All numbers are little-endian. The whole header is authenticated together with each of the two.
/// ```
///   0  8  "near-bak"                      52 24  nonce of the secrets
///   8  4  version of the format, 1        76 24  nonce of the content
///  12  4  passes of Argon2id             100  4  length of the sealed secrets
///  16  4  memory of Argon2id, in KiB     104  8  length of the sealed content
///  20 16  salt                           112  n  the secrets' table, then the content, each by
///  36 16  check value of the key                 XChaCha20-Poly1305 with its tag at the end
///                                            32  BLAKE2b-256 of all bytes before it
/// ```
/// Checksum and check value give away what those of ``SealedContainer`` do.
package struct SealedBackup: Sendable {
    /// An opened backup.
    package struct Opened: Sendable {
        /// The secrets by their names.
        package let secrets: [SecretName: SecretBytes]
        /// The rest of the content.
        package let content: [UInt8]
    }

    private static let magic = Array("near-bak".utf8)
    private static let version: UInt32 = 1
    private static let headerCount = 112
    private static let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    /// The largest content, in bytes.
    package static let contentLimit = 512 << 20
    /// The largest file that is read, in bytes.
    package static let limit =
        headerCount + SecretTable.limit + SecretTable.block + contentLimit + 2 * XChaCha20Poly1305.tagCount
        + SealedContainer.checksumCount

    private let cost: KeyDerivationCost
    private let salt: [UInt8]
    private let check: [UInt8]
    private let nonces: (secrets: [UInt8], content: [UInt8])
    private let counts: (secrets: Int, content: Int)
    private var sealed: (secrets: [UInt8], content: [UInt8]) = ([], [])

    /// Seals a backup; it takes as long as `cost` says.
    ///
    /// - Parameters:
    ///   - secrets: The secrets by their names.
    ///   - content: Everything else; at most ``contentLimit`` bytes.
    ///   - passphrase: 1 to ``VaultLimits/longestPassphrase`` bytes.
    ///   - cost: The work that each guess at the passphrase takes.
    ///   - path: The file that it is for, which errors name.
    /// - Throws: ``VaultError/emptyPassphrase(path:)``, ``VaultError/longPassphrase(path:)``,
    ///   ``VaultError/noMemory(mebibytes:)``, ``VaultError/full(_:)``.
    package init(
        sealing secrets: [SecretName: SecretBytes], and content: [UInt8], by passphrase: SecretBytes,
        cost: KeyDerivationCost = .forThisMachine(), path: String
    ) throws(VaultError) {
        guard passphrase.count > 0 else { throw .emptyPassphrase(path: path) }
        guard passphrase.count <= VaultLimits.longestPassphrase else { throw .longPassphrase(path: path) }
        let key = try SealingKey(
            passphrase: passphrase, salt: SealedContainer.random(SealingKey.saltCount), cost: cost)
        var table = SecretTable()
        for (name, secret) in secrets { try table.store(secret, as: name, in: .sealedFile(path: path)) }
        let bytes = table.bytes
        self.cost = cost
        salt = key.salt
        check = key.check
        nonces = (SealedContainer.random(Self.nonceCount), SealedContainer.random(Self.nonceCount))
        counts = (bytes.count + XChaCha20Poly1305.tagCount, content.count + XChaCha20Poly1305.tagCount)
        sealed.secrets = XChaCha20Poly1305.seal(bytes, key: key.key, nonce: nonces.secrets, additional: header)
        sealed.content = XChaCha20Poly1305.seal(content, key: key.key, nonce: nonces.content, additional: header)
    }

    /// Reads a file's bytes, which may be anything.
    ///
    /// - Throws: The damage.
    package init(
        reading bytes: [UInt8], bounds: KeyDerivationBounds = .production
    ) throws(VaultContentError) {
        guard bytes.count >= 12 + SealedContainer.checksumCount, bytes.starts(with: Self.magic) else {
            throw .notABackup
        }
        let content = bytes.dropLast(SealedContainer.checksumCount)
        guard SealedContainer.checksum(of: content) == Array(bytes.suffix(SealedContainer.checksumCount)) else {
            throw .checksum
        }
        var reader = ByteReader(content.dropFirst(Self.magic.count))
        let version: UInt32 = try reader.number()
        guard version == Self.version else { throw .version(version) }
        cost = KeyDerivationCost(passes: try reader.number(), kibibytes: try reader.number())
        salt = try reader.bytes(SealingKey.saltCount)
        check = try reader.bytes(SealingKey.checkCount)
        nonces = (try reader.bytes(Self.nonceCount), try reader.bytes(Self.nonceCount))
        let secretsCount: UInt32 = try reader.number()
        let contentCount: UInt64 = try reader.number()
        guard secretsCount >= XChaCha20Poly1305.tagCount, contentCount >= XChaCha20Poly1305.tagCount,
            contentCount <= UInt64(Self.limit), Int(secretsCount) + Int(contentCount) == reader.rest.count
        else { throw .content }
        counts = (Int(secretsCount), Int(contentCount))
        sealed.secrets = try reader.bytes(counts.secrets)
        sealed.content = Array(reader.rest)
        guard bounds.contains(cost) else { throw .cost }
    }

    /// The file's bytes.
    package var bytes: [UInt8] {
        var bytes = header + sealed.secrets + sealed.content
        bytes += SealedContainer.checksum(of: bytes[...])
        return bytes
    }

    /// Opens the backup; it takes as long as the header's cost says.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase.
    ///   - path: The file, which errors name.
    /// - Throws: ``VaultError/wrongPassphrase(path:)``, ``VaultError/damaged(path:_:)``,
    ///   ``VaultError/noMemory(mebibytes:)``.
    package func open(with passphrase: SecretBytes, path: String) throws(VaultError) -> Opened {
        guard passphrase.count > 0 else { throw .wrongPassphrase(path: path) }
        let key = try SealingKey(passphrase: passphrase, salt: salt, cost: cost)
        guard sodium_memcmp(key.check, check, check.count) == 0 else { throw .wrongPassphrase(path: path) }
        guard
            let table = XChaCha20Poly1305.open(
                sealed.secrets, key: key.key, nonce: nonces.secrets, additional: header),
            let content = XChaCha20Poly1305.openContent(
                sealed.content, key: key.key, nonce: nonces.content, additional: header)
        else { throw .damaged(path: path, .forged) }
        do throws(VaultContentError) {
            let secrets = try SecretTable(reading: table)
            return Opened(
                secrets: Dictionary(
                    uniqueKeysWithValues: secrets.names.compactMap { name in secrets[name].map { (name, $0) } }),
                content: content)
        } catch {
            throw .damaged(path: path, error)
        }
    }

    private var header: [UInt8] {
        var bytes = Self.magic
        bytes.append(number: Self.version)
        bytes.append(number: cost.passes)
        bytes.append(number: cost.kibibytes)
        bytes += salt
        bytes += check
        bytes += nonces.secrets
        bytes += nonces.content
        bytes.append(number: UInt32(counts.secrets))
        bytes.append(number: UInt64(counts.content))
        return bytes
    }
}
