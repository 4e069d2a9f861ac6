// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// Asks tokens' contracts, and the chain, about the tokens that a request moves.
struct TokenQuestion: Sendable {
    /// The most tokens whose contracts are asked.
    private static let limit = 4
    /// The most receivers that are looked for, as many as the history is asked for.
    private static let receiverLimit = 16

    let intents: [TransactionRequest]
    let signer: AccountId
    let client: NEARRPCClient
    let patience: Duration

    /// The time of one answer: those that have come are shown where others don't.
    private var time: Duration { patience * 4 / 5 }

    /// Returns the transfers whose contracts name a unit.
    func transfers() async -> [ApprovalOutlook.Tokens] {
        let transfers = intents.flatMap { intent in
            intent.actions.compactMap { TokenTransfer($0, of: intent.receiverId) }
        }
        let tellsBalance = isForeseeable
        let contracts = Set(transfers.map(\.contract)).sorted().prefix(Self.limit)
        let answers = await withTaskGroup(of: (AccountId, TokenUnit, UInt128?)?.self) { group in
            for contract in contracts {
                group.addTask {
                    async let unit = unit(of: contract)
                    async let balance = tellsBalance ? balance(at: contract) : nil
                    // One without metadata is shown as its call alone.
                    guard let unit = await unit else { return nil }
                    return (contract, unit, await balance)
                }
            }
            var found: [AccountId: (unit: TokenUnit, balance: UInt128?)] = [:]
            for await case let (contract, unit, balance)? in group { found[contract] = (unit, balance) }
            return found
        }
        return transfers.compactMap { transfer in
            answers[transfer.contract].map {
                ApprovalOutlook.Tokens(transfer: transfer, unit: $0.unit, balance: $0.balance)
            }
        }
    }

    /// True if nothing in the request but its transfers changes what the signer has of a token.
    ///
    /// Another call, of whatever contract, may bring tokens or take them: a deposit, a claim, a swap. The receiver of
    /// a last `ft_transfer_call` may give some back.
    private var isForeseeable: Bool {
        let actions = intents.flatMap(\.actions)
        return actions.dropLast().allSatisfy(Self.isPlain)
            && actions.suffix(1).allSatisfy { Self.isPlain($0) || $0.movesTokens }
    }

    private static func isPlain(_ action: Action) -> Bool {
        switch action {
        case .functionCall(let call): ["ft_transfer", "nft_transfer", "storage_deposit"].contains(call.methodName)
        case .createAccount, .transfer, .stake, .addKey, .deleteKey: true
        default: false
        }
    }

    /// Returns those who would get tokens or NFTs and don't exist, as far as the node says.
    func missingReceivers() async -> [AccountId] {
        let made = intents.filter { intent in
            intent.actions.contains { if case .createAccount = $0 { true } else { false } }
        }
        let receivers = Set(intents.flatMap(\.actions).compactMap(\.tokenReceiver)).subtracting(made.map(\.receiverId))
        return await withTaskGroup(of: AccountId?.self) { group in
            for receiver in receivers.sorted().prefix(Self.receiverLimit) {
                group.addTask {
                    let state = await ReceiverState(of: receiver, client: client, patience: time)
                    return state == .missing ? receiver : nil
                }
            }
            var missing: [AccountId] = []
            for await case let receiver? in group { missing.append(receiver) }
            return missing.sorted()
        }
    }

    private func unit(of contract: AccountId) async -> TokenUnit? {
        guard let unit = await answer(to: "ft_metadata", of: contract, [:]).flatMap(TokenUnit.init) else { return nil }
        // A node that names another unit than the token has would change the amount by a factor.
        let decimals = KnownTokens.decimals(of: contract)
        return decimals == nil || decimals == unit.decimals ? unit : nil
    }

    private func balance(at contract: AccountId) async -> UInt128? {
        guard let answer = await answer(to: "ft_balance_of", of: contract, ["account_id": .string(signer.text)]) else {
            return nil
        }
        return TokenTransfer.amount(answer)
    }

    private func answer(
        to method: String, of contract: AccountId, _ arguments: JSONValue.Members
    ) async -> [UInt8]? {
        do throws(RPCError) {
            return try await client.callFunction(
                method, of: contract, arguments: .object(arguments), deadline: time
            ).value.result
        } catch {
            return nil  // What a contract doesn't tell isn't shown.
        }
    }
}
