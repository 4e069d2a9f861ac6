// SPDX-License-Identifier: MIT

internal import CSodium
internal import GuardedMemory

/// ChaCha20-Poly1305 with a 96-bit nonce (RFC 8439), by libsodium.
enum ChaCha20Poly1305 {
    static let keyCount = 32
    static let nonceCount = 12
    static let tagCount = 16

    /// Returns the encrypted bytes with their tag at the end; `nil` where key or nonce have another length.
    static func seal(_ content: [UInt8], key: SecretBytes, nonce: [UInt8]) -> [UInt8]? {
        guard Sodium.isReady, key.count == keyCount, nonce.count == nonceCount else { return nil }
        var sealed = [UInt8](repeating: 0, count: content.count + tagCount)
        let status = key.withBytes { key in
            crypto_aead_chacha20poly1305_ietf_encrypt(
                &sealed, nil, content, UInt64(content.count), nil, 0, nil, nonce, key)
        }
        return status == 0 ? sealed : nil
    }

    /// Returns the content; `nil` if the tag doesn't fit, and then nothing of the content is given out.
    static func open(_ sealed: ArraySlice<UInt8>, key: SecretBytes, nonce: [UInt8]) -> [UInt8]? {
        guard Sodium.isReady, key.count == keyCount, nonce.count == nonceCount, sealed.count >= tagCount else {
            return nil
        }
        var content = [UInt8](repeating: 0, count: sealed.count - tagCount)
        let status = key.withBytes { key in
            sealed.withUnsafeBufferPointer { sealed -> Int32 in
                guard let start = sealed.baseAddress else { return -1 }
                return crypto_aead_chacha20poly1305_ietf_decrypt(
                    &content, nil, nil, start, UInt64(sealed.count), nil, 0, nonce, key)
            }
        }
        return status == 0 ? content : nil
    }
}
