// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives

// MARK: - near-connect-ios: sign-ins that wait

/// The names by which a sheet of near-connect-ios's starts a sign-in.
///
/// Here ``connect()`` and ``connectAndSignMessage(message:recipient:nonce:)`` start it by themselves as soon as the
/// page is ready, so that no sheet has to. One that does all the same opens nothing twice.
extension NEARWalletManager {
    /// True while ``connect()`` waits for the page.
    ///
    /// Setting `true` is ``connect()``. Setting `false` says that a sheet has seen it: the wallet list comes all the
    /// same, unless ``cleanUpOnDismiss()`` ends the wait.
    public var pendingConnect: Bool {
        get { pendingSignIn == SignInWish() }
        set {
            if newValue { triggerWalletSelector() } else if pendingConnect { pendingSignIn = nil }
        }
    }

    /// The message while ``connectAndSignMessage(message:recipient:nonce:)`` waits for the page.
    ///
    /// Setting one is ``triggerConnectWithSignMessage(message:recipient:nonce:)``. Setting `nil` says that a sheet has
    /// seen it: the wallet list comes all the same, unless ``cleanUpOnDismiss()`` ends the wait.
    public var pendingSignMessageParams: (message: String, recipient: String, nonce: Data)? {
        get {
            pendingSignIn?.message.map {
                (message: $0.message.text, recipient: $0.recipient.text, nonce: Data($0.nonce))
            }
        }
        set {
            if let newValue {
                triggerConnectWithSignMessage(
                    message: newValue.message, recipient: newValue.recipient, nonce: newValue.nonce)
            } else if pendingSignIn?.message != nil {
                pendingSignIn = nil
            }
        }
    }

    /// Opens the wallet list, as ``connect()`` does, unless it is being opened already.
    public func triggerWalletSelector() {
        guard !isOpen(SignInWish()) else { return }
        connect()
    }

    /// Opens the wallet list to sign in and sign a message, unless it is being opened for that message already.
    ///
    /// The account shows in ``currentAccount``, a failure in ``lastError``. Nobody gets the signature:
    /// ``connectAndSignMessage(message:recipient:nonce:)`` returns it.
    ///
    /// - Parameters:
    ///   - message: The message, shown to the user by the wallet.
    ///   - recipient: The one whom the message is for, for example the app's domain.
    ///   - nonce: 32 bytes that make the signature this app's only.
    public func triggerConnectWithSignMessage(message: String, recipient: String, nonce: Data) {
        do {
            let payload = try Self.payload(message: message, recipient: recipient, nonce: [UInt8](nonce))
            let wish = SignInWish(message: payload)
            if !isOpen(wish) { beginSignIn(wish) }
        } catch {
            lastError = requests.noted(error).errorDescription
        }
    }

    /// Starts a sign-in that nobody waits for, now or when the wallet that is being left has signed out.
    ///
    /// The task doesn't keep the manager alive while the wallet works.
    func beginSignIn(_ wish: SignInWish) {
        if departure.isUnderWay {
            departure.next = wish
            return
        }
        let pending: PendingRequest
        do {
            pending = try requests.open(wish.kind, of: wish.walletId)
        } catch {
            _ = requests.noted(error)
            lastError = error.errorDescription
            return
        }
        pending.operation?.message = wish.message
        requests.handOver(pending, wish.parameters)
        if !isBridgeReady, phone?.has(wish.walletId) != true { pendingSignIn = wish }
        showWalletUI = true
        Task { [weak self] in
            do throws(NEARError) {
                let reply = try await pending.reply()
                guard let self else { return }
                _ = try await requests.verify(pending) { () throws(NEARError) in
                    try await self.finishSignIn(reply, signing: wish.message)
                }
            } catch {
                guard let self else { return }
                if case .unknownWallet = error { _ = named(error, wish.walletId) } else { _ = requests.noted(error) }
            }
        }
    }

    /// Returns true if the open request, or the sign-in that waits for a sign-out, is this one.
    private func isOpen(_ wish: SignInWish) -> Bool {
        if departure.isUnderWay { return departure.next == wish }
        guard let open = requests.table.interactive, open.kind == wish.kind, let operation = open.operation else {
            return false
        }
        return operation.wantsList && operation.message == wish.message
    }
}

extension SignInWish {
    /// The kind of its request.
    fileprivate var kind: RequestKind { message == nil ? .signIn : .signInAndSignMessage }

    /// The parameters of its request.
    @MainActor
    fileprivate var parameters: JSONValue {
        var fields = message.map(NEARWalletManager.messageParameters) ?? [:]
        if let walletId { fields["walletId"] = .string(walletId) }
        return .object(fields)
    }
}
