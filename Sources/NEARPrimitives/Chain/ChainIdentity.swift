// SPDX-License-Identifier: MIT

/// The chain that a node works for, known by the hash of its first block.
///
/// A network's id is a name that anybody can give to any chain; the genesis hash is the chain's own
/// (`status.genesis_hash`). It is still the node's word: a node that lies can name any hash.
public enum ChainIdentity: Sendable, Hashable {
    /// NEAR's main network, where NEAR is real money.
    case mainnet
    /// NEAR's public test network.
    case testnet
    /// Neither of the two: a devnet, a local node, a fork.
    case other(genesisHash: CryptoHash)

    /// Mainnet's genesis hash in Base58.
    public static let mainnetGenesis = "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"
    /// Testnet's genesis hash in Base58.
    public static let testnetGenesis = "FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b"

    /// Tells which chain began with the block of this hash.
    public init(genesisHash: CryptoHash) {
        switch genesisHash.description {
        case Self.mainnetGenesis: self = .mainnet
        case Self.testnetGenesis: self = .testnet
        default: self = .other(genesisHash: genesisHash)
        }
    }

    /// The public chain that a network id stands for; `nil` for an id that anybody may give to a chain.
    public init?(networkId: String) {
        switch networkId {
        case "mainnet": self = .mainnet
        case "testnet": self = .testnet
        default: return nil
        }
    }

    /// The genesis hash in Base58.
    public var genesis: String {
        switch self {
        case .mainnet: Self.mainnetGenesis
        case .testnet: Self.testnetGenesis
        case .other(let hash): hash.description
        }
    }
}

extension ChainIdentity: CustomStringConvertible {
    /// The chain's name with its genesis hash, for a sentence.
    public var description: String {
        switch self {
        case .mainnet: "mainnet (genesis \(genesis))"
        case .testnet: "testnet (genesis \(genesis))"
        case .other: "another chain (genesis \(genesis))"
        }
    }
}
