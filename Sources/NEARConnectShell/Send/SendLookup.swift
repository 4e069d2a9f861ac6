// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Asks nodes about the transfer that a form has, one question at a time; nothing waits for it.
///
/// While one is under way, only the newest question is kept: typing costs a node as much as it can answer.
@MainActor
final class SendLookup {
    /// The time that a node has for one question.
    private static let patience = Duration.seconds(8)

    /// Called with what is known of a receiver; must hold its owner weakly.
    var onAnswer: ((AccountId, SendQuote) -> Void)?

    private let manager: NEARWalletManager
    private var asking: Task<Void, Never>?
    private var next: (receiver: AccountId, signer: AccountId)?

    init(manager: NEARWalletManager) {
        self.manager = manager
    }

    isolated deinit {
        asking?.cancel()
    }

    /// Asks about a transfer.
    ///
    /// - Parameters:
    ///   - receiver: The account that gets it.
    ///   - signer: The account that sends it.
    func ask(about receiver: AccountId, from signer: AccountId) {
        next = (receiver, signer)
        goOn()
    }

    private func goOn() {
        guard asking == nil, let (receiver, signer) = next else { return }
        next = nil
        asking = Task { [weak self, manager] in
            let quote = await Self.quote(of: receiver, from: signer, manager)
            guard !Task.isCancelled, let self else { return }
            self.asking = nil
            self.onAnswer?(receiver, quote)
            self.goOn()
        }
    }

    private static func quote(
        of receiver: AccountId, from signer: AccountId, _ manager: NEARWalletManager
    ) async -> SendQuote {
        do {
            let client = try manager.client()
            let found = await Self.receiver(receiver, client)
            // The fee doesn't depend on the amount.
            let request = TransactionRequest(
                receiverId: receiver, actions: [.transfer(TransferAction(deposit: .zero))])
            let forecaster = ChainForecaster(
                request, signer: signer, publicKey: nil, isDelegated: false, client: client)
            let (forecast, own) = try await TimeLimit(patience).run {
                async let forecast = forecaster.forecast()
                async let own = client.viewAccount(signer)
                return try await (forecast, own.value)
            }
            return SendQuote(receiver: found, fee: forecast.fee?.most, spendable: own.spendable())
        } catch {
            return SendQuote(receiver: .unknown(reason: DisplayText.words(error)), fee: nil, spendable: nil)
        }
    }

    private static func receiver(_ id: AccountId, _ client: NEARRPCClient) async -> SendQuote.Receiver {
        do throws(RPCError) {
            _ = try await client.viewAccount(id, deadline: patience)
            return .exists
        } catch {
            guard error.saysThatKeyIsGone else { return .unknown(reason: "\(error)") }
            // Transfers make implicit accounts, but none whose id is a hash of a state that they don't bring.
            return switch id.kind {
            case .nearImplicit, .ethImplicit, .nearDeterministic: .isMade
            case .named, .universal: .missing
            }
        }
    }
}
