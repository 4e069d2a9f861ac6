// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A chain and its accounts, made from a configuration.
struct DevnetSetup: Sendable {
    let root: DevnetAccount
    let accounts: [DevnetAccount]
    let chain: Chain

    init(_ configuration: DevnetConfiguration) throws(DevnetError) {
        try Self.check(configuration)
        let seed = configuration.seed
        root = try DevnetAccount(configuration.rootAccountId, seed: seed)
        var accounts: [DevnetAccount] = []
        var genesis = [
            Genesis.Account(
                id: root.id, publicKey: root.publicKey, amount: configuration.rootBalance.yoctoNEAR,
                locked: configuration.parameters.minimumStake)
        ]
        for entry in configuration.accounts {
            let account = try DevnetAccount(entry.id, seed: seed)
            accounts.append(account)
            genesis.append(
                Genesis.Account(id: entry.id, publicKey: account.publicKey, amount: entry.balance.yoctoNEAR))
        }
        self.accounts = accounts
        let settings = ChainSettings(
            chainId: configuration.chainId, parameters: configuration.parameters,
            contracts: WasmContractEngine(.version83(configuration.parameters)),
            clock: configuration.clock, epochLength: configuration.epochLength,
            transactionValidityPeriod: configuration.transactionValidityPeriod,
            stateHistoryLength: configuration.stateHistoryLength, validatorId: root.id,
            validatorKey: root.secretKey)
        do {
            chain = try Chain(settings, genesis: Genesis(accounts: genesis))
        } catch {
            throw .invalidConfiguration("the accounts own more tokens than can be counted")
        }
    }

    private static func check(_ configuration: DevnetConfiguration) throws(DevnetError) {
        guard !configuration.chainId.isEmpty else { throw .invalidConfiguration("the chain id is empty") }
        guard configuration.epochLength > 0 else { throw .invalidConfiguration("an epoch has no blocks") }
        if case .every(let interval) = configuration.blockProduction, interval <= .zero {
            throw .invalidConfiguration("the time between blocks isn't positive")
        }
        var ids: Set<AccountId> = [configuration.rootAccountId]
        for account in configuration.accounts where !ids.insert(account.id).inserted {
            throw .invalidConfiguration("\(account.id) is there twice")
        }
    }
}
