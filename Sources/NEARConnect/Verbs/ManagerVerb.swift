// SPDX-License-Identifier: MIT

/// An operation of ``NEARWalletManager`` as programs in other languages call it: by name, with parameters as JSON.
///
/// Parameters are read in ``ManagerVerbs``, results written in ``VerbResult``. `near-connect serve` has these and no
/// others: none approves a request, sets a policy, or adds a key of its own accord. The C library's engine has those of
/// the program itself, too (`ProgramVerb`).
package enum ManagerVerb: String, Sendable, CaseIterable {
    /// Waits until the bridge page has announced itself.
    case ready
    /// Lists the wallets that are offered.
    case wallets
    /// Signs in.
    case signIn
    /// Signs in and signs a NEP-413 message in one step.
    case signInAndSignMessage
    /// Signs out.
    case signOut
    /// Compares the stored account with wallet and chain.
    case checkSession
    /// Signs a NEP-413 message.
    case signMessage
    /// Transfers NEAR.
    case sendNEAR
    /// Calls one method of a contract in a transaction.
    case callFunction
    /// Signs and sends a transaction.
    case signAndSendTransaction
    /// Signs and sends transactions, one after the other.
    case signAndSendTransactions
    /// Signs delegate actions (NEP-366).
    case signDelegateActions
    /// Lists what was handed to wallets.
    case history
    /// Asks the chain about what isn't settled.
    case reconcile
    /// Reads an account from a node.
    case viewAccount
    /// Calls a contract's view method.
    case viewFunction
    /// Calls any method of the node's JSON-RPC.
    case rpc
}
