// SPDX-License-Identifier: MIT

/// Puts a contract's code on an account.
public struct DeployContractAction: Sendable, Hashable {
    /// The WebAssembly module.
    public var code: [UInt8]

    /// A deployment.
    public init(code: [UInt8]) {
        self.code = code
    }
}

/// Calls a contract's method.
public struct FunctionCallAction: Sendable, Hashable {
    /// The method's name.
    public var methodName: ExactText
    /// The arguments, in the contract's own encoding: JSON text with most contracts.
    public var args: [UInt8]
    /// The gas that the call may burn, everything that it calls in turn included.
    ///
    /// At most 300 Tgas a transaction (1 Pgas since protocol version 83).
    public var gas: Gas
    /// NEAR that goes to the contract with the call.
    public var deposit: NEARToken

    /// A call.
    public init(methodName: String, args: [UInt8], gas: Gas, deposit: NEARToken) {
        self.methodName = ExactText(methodName)
        self.args = args
        self.gas = gas
        self.deposit = deposit
    }
}

/// Sends NEAR.
public struct TransferAction: Sendable, Hashable {
    /// The amount to transfer.
    public var deposit: NEARToken

    /// A transfer.
    public init(deposit: NEARToken) {
        self.deposit = deposit
    }
}

/// Stakes NEAR.
public struct StakeAction: Sendable, Hashable {
    /// The whole amount to be at stake; zero to get everything back.
    public var stake: NEARToken
    /// The validator's key.
    public var publicKey: PublicKey

    /// A stake.
    public init(stake: NEARToken, publicKey: PublicKey) {
        self.stake = stake
        self.publicKey = publicKey
    }
}

/// Adds a key to an account.
public struct AddKeyAction: Sendable, Hashable {
    /// The key.
    public var publicKey: PublicKey
    /// The key's rights.
    public var accessKey: AccessKey

    /// A new key.
    public init(publicKey: PublicKey, accessKey: AccessKey) {
        self.publicKey = publicKey
        self.accessKey = accessKey
    }
}

/// Removes a key from an account.
public struct DeleteKeyAction: Sendable, Hashable {
    /// The key.
    public var publicKey: PublicKey

    /// A removal.
    public init(publicKey: PublicKey) {
        self.publicKey = publicKey
    }
}

/// Removes an account.
public struct DeleteAccountAction: Sendable, Hashable {
    /// The account that gets what the deleted one holds.
    ///
    /// If there's no such account, the money is gone.
    public var beneficiaryId: AccountId

    /// A removal.
    public init(beneficiaryId: AccountId) {
        self.beneficiaryId = beneficiaryId
    }
}

/// Adds to a gas key's balance (NEP-611).
public struct TransferToGasKeyAction: Sendable, Hashable {
    /// The gas key.
    public var publicKey: PublicKey
    /// The amount to move to the gas key.
    public var deposit: NEARToken

    /// A transfer.
    public init(publicKey: PublicKey, deposit: NEARToken) {
        self.publicKey = publicKey
        self.deposit = deposit
    }
}

/// Takes from a gas key's balance (NEP-611).
public struct WithdrawFromGasKeyAction: Sendable, Hashable {
    /// The gas key.
    public var publicKey: PublicKey
    /// The amount to take from the gas key.
    public var amount: NEARToken

    /// A withdrawal.
    public init(publicKey: PublicKey, amount: NEARToken) {
        self.publicKey = publicKey
        self.amount = amount
    }
}
