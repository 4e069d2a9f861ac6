// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives
internal import NEARVault

/// A login's refresh token, and the key that its ID tokens are bound to, as they stand in a vault.
///
/// A refreshed ID token has the nonce of the first one or none (OpenID Connect Core, 12.2), so the key has to outlive
/// the process.
struct OpenIDSession: Sendable {
    let seed: SecretBytes
    let refreshToken: String
    let subject: ExactText

    /// Returns the name of a program's session in a vault; neither issuer nor program can be read from it.
    static func name(_ configuration: OpenIDConfiguration) throws(VaultError) -> SecretName {
        let bytes = Array("near-connect login 1".utf8) + Array(configuration.issuer.utf8) + [0]
        return try SecretName(.login, id: CryptoHash.sha256(bytes + Array(configuration.clientId.utf8)).description)
    }

    /// The session's bytes: the seed, then JSON.
    var secret: SecretBytes {
        var json = JSONValue.object([
            "refreshToken": .string(refreshToken), "subject": .string(subject.text),
        ]).bytes
        defer { json.wipe() }
        return SecretBytes(count: SecretKey.seedByteCount + json.count) { memory in
            seed.withUnsafeBytes { memory.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: memory[SecretKey.seedByteCount...]).copyBytes(from: json)
        }
    }

    init(seed: SecretBytes, refreshToken: String, subject: ExactText) {
        self.seed = seed
        self.refreshToken = refreshToken
        self.subject = subject
    }

    /// Reads a session; `nil` for other bytes.
    init?(_ secret: SecretBytes) {
        guard secret.count > SecretKey.seedByteCount else { return nil }
        var json = secret.withUnsafeBytes { Array($0.dropFirst(SecretKey.seedByteCount)) }
        defer { json.wipe() }
        do throws(JSONParsingError) {
            let value = try JSONValue.parse(json)
            guard let token = value["refreshToken"]?.stringValue, let subject = value["subject"]?.stringValue else {
                return nil
            }
            refreshToken = token
            self.subject = ExactText(subject)
        } catch {
            return nil
        }
        seed = SecretBytes(count: SecretKey.seedByteCount) { memory in
            secret.withUnsafeBytes { memory.copyBytes(from: $0.prefix(SecretKey.seedByteCount)) }
        }
    }
}
