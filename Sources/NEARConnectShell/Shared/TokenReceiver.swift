// SPDX-License-Identifier: MIT

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

    let field: ReceiverField
    /// Called when what is typed or known changes; must hold its owner weakly.
    var onChange: (() -> Void)?

    private let signer: AccountId?
    private let lookup: LatestQuestion<AccountId, ReceiverState>

    /// - Parameters:
    ///   - manager: The manager whose nodes are asked.
    ///   - signer: The account that sends.
    init(manager: NEARWalletManager, signer: AccountId?) {
        self.signer = signer
        field = ReceiverField(words: Self.words)
        lookup = LatestQuestion { [manager] account in
            do {
                return await ReceiverState(of: account, client: try manager.client(), patience: Self.patience)
            } catch {
                return .unknown(reason: DisplayText.words(error))
            }
        }
        field.refusesSigner = true
        field.signer = signer
        field.offerContacts(of: manager)
        field.onType = { [weak self] account in
            if let account, account != self?.signer { self?.lookup.ask(account) }
            self?.onChange?()
        }
        lookup.onAnswer = { [weak self] account, state in
            self?.field.know(state, of: account)
            self?.onChange?()
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
