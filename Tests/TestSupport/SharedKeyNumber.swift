// SPDX-License-Identifier: MIT

internal import CSodium

/// The secret number of a shared key, which the programs never compute: tests look for it.
package enum SharedKeyNumber {
    /// Computes 3·y₂ - 2·y₃ out of the shares of the places 2 and 3, in packed form.
    package static func of(_ two: [UInt8], _ three: [UInt8]) -> [UInt8] {
        precondition(sodium_init() >= 0, "libsodium doesn't start")
        precondition(two[31] >> 5 == 2 && three[31] >> 5 == 3, "the shares are of other places")
        let terms = zip([two, three], [UInt8(3), 2]).map { share, factor in
            var term = [UInt8](repeating: 0, count: 32)
            crypto_core_ed25519_scalar_mul(
                &term, Array(share[..<31]) + [share[31] & 0x1F], [factor] + [UInt8](repeating: 0, count: 31))
            return term
        }
        var key = [UInt8](repeating: 0, count: 32)
        crypto_core_ed25519_scalar_sub(&key, terms[0], terms[1])
        return key
    }

    /// Computes the public key of a number.
    package static func publicKey(of number: [UInt8]) -> [UInt8] {
        var point = [UInt8](repeating: 0, count: 32)
        return crypto_scalarmult_ed25519_base_noclamp(&point, number) == 0 ? point : []
    }
}
