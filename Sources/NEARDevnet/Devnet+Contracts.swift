// SPDX-License-Identifier: MIT

public import NEARPrimitives

extension Devnet {
    /// Puts a sample contract to an account and makes it usable.
    ///
    /// An account that isn't there is created, with 100 NEAR of the root account and the key that the devnet's seed
    /// gives it.
    ///
    /// The contract is there when this returns: blocks are made for it, whatever the mode.
    ///
    /// - Throws: `DevnetError.transactionFailed` where the contract refuses to be initialized, which it does twice;
    ///   `.transactionRefused` where the root account doesn't own enough.
    public func deploy(_ contract: SampleContract, to id: AccountId) async throws(DevnetError) {
        if host.chain.state.account(id) == nil {
            let account = try DevnetAccount(id, seed: configuration.seed)
            let balance = NEARToken(yoctoNEAR: 100 * NEARToken.yoctoPerNEAR)
            try await createAccount(id, balance: balance, publicKey: account.publicKey)
        }
        try await deploy(code: contract.code(), to: id)
        guard let call = contract.initialization else { return }
        try await host.perform([.functionCall(call)], at: id, as: rootAccount)
    }

    /// Puts any contract's WebAssembly to an account that exists, without a transaction.
    ///
    /// As on NEAR, code that isn't valid fails when it is called.
    ///
    /// - Throws: `DevnetError.transactionFailed` where there is no such account.
    public func deploy(code: [UInt8], to id: AccountId) async throws(DevnetError) {
        try await host.deploy(ContractCode(code), to: id)
    }

    /// Sets an entry of a contract's state, without a transaction.
    ///
    /// As `sandbox_patch_state` does for one entry. It is there when this returns: a block is made for it, whatever the
    /// mode. The account's storage isn't counted again, and no fee is charged.
    ///
    /// - Parameters:
    ///   - id: The contract's account.
    ///   - key: The key as the contract stores it, in bytes.
    ///   - value: The value in bytes.
    /// - Throws: `DevnetError.ledgerBroken` where no block can be made.
    public func setState(of id: AccountId, key: [UInt8], value: [UInt8]) async throws(DevnetError) {
        var patch = StatePatch(of: host.chain.state)
        patch.add(.data(id, key: key, value: value))
        do {
            try await host.patch(patch.changes)
        } catch {
            throw .ledgerBroken("\(error)")
        }
    }
}
