// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A chain and its accounts, made from a configuration.
struct DevnetSetup: Sendable {
    let root: DevnetAccount
    let accounts: [DevnetAccount]
    let chain: Chain
    let access: PageAccess
    /// The configuration that the chain began with.
    let beginning: StoredConfiguration
    /// The store of the chain, if it has one.
    let store: ChainStore?

    /// Makes a chain, or opens the one that is stored.
    init(_ wanted: DevnetConfiguration) throws(DevnetError) {
        try Self.check(wanted)
        access = try PageAccess(allowing: wanted.allowedOrigins)
        let seed = wanted.seed
        let store = try wanted.stateDirectory.map { url throws(DevnetError) in
            try ChainStore(directory: url, checkpointInterval: wanted.checkpointInterval)
        }
        let stored = try store?.configuration()
        let configuration = try stored?.applied(to: wanted) ?? wanted
        beginning = stored ?? StoredConfiguration(configuration)
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
        for entry in wanted.accounts where !configuration.accounts.contains(where: { $0.id == entry.id }) {
            accounts.append(try DevnetAccount(entry.id, seed: seed))
        }
        self.accounts = accounts
        self.store = store
        let settings = ChainSettings(
            chainId: configuration.chainId, parameters: configuration.parameters,
            contracts: WasmContractEngine(.version83(configuration.parameters)),
            clock: configuration.clock, epochLength: configuration.epochLength,
            transactionValidityPeriod: configuration.transactionValidityPeriod,
            stateHistoryLength: configuration.stateHistoryLength,
            blockHistoryLength: configuration.blockHistoryLength, validatorId: root.id,
            validatorKey: root.secretKey)
        var chain: Chain
        do {
            chain = try Chain(settings, genesis: Genesis(accounts: genesis))
        } catch {
            throw .invalidConfiguration("the accounts own more tokens than can be counted")
        }
        if stored == nil {
            try store?.begin(beginning)
        } else {
            try store?.replay(onto: &chain)
        }
        self.chain = chain
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
