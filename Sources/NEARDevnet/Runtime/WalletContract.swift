// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The global contract that Ethereum-like implicit accounts run, by its hash (nearcore:
/// `eth_wallet_global_contract_hash`).
///
/// The contract itself isn't part of this package. Whoever has it deploys it as a global contract by its hash, and all
/// such accounts run it; until then their calls fail with `CodeDoesNotExist`, as on a network without it.
enum WalletContract {
    /// The contract's hash on a network, at protocol version 83.
    static func hash(chainId: String) -> CryptoHash {
        switch chainId {
        case "mainnet", "mocknet": mainnet
        case "testnet": testnet
        default: local
        }
    }

    private static let mainnet: CryptoHash = wellKnown("2zodJZK2e4nnv5AqwCRnenNSmkikXhEd7PPY6BmfTmW4")
    private static let testnet: CryptoHash = wellKnown("3PpYvRxBfC5BkZxTw8ZFG3D52w1ZRhvDDWirKoxphMDn")
    private static let local: CryptoHash = wellKnown("FAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v")

    private static func wellKnown(_ text: String) -> CryptoHash {
        do {
            return try CryptoHash(text)
        } catch {
            preconditionFailure("\(text) isn't a hash: \(error)")
        }
    }
}
