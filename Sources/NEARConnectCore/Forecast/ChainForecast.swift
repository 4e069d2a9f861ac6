// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC

/// The costs of a transaction and the chain's word on it, by the state of one block.
package struct ChainForecast: Sendable {
    /// The fee, in NEAR, beside the deposits.
    package struct Fee: Sendable, Hashable {
        /// The price of a unit of gas in the block.
        package let gasPrice: NEARToken
        /// The gas.
        package let gas: GasBill
        /// The fee of the actions themselves; what calls burn of their gas comes on top.
        package let least: NEARToken
        /// The fee if calls burn all of their gas.
        package let most: NEARToken
    }

    /// The storage that the receiver's records grow by.
    package struct Storage: Sendable, Hashable {
        /// The bytes, at most: what a new contract's code replaces is taken off.
        package let bytes: UInt64
        /// The NEAR that is held back for them on the receiver's account, at most.
        package let held: NEARToken
    }

    /// The height of the block.
    package let height: UInt64
    /// The hash of the block.
    package let blockHash: CryptoHash
    /// The signer's balance; `nil` where there is no such account.
    package internal(set) var balance: NEARToken?
    /// The key as the chain has it; `nil` where it has none, or nobody said which key signs.
    package internal(set) var key: AccessKeyView?
    /// The nonce that would be signed.
    package internal(set) var nonce: UInt64?
    /// The NEAR that the actions carry.
    package internal(set) var deposit = NEARToken.zero
    /// The fee; `nil` where no node tells it, or another account pays it.
    package internal(set) var fee: Fee?
    /// The reason why the fee isn't known.
    package internal(set) var untoldFee: String?
    /// The storage; `nil` where none is added, or no node tells.
    package internal(set) var storage: Storage?
    /// The reasons for which the chain would refuse it, the first one first.
    package internal(set) var refusals: [ChainRefusal] = []

    init(height: UInt64, blockHash: CryptoHash) {
        (self.height, self.blockHash) = (height, blockHash)
    }

    /// Returns the most that leaves the signer's account: deposits and fee.
    ///
    /// - Throws: `AmountError` where it doesn't fit.
    package func most() throws(AmountError) -> NEARToken { try deposit.adding(fee?.most ?? .zero) }
}
