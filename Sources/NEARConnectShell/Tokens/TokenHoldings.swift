// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// An account's holdings of some tokens, and the contracts that can't be read.
struct TokenHoldings: Sendable, Equatable {
    /// A contract that can't be read, and why.
    struct Missing: Sendable, Equatable {
        let place: ContractPlace
        let reason: String
    }

    private(set) var found: [TokenHolding] = []
    private(set) var missing: [Missing] = []

    /// No holdings.
    static let none = TokenHoldings()

    private init() {}

    /// Asks the contracts, one after the other; the task's cancellation ends it.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - added: The tokens that the user has added. Of those that are known without, only what there is counts, and
    ///     one that isn't on this chain isn't missing.
    ///   - manager: The network and its nodes.
    @MainActor
    static func read(
        of account: AccountId, added: [ContractPlace], _ manager: NEARWalletManager
    ) async -> TokenHoldings {
        var holdings = TokenHoldings()
        for place in TokenFile.all(added, on: manager.network.rawValue) {
            let isAdded = added.contains(place)
            do {
                let holding = try await TokenReader(client: manager.client()).holding(of: account, at: place)
                if isAdded || holding.amount.units > 0 { holdings.found.append(holding) }
            } catch {
                manager.logger.debug("a token wasn't read", metadata: ["contract": "\(place.contract.text)"])
                if isAdded || !isAnswer(error) {
                    let reason = (error as? TokenReader.OtherUnitError)?.description
                    holdings.missing.append(
                        Missing(place: place, reason: reason ?? localized("This contract can’t be read now.")))
                }
            }
            guard !Task.isCancelled else { break }
        }
        return holdings
    }

    /// Returns whether a node has said that there is no such token.
    private static func isAnswer(_ error: any Error) -> Bool {
        if error is TokenReader.NoTokenError { return true }
        return switch (error as? RPCError)?.cause {
        case .unknownAccount, .noContractCode, .contractExecutionError: true
        default: false
        }
    }
}
