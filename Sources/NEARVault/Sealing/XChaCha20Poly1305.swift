// SPDX-License-Identifier: MIT

internal import CSodium

/// XChaCha20-Poly1305 by libsodium (draft-irtf-cfrg-xchacha-03).
enum XChaCha20Poly1305 {
    static let tagCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// Returns the encrypted bytes with their tag at the end.
    static func seal(_ secret: SecretBytes, key: SecretBytes, nonce: [UInt8], additional: [UInt8]) -> [UInt8] {
        checkLengths(key, nonce)
        var sealed = [UInt8](repeating: 0, count: secret.count + tagCount)
        let status = withWipedStack {
            secret.withBytes { content in
                key.withBytes { key in
                    crypto_aead_xchacha20poly1305_ietf_encrypt(
                        &sealed, nil, content, UInt64(secret.count), additional, UInt64(additional.count), nil, nonce,
                        key)
                }
            }
        }
        precondition(status == 0, "libsodium could not encrypt")
        return sealed
    }

    /// Returns the secret, or `nil` if the tag doesn't fit: nothing of the content is given out then.
    static func open(_ sealed: [UInt8], key: SecretBytes, nonce: [UInt8], additional: [UInt8]) -> SecretBytes? {
        checkLengths(key, nonce)
        guard sealed.count >= tagCount else { return nil }
        var isAuthentic = false
        let secret = SecretBytes(count: sealed.count - tagCount) { content in
            let status = withWipedStack {
                key.withBytes { key in
                    crypto_aead_xchacha20poly1305_ietf_decrypt(
                        content.bytes, nil, nil, sealed, UInt64(sealed.count), additional, UInt64(additional.count),
                        nonce, key)
                }
            }
            isAuthentic = status == 0
        }
        return isAuthentic ? secret : nil
    }

    /// Returns the encrypted bytes of a content that is no secret of its own, with their tag at the end.
    static func seal(_ content: [UInt8], key: SecretBytes, nonce: [UInt8], additional: [UInt8]) -> [UInt8] {
        checkLengths(key, nonce)
        var sealed = [UInt8](repeating: 0, count: content.count + tagCount)
        let status = key.withBytes { key in
            crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed, nil, content, UInt64(content.count), additional, UInt64(additional.count), nil, nonce, key)
        }
        precondition(status == 0, "libsodium could not encrypt")
        return sealed
    }

    /// Returns the content, or `nil` if the tag doesn't fit.
    static func openContent(_ sealed: [UInt8], key: SecretBytes, nonce: [UInt8], additional: [UInt8]) -> [UInt8]? {
        checkLengths(key, nonce)
        guard sealed.count >= tagCount else { return nil }
        var content = [UInt8](repeating: 0, count: sealed.count - tagCount)
        let status = key.withBytes { key in
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                &content, nil, nil, sealed, UInt64(sealed.count), additional, UInt64(additional.count), nonce, key)
        }
        return status == 0 ? content : nil
    }

    private static func checkLengths(_ key: SecretBytes, _ nonce: [UInt8]) {
        precondition(key.count == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "the key has another length")
        precondition(nonce.count == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, "the nonce has another length")
    }
}
