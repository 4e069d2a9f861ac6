// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives

/// Requests that a phone wallet answers in the page's place.
extension WalletRequests {
    /// Hands an open request to the desk of phone wallets.
    func handOver(_ pending: PendingRequest, toPhone walletId: String) {
        let id = pending.id
        let isSignIn = [.signIn, .signInAndSignMessage].contains(pending.kind)
        let order = PhoneWalletOrder(
            id: id, kind: pending.kind, walletId: walletId, account: isSignIn ? nil : account.account,
            message: pending.operation?.message, key: pending.operation?.functionCallKey,
            recorder: pending.operation?.recorder
        ) { [weak self] (signatures) throws(NEARError) in
            guard let self else { throw .managerReleased }
            try await noteSigned(signatures, for: id)
        }
        phone?.handOver(order) { [weak self] answer in
            guard let self else { return }
            if case .failure(let error) = answer.outcome, !answer.isAnswer {
                // Not the wallet's word on what was asked.
                table.abandon(id, error)
            } else {
                settle(id, answer.outcome)
            }
        }
    }

    /// Returns true for a phone wallet, whose code isn't needed; a sign-in whose user has chosen it goes on natively.
    func takesOver(_ walletId: String) -> Bool {
        guard phone?.has(walletId) == true else { return false }
        if let open = table.interactive, open.operation?.offers(walletId) == true {
            // The page asks for the code before it says which wallet was chosen.
            _ = walletAsked(walletId, for: open.id)
        }
        return true
    }

    /// Takes a sign-in from the page whose user has chosen a phone wallet in its list.
    func takeOver(_ pending: PendingRequest, of walletId: String) {
        guard let phone, phone.has(walletId), !phone.isOpen(pending.id),
            [.signIn, .signInAndSignMessage].contains(pending.kind)
        else { return }
        bridge.cancel(pending.id, reason: "phone-wallet")
        forgetChoiceOfPage()
        handOver(pending, toPhone: walletId)
    }

    /// Has the page forget the wallet that its user has chosen: it isn't connected there.
    private func forgetChoiceOfPage() {
        Task { [weak self] in
            do throws(NEARError) {
                guard let self else { return }
                let pending = try start(.select, ["walletId": .null])
                _ = try await ending(pending) { (reply) throws(NEARError) in reply }
            } catch {
                self?.logger.notice("the page kept the choice of a phone wallet", metadata: Redaction.error(error))
            }
        }
    }

    /// Ends what phones were asked for.
    func endPhone(_ error: NEARError) {
        for id in phone?.openRequests ?? [] { table.abandon(id, error) }
    }
}
