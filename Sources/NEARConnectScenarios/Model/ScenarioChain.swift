// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives

/// The chain that a scenario runs on.
package enum ScenarioChain: Sendable {
    /// A chain of its own in the process, fresh for each run.
    case devnet(Devnet)
    /// A network that has nodes.
    case network(Network)

    /// A chain in the process.
    package struct Devnet: Sendable {
        /// The accounts, with their balances.
        package var accounts: [Account] = []
        /// The contracts, deployed in their order.
        package var contracts: [Contract] = []
        /// Entries of contracts' states.
        package var state: [StateEntry] = []

        /// An account of the chain.
        package struct Account: Sendable {
            /// The account id.
            package let id: AccountId
            /// The balance; `nil` for the devnet's own, 10,000 NEAR.
            package let balance: NEARToken?
        }

        /// A contract of the chain.
        package struct Contract: Sendable {
            /// The account that has it.
            package let account: AccountId
            /// The code.
            package let code: Code
        }
    }

    /// A contract's code.
    package enum Code: Sendable {
        /// The packaged guest book.
        case guestBook
        /// The packaged token: who owns everything at first, and how much that is.
        case token(owner: AccountId, supply: String)
        /// A file of WebAssembly, relative to the scenario's folder.
        case file(String)
    }

    /// An entry of a contract's state, set without a transaction.
    package struct StateEntry: Sendable {
        /// The contract's account.
        package let account: Late<AccountId>
        /// The key.
        package let key: Late<String>
        /// The value.
        package let value: Late<String>
    }

    /// A network that has nodes.
    package struct Network: Sendable {
        /// The network's id.
        package let id: String
        /// The addresses of its nodes; empty for the well-known ones, and for those of a file with networks.
        package let nodes: [String]
        /// The network with the nodes and API keys of a file; `nil` where the scenario doesn't need one.
        package var named: NEARNetwork?
    }
}

/// The wallets of a scenario.
package struct ScenarioWallets: Sendable {
    /// The policy file of the keystore, relative to the scenario's folder; `nil` approves everything on a devnet.
    package var policy: String?
    /// The accounts that the keystore has keys of; `nil` for all of the devnet's.
    package var keystoreAccounts: [AccountId]?
    /// The scripted wallet; `nil` for none.
    package var scripted: Scripted?
    /// The wallet on a phone, which is reached by WalletConnect; `nil` for none.
    package var phone: Scripted?

    /// A scripted wallet, in a page or on a phone, which `near-connect-peers` serves.
    package struct Scripted: Sendable {
        /// The accounts that it signs with, the first one by default; empty for all of the devnet's.
        package let accounts: [AccountId]
        /// Its behaviour, by method.
        package let script: JSONValue
    }
}
