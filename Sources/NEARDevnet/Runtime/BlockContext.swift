// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The facts of a block that executing a receipt needs.
struct BlockContext: Sendable {
    let chainId: String
    let height: UInt64
    let hash: CryptoHash
    let epochHeight: UInt64
    /// Nanoseconds since 1970.
    let timestamp: UInt64
    let randomValue: CryptoHash
    /// The account that makes all blocks.
    let validatorId: AccountId
}
