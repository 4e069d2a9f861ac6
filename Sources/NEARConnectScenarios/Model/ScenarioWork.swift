// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The work of a step.
package enum ScenarioWork: Sendable {
    /// Signs in with a wallet.
    case signIn(wallet: Late<String>)
    /// Signs out.
    case signOut
    /// Closes the page and opens it again over the same profile, as a restart of the program does.
    case restart
    /// Sends a transaction of the signed-in account.
    case send(Request)
    /// Puts code on the signed-in account, by a transaction.
    case deploy(ScenarioChain.Code)
    /// Signs a message (NEP-413).
    case signMessage(message: Late<String>, recipient: Late<String>)
    /// Signs a delegate action (NEP-366).
    case delegate(Request)
    /// Sends a delegate action, which an account of the devnet pays for.
    case relay(delegate: String, relayer: Late<AccountId>)
    /// Changes the scripted wallet's behaviour.
    case script(ScenarioJSON)
    /// Calls a method that changes nothing.
    case view(Call)
    /// Reads an account's balance.
    case balance(Late<AccountId>)
    /// Reads an entry of a contract's state.
    case state(account: Late<AccountId>, key: Late<String>)
    /// Reads an access key.
    case key(account: Late<AccountId>, key: Late<PublicKey>)
    /// Lets blocks pass on the devnet.
    case fastForward(Late<BlockCount>)
    /// Sets an entry of a contract's state on the devnet.
    case patchState(ScenarioChain.StateEntry)
    /// Writes a picture of the window into the folder of the results.
    case screenshot(String)

    /// A transfer or a call.
    package enum Request: Sendable {
        /// Sends NEAR.
        case transfer(to: Late<AccountId>, amount: Late<NEARToken>)
        /// Calls a contract's method.
        case call(Call, gas: Late<Gas>, deposit: Late<NEARToken>)
    }

    /// A contract's method with its arguments.
    package struct Call: Sendable {
        /// The contract's account.
        package let contract: Late<AccountId>
        /// The method.
        package let method: Late<String>
        /// The arguments.
        package let arguments: ScenarioJSON
    }

    /// True for work that only reads, which may be repeated.
    package var isRead: Bool {
        switch self {
        case .view, .balance, .state, .key: true
        default: false
        }
    }
}

/// The expected result of a step.
package struct ScenarioExpectation: Sendable {
    /// The error's code; `nil` where the step has to succeed.
    package var errorCode: String?
    /// A text that the error's sentence has in it.
    package var reason: Late<String>?
    /// Texts that the transaction logged, in any order.
    package var logs: [Late<String>] = []
    /// The gas that was burnt stays below this.
    package var gasBelow: Late<Gas>?
    /// The returned or read value.
    package var value: ScenarioJSON?
    /// The balance.
    package var balance: Balance?
    /// The account that signed in or signed.
    package var account: Late<AccountId>?
    /// The rights of an access key.
    package var permission: Permission?

    /// An expected balance.
    package enum Balance: Sendable {
        /// Exactly this.
        case equal(Late<NEARToken>)
        /// Within limits.
        case within(atLeast: Late<NEARToken>?, atMost: Late<NEARToken>?)
    }

    /// The rights of an access key.
    package enum Permission: String, Sendable, CaseIterable {
        /// Everything.
        case fullAccess = "full-access"
        /// Calls of a contract.
        case functionCall = "function-call"
        /// There is no such key.
        case absent
    }

    package init() {}
}
