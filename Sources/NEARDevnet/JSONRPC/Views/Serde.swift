// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Values in JSON as nearcore writes them.
///
/// 128-bit numbers are strings, bytes are Base64, an enum is an object of one member.
extension JSONValue {
    /// Tokens, in yoctoNEAR.
    static func yocto(_ amount: UInt128) -> JSONValue { .string(String(amount)) }

    /// Tokens, in yoctoNEAR.
    static func token(_ amount: NEARToken) -> JSONValue { yocto(amount.yoctoNEAR) }

    /// A number that is no amount of tokens.
    static func count(_ number: some BinaryInteger) -> JSONValue { .integer(Int128(number)) }

    /// An account id.
    static func id(_ id: AccountId) -> JSONValue { .string(id.text) }

    /// A hash, in Base58.
    static func hash(_ hash: CryptoHash) -> JSONValue { .string(hash.description) }

    /// A public key.
    static func key(_ key: PublicKey) -> JSONValue { .string(key.description) }

    /// Bytes, in Base64.
    static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.encode(bytes)) }

    /// An enum's variant with its fields.
    static func variant(_ name: String, _ fields: JSONValue) -> JSONValue { .object([ExactText(name): fields]) }
}
