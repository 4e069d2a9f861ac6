// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension DAppAnswer {
    /// Returns the answer with another name for a network.
    func naming(_ network: ExactText, _ name: ExactText) -> DAppAnswer {
        guard name != network else { return self }
        func named(_ accounts: [SiteAccount]) -> [SiteAccount] {
            accounts.map { account in
                guard account.network == network else { return account }
                return SiteAccount(
                    accountId: account.accountId, publicKey: account.publicKey, label: account.label, network: name)
            }
        }
        return switch self {
        case .accounts(let accounts, let mark): .accounts(named(accounts), mark: mark)
        case .accountsAndMessage(let accounts, let mark, let message):
            .accountsAndMessage(named(accounts), mark: mark, message)
        case .networks(let networks):
            .networks(
                networks.map { known in
                    guard known.id == network else { return known }
                    return Network(
                        id: name, chain: known.chain, protocolVersion: known.protocolVersion,
                        contracts: known.contracts, nodeURL: known.nodeURL)
                })
        case .done, .flag, .message, .outcomes, .transaction, .transactions, .delegateActions: self
        }
    }
}
