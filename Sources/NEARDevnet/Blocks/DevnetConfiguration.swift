// SPDX-License-Identifier: MIT

public import Foundation
public import Logging
public import NEARPrimitives

/// The settings of a devnet.
public struct DevnetConfiguration: Sendable {
    /// The chain's name, which clients see as `chain_id`.
    public var chainId: String = "devnet"
    /// The text that keys are made from.
    ///
    /// With the same seed and the same transactions, everything has the same hashes.
    public var seed: String = "devnet"
    /// The port on 127.0.0.1; 0 for a free one.
    public var port: UInt16 = 0
    /// Origins of web pages that may change the chain, such as `http://localhost:5173`, or `*` for any page.
    ///
    /// Without an entry a page of another origin may read, but neither send transactions nor use the faucet and the
    /// sandbox's methods. Programs and the explorer may in any case.
    public var allowedOrigins: [String] = []
    /// The account that owns all tokens that no other account owns, and creates the others.
    public var rootAccountId: AccountId = .wellKnown("test.near")
    /// The root account's balance, besides its stake.
    public var rootBalance: NEARToken = NEARToken(yoctoNEAR: 1_000_000_000 * NEARToken.yoctoPerNEAR)
    /// Accounts that are there from the beginning, each with a full-access key made from the seed.
    public var accounts: [Account] = []
    /// The rule by which blocks are made.
    public var blockProduction: BlockProductionMode = .onDemand
    /// The source of the time in blocks.
    public var clock: BlockClock = .logical(secondsPerBlock: 1)
    /// Fees and limits.
    public var parameters: ProtocolParameters = .version83
    /// Blocks in an epoch.
    public var epochLength: UInt64 = 500
    /// Blocks for which a transaction's block hash is good.
    public var transactionValidityPeriod: UInt64 = 86_400
    /// Blocks whose state can be queried; the state of older ones is forgotten.
    public var stateHistoryLength: UInt64 = 10_000
    /// The number of blocks that are remembered, with their transactions, receipts and outcomes.
    ///
    /// The content of older ones is as unknown as on a node that isn't archival. A transaction's block hash has to be
    /// among them too. On disk, all are stored.
    public var blockHistoryLength: UInt64 = 86_400
    /// A folder that stores the chain, so that it is there again the next time; `nil` for memory only.
    ///
    /// A chain that is there already goes on as it began: with its own accounts, balances and epochs. Accounts that
    /// only this configuration names are created.
    public var stateDirectory: URL?
    /// The fewest blocks between two checkpoints of a stored chain.
    var checkpointInterval: UInt64 = Self.defaultCheckpointInterval
    static let defaultCheckpointInterval: UInt64 = 2_000
    /// The time that a request waits for a transaction to come as far as it wants.
    public var waitLimit: Duration = .seconds(10)
    /// The log of what the devnet does.
    public var logger = Logger(label: "near-connect.devnet")

    /// An account that is there from the beginning.
    public struct Account: Sendable, Hashable {
        /// Its id.
        public var id: AccountId
        /// The account's balance.
        public var balance: NEARToken

        /// An account with 10,000 NEAR, or with another balance.
        public init(
            _ id: AccountId, balance: NEARToken = NEARToken(yoctoNEAR: 10_000 * NEARToken.yoctoPerNEAR)
        ) {
            self.id = id
            self.balance = balance
        }
    }

    /// A devnet that makes blocks on demand, with a root account and no other.
    public init() {}

    /// A devnet that makes blocks on demand, with these accounts, which have 10,000 NEAR each, and a root account.
    public init(accounts: [AccountId]) {
        self.accounts = accounts.map { Account($0) }
    }
}
