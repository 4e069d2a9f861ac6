// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The configuration that a stored chain began with.
///
/// It stays the same over the chain's life, whatever the devnet is started with later.
struct StoredConfiguration: Codable, Sendable, Hashable {
    /// The form of the file.
    ///
    /// Others are refused.
    static let format = 1

    let format: Int
    let protocolVersion: UInt32
    let chainId: String
    let seed: String
    let rootAccountId: AccountId
    let rootBalance: NEARToken
    let accounts: [Account]
    let epochLength: UInt64
    let transactionValidityPeriod: UInt64

    struct Account: Codable, Sendable, Hashable {
        let id: AccountId
        let balance: NEARToken
    }

    init(_ configuration: DevnetConfiguration) {
        format = Self.format
        protocolVersion = configuration.parameters.protocolVersion
        chainId = configuration.chainId
        seed = configuration.seed
        rootAccountId = configuration.rootAccountId
        rootBalance = configuration.rootBalance
        accounts = configuration.accounts.map { Account(id: $0.id, balance: $0.balance) }
        epochLength = configuration.epochLength
        transactionValidityPeriod = configuration.transactionValidityPeriod
    }

    /// The configuration that the chain began with.
    ///
    /// Accounts that only `configuration` names are left out: they are created once the chain is open.
    ///
    /// - Throws: `DevnetError.stateMismatch` where the two are about different chains.
    func applied(to configuration: DevnetConfiguration) throws(DevnetError) -> DevnetConfiguration {
        try expect(format == Self.format, "its format is \(format), and this version reads \(Self.format)")
        try expect(
            protocolVersion == configuration.parameters.protocolVersion,
            "it is of protocol version \(protocolVersion)")
        try expect(chainId == configuration.chainId, "its chain id is \(chainId)")
        try expect(seed == configuration.seed, "its keys are made from another seed")
        try expect(rootAccountId == configuration.rootAccountId, "its root account is \(rootAccountId)")
        var result = configuration
        result.rootBalance = rootBalance
        result.accounts = accounts.map { DevnetConfiguration.Account($0.id, balance: $0.balance) }
        result.epochLength = epochLength
        result.transactionValidityPeriod = transactionValidityPeriod
        return result
    }

    private func expect(_ condition: Bool, _ difference: String) throws(DevnetError) {
        guard condition else { throw .stateMismatch(difference) }
    }
}
