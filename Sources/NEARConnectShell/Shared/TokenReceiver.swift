// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A field for the account that gets a token or an NFT.
///
/// Nodes are asked whether there is such an account; until they have answered, ``account`` is `nil`.
@MainActor
final class TokenReceiver {
    /// The time that a node has for an answer.
    private static let patience = Duration.seconds(8)

    /// A transaction that sends something to an account, and the NEAR that the account's storage takes.
    typealias Draft =
        @MainActor @Sendable (AccountId, NEARRPCClient) async throws -> (
            request: TransactionRequest, storage: NEARToken
        )

    let field: ReceiverField
    /// The sentence about what sending takes beside what is sent.
    let costs = Label().wrapping(at: 48).asStatus().styled("dim-label", "near-connect-small").hidden()
    /// Called when what is typed or known changes; must hold its owner weakly.
    var onChange: (() -> Void)?

    private let signer: AccountId?
    private let lookup: LatestQuestion<AccountId, ReceiverState>
    /// Asks for the costs, which takes longer than asking for the account.
    private let costLookup: LatestQuestion<AccountId, String>

    /// - Parameters:
    ///   - manager: The manager whose nodes are asked.
    ///   - signer: The account that sends.
    ///   - draft: Makes the transaction, whose costs are asked for.
    init(manager: NEARWalletManager, signer: AccountId?, draft: @escaping Draft) {
        self.signer = signer
        field = ReceiverField(words: Self.words)
        lookup = LatestQuestion { [manager] account in
            do {
                return await ReceiverState(of: account, client: try manager.client(), patience: Self.patience)
            } catch {
                return .unknown(reason: DisplayText.words(error))
            }
        }
        costLookup = LatestQuestion { [manager] account in
            do {
                return await Self.costs(of: account, signer: signer, try manager.client(), draft)
            } catch {
                return ""  // The answer about the account says why.
            }
        }
        field.refusesSigner = true
        field.signer = signer
        field.offerContacts(of: manager)
        field.onType = { [weak self] account in
            self?.say("")
            if let account, account != self?.signer {
                self?.lookup.ask(account)
                self?.costLookup.ask(account)
            }
            self?.onChange?()
        }
        lookup.onAnswer = { [weak self] account, state in
            self?.field.know(state, of: account)
            self?.onChange?()
        }
        costLookup.onAnswer = { [weak self] account, costs in
            if let self, account == self.field.account { self.say(costs) }
        }
    }

    private func say(_ text: String) {
        costs.text = text
        costs.isVisible = !text.isEmpty
    }

    /// Returns the sentence about what sending takes; empty where no node tells.
    private static func costs(
        of receiver: AccountId, signer: AccountId?, _ client: NEARRPCClient, _ draft: @escaping Draft
    ) async -> String {
        guard let signer else { return "" }
        do {
            let (request, storage) = try await TimeLimit(patience).run { try await draft(receiver, client) }
            let costs = await TransferCosts.of(request, signer: signer, client: client, patience: patience)
            return costs?.words(storage: storage, for: receiver, style: .current) ?? ""
        } catch {
            return ""  // A contract that can't be asked is told of when sending.
        }
    }

    /// The account, as soon as a node has said, or failed to say, that there is one; `nil` before that.
    var account: AccountId? {
        guard let account = field.account, account != signer else { return nil }
        return switch field.state {
        case .exists, .isMade, .unknown: account
        case .missing, nil: nil
        }
    }

    /// Returns the sentence about a receiver, and whether it stands against sending.
    private static func words(_ state: ReceiverState) -> (text: String, isProblem: Bool) {
        switch state {
        case .exists: (localized("This account exists."), false)
        case .isMade:
            (localized("This account has no NEAR yet, and can hold tokens all the same. Check every letter."), false)
        case .missing: (localized("There is no such account. Check the name."), true)
        case .unknown(let reason):
            (localized("No node says whether this account exists: %1$s", reason), false)
        }
    }
}
