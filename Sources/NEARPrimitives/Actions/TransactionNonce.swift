// SPDX-License-Identifier: MIT

/// The nonce of a transaction (nearcore's `TransactionNonce`).
public enum TransactionNonce: Sendable, Hashable {
    /// A key's only nonce.
    case nonce(UInt64)
    /// One of a gas key's nonces, and which (NEP-611).
    case gasKeyNonce(nonce: UInt64, nonceIndex: UInt16)

    /// The number, whichever nonce it is of.
    public var value: UInt64 {
        switch self {
        case .nonce(let nonce): nonce
        case .gasKeyNonce(let nonce, _): nonce
        }
    }

    /// The place of the nonce among a gas key's; `nil` for a key's only nonce.
    public var index: UInt16? {
        switch self {
        case .nonce: nil
        case .gasKeyNonce(_, let index): index
        }
    }
}
