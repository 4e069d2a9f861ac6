// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// Asks a node what a request would do, while the user is asked about it already.
struct OutlookQuestion: Sendable {
    /// The time that the node has; what it hasn't said by then isn't shown.
    static let patience = Duration.seconds(4)
    /// The most transactions that are looked at together.
    private static let requestLimit = 4

    let intents: [TransactionRequest]
    let signer: AccountId
    /// True for delegate actions, which another account pays for.
    let isDelegated: Bool
    let client: NEARRPCClient
    var patience = Self.patience
    /// The receivers to whom nothing was sent before.
    var firstReceivers: Set<AccountId> = []
    /// Returns the accounts that were sent to before.
    var known: @MainActor @Sendable () async throws -> [AccountId] = { [] }

    /// Returns what the node says, and that it couldn't tell where it says nothing in time.
    @MainActor
    func ask() async -> ApprovalOutlook {
        async let lookAlikes = answered { try await self.lookAlikes() }
        let question = TokenQuestion(intents: intents, signer: signer, client: client, patience: patience)
        async let tokens = answered { await question.transfers() }
        async let missing = answered { await question.missingReceivers() }
        async let forecasts = answered { try await self.forecasts() }
        var outlook = ApprovalOutlook()
        outlook.tokens = await tokens ?? []
        outlook.missing = await missing ?? []
        outlook.lookAlikes = await lookAlikes ?? []
        guard intents.count <= Self.requestLimit else {
            outlook.isTooLong = true
            return outlook
        }
        guard let all = await forecasts else {
            outlook.isUntold = true
            return outlook
        }
        // What later ones do depends on those before.
        outlook.refusal = all.first?.refusals.first
        if outlook.refusal == nil {
            outlook.balance = Self.balance(after: all)
            outlook.isUntold = outlook.balance == nil && !isDelegated
        }
        return outlook
    }

    @MainActor
    private func answered<Value: Sendable>(_ work: @escaping @MainActor () async throws -> Value) async -> Value? {
        do {
            return try await TimeLimit(patience).run(work)
        } catch {
            return nil  // A node that can't tell is no reason to keep anybody waiting.
        }
    }

    @MainActor
    private func lookAlikes() async throws -> [LookAlike] {
        guard !firstReceivers.isEmpty else { return [] }
        let known = try await known()
        return firstReceivers.sorted().compactMap { LookAlike.of($0, among: known) }
    }

    private func forecasts() async throws -> [ChainForecast] {
        guard intents.count <= Self.requestLimit else { return [] }
        var all: [ChainForecast] = []
        for intent in intents {
            all.append(
                try await ChainForecaster(
                    intent, signer: signer, publicKey: nil, isDelegated: isDelegated, client: client
                ).forecast())
        }
        return all
    }

    /// Returns the change of the balance; `nil` where a fee isn't known, or nothing leaves.
    private static func balance(after all: [ChainForecast]) -> ApprovalOutlook.Balance? {
        guard let now = all.first?.balance, all.allSatisfy({ $0.fee != nil }) else { return nil }
        do throws(AmountError) {
            var most = NEARToken.zero
            for forecast in all { most = try most.adding(forecast.most()) }
            return ApprovalOutlook.Balance(now: now, most: most, least: try now.subtracting(most))
        } catch {
            return nil  // More than there is: a refusal says so.
        }
    }
}
