// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// Asks tokens' contracts, and the chain, about the tokens that a request moves.
struct TokenQuestion: Sendable {
    /// The most tokens whose contracts are asked, and the most receivers that are looked for.
    private static let limit = 4

    let intents: [TransactionRequest]
    let signer: AccountId
    let client: NEARRPCClient
    let patience: Duration

    /// Returns the transfers whose contracts name a unit.
    func transfers() async throws -> [ApprovalOutlook.Tokens] {
        let transfers = intents.flatMap { intent in
            intent.actions.compactMap { TokenTransfer($0, of: intent.receiverId) }
        }
        var answers: [AccountId: (unit: TokenUnit, balance: UInt128?)] = [:]
        for contract in Set(transfers.map(\.contract)).sorted().prefix(Self.limit) {
            async let unit = unit(of: contract)
            async let balance = balance(at: contract)
            // One without metadata is shown as its call alone.
            if let unit = await unit { answers[contract] = (unit, await balance) }
        }
        return transfers.compactMap { transfer in
            answers[transfer.contract].map {
                ApprovalOutlook.Tokens(transfer: transfer, unit: $0.unit, balance: $0.balance)
            }
        }
    }

    /// Returns those who would get tokens or NFTs and don't exist, as far as the node says.
    func missingReceivers() async throws -> [AccountId] {
        let receivers = Set(intents.flatMap(\.actions).compactMap(\.tokenReceiver))
        var missing: [AccountId] = []
        for receiver in receivers.sorted().prefix(Self.limit)
        where await ReceiverState(of: receiver, client: client, patience: patience) == .missing {
            missing.append(receiver)
        }
        return missing
    }

    private func unit(of contract: AccountId) async -> TokenUnit? {
        await answer(to: "ft_metadata", of: contract, [:]).flatMap(TokenUnit.init)
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
                method, of: contract, arguments: .object(arguments), deadline: patience
            ).value.result
        } catch {
            return nil  // What a contract doesn't tell isn't shown.
        }
    }
}
