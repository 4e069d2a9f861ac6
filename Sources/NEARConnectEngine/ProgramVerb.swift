// SPDX-License-Identifier: MIT

/// An operation that only the program has in whose process the wallets are, by name, beside ``ManagerVerb``'s.
///
/// `near-connect serve` has none of these for other programs: they remove what the profile keeps, choose what runs in
/// it, or add keys of the program's own.
enum ProgramVerb: String, CaseIterable {
    /// Signs in, and has the wallet add a function-call key of the program's own.
    case signInWithFunctionCallKey
    /// Signs in with the keystore, which makes a function-call key for the program's calls.
    case signInWithKeystore
    /// Sends a delegate action that another account has signed.
    case relay
    /// Has the wallet add such a key to the account that is signed in.
    case addFunctionCallKey
    /// Forgets a wallet, with what it has stored.
    case forgetWallet
    /// Lists the versions of wallets that wait to be accepted.
    case walletUpdates
    /// Asks lists and wallets' servers for other versions.
    case lookForWalletUpdates
    /// Pins a version that was listed.
    case acceptWalletUpdate
    /// Keeps the version that runs.
    case declineWalletUpdate
    /// Empties the caches of websites' data.
    case resetCache
    /// Asks the nodes which chain they work for.
    case identifyChain
}
