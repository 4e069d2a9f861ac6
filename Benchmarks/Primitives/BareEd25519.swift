// SPDX-License-Identifier: MIT

import CSodium

/// libsodium's Ed25519 and nothing around it: what ours is measured against.
struct BareEd25519 {
    private var pair = [UInt8](repeating: 0, count: 64)
    private var publicKey = [UInt8](repeating: 0, count: 32)

    init(seed: [UInt8]) {
        precondition(sodium_init() >= 0 && crypto_sign_ed25519_seed_keypair(&publicKey, &pair, seed) == 0)
    }

    func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        crypto_sign_ed25519_detached(&signature, nil, message, UInt64(message.count), pair)
        return signature
    }

    func verify(_ signature: [UInt8], _ message: [UInt8]) -> Bool {
        crypto_sign_ed25519_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }
}
