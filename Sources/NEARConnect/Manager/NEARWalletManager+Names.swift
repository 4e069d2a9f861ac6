// SPDX-License-Identifier: MIT

public import NEARConnectCore

/// The names that near-connect-ios has for values of the core.
extension NEARWalletManager {
    /// The chain that wallets are asked to work on.
    public typealias Network = NEARNetwork
    /// A chain that isn't one of the two public ones.
    public typealias CustomNetwork = NEARConnectCore.CustomNetwork
    /// Actions for one receiver.
    public typealias TransactionRequest = NEARConnectCore.TransactionRequest
}
