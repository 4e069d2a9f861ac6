// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

// MARK: - near-connect-ios

/// The names of near-connect-ios, with texts and dictionaries.
///
/// A program that comes from there finds its calls here. The typed verbs say more and check earlier.
extension NEARWalletManager {
    /// The chain that wallets are asked to work on.
    public typealias Network = NEARNetwork
    /// A chain that isn't one of the two public ones.
    public typealias CustomNetwork = NEARConnectCore.CustomNetwork
    /// Actions for one receiver.
    public typealias TransactionRequest = NEARConnectCore.TransactionRequest
    /// The look of the bridge page.
    public typealias Theme = BridgeTheme

    // MARK: Life

    /// Starts with the default configuration, and offers only wallets that have the features.
    ///
    /// It is ``init(configuration:)`` with ``NEARWalletConfiguration/features``.
    ///
    /// - Parameter features: Features by near-connect's names, for example `["signMessage": true]`.
    public convenience init(features: [String: Bool]) {
        var configuration = NEARWalletConfiguration()
        configuration.features = features
        self.init(configuration: configuration)
    }

    // MARK: Accounts

    /// Opens the wallet list and signs in with the wallet that the user chooses.
    ///
    /// The result shows in ``currentAccount``, a failure in ``lastError``. After ``disconnect()`` it waits until the
    /// wallet has signed out.
    public func connect() {
        beginSignIn(SignInWish())
    }

    /// Signs in with one wallet.
    ///
    /// The result shows in ``currentAccount``, a failure in ``lastError``. After ``disconnect()`` it waits until the
    /// wallet has signed out.
    ///
    /// - Parameter walletId: The wallet's id in the manifest, for example `near-connect-keystore`.
    public func connect(walletId: String) {
        beginSignIn(SignInWish(walletId: walletId))
    }

    /// Signs out: on the next line nobody is signed in, here and on disk.
    ///
    /// An operation that is open ends as ``cancelPendingOperation()`` ends it. The wallet is told after that, when the
    /// bridge is ready, and has the configuration's deadline for it; until then ``isBusy`` is true. A failure shows in
    /// ``lastError``. The account is forgotten even when the wallet doesn't answer.
    public func disconnect() {
        departure.next = nil
        // Called once more, there is nothing new to tell the wallet.
        if departure.isUnderWay, !isSignedIn { return }
        cancelPendingOperation()
        let parameters = account.requestParameters
        let pending: PendingRequest
        do {
            try forgetAccount()
            let deadline = configuration.deadlines.signOut
            pending = try requests.start(.signOut, .object(parameters), deadline: deadline)
        } catch {
            lastError = error.errorDescription
            return
        }
        departure.begin { [weak self] in
            do throws(NEARError) {
                let reply = try await pending.reply()
                try await self?.requests.verify(pending) { () throws(NEARError) in
                    guard case .signedOut = reply else { throw reply.unexpected }
                }
            } catch {
                _ = self?.requests.noted(error)
            }
            return self
        }
    }

    /// Signs in and signs a NEP-413 message in one step, with the wallet that the user chooses.
    ///
    /// - Parameters:
    ///   - message: The message, shown to the user by the wallet.
    ///   - recipient: The one whom the message is for, for example the app's domain.
    ///   - nonce: 32 bytes that make the signature this app's only; random when `nil`.
    /// - Throws: ``NEARError``.
    public func connectAndSignMessage(
        message: String, recipient: String, nonce: Data? = nil
    ) async throws(NEARError) -> SignInWithMessageResult {
        let payload = try Self.payload(message: message, recipient: recipient, nonce: nonce.map { [UInt8]($0) })
        let wish = SignInWish(message: payload)
        if !isBusy, !isBridgeReady { pendingSignIn = wish }
        defer { if pendingSignIn == wish { pendingSignIn = nil } }
        return try await signInAndSignMessage(message: message, recipient: recipient, nonce: payload.nonce)
    }

    /// Signs a NEP-413 message with the signed-in account.
    ///
    /// - Parameters:
    ///   - message: The message, shown to the user by the wallet.
    ///   - recipient: The one whom the message is for, for example the app's domain.
    ///   - nonce: 32 bytes that make the signature this app's only; random when `nil`.
    /// - Returns: The signed message. It has been verified for this message, recipient, nonce and account.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` when the wallet signed something else.
    public func signMessage(
        message: String, recipient: String, nonce: Data? = nil
    ) async throws(NEARError) -> MessageSignResult {
        let signed = try await sign(message: message, recipient: recipient, nonce: nonce.map { [UInt8]($0) })
        return try MessageSignResult(signed)
    }

    /// Ends the open interactive operation because its sheet or window was closed.
    public func cleanUpOnDismiss() {
        closePopups()
        cancelPendingOperation()
        showWalletUI = false
    }

    // MARK: Transactions

    /// Sends NEAR.
    ///
    /// - Parameters:
    ///   - receiverId: The account that gets it.
    ///   - amountYocto: The amount in yoctoNEAR as decimal digits.
    /// - Throws: ``NEARError``.
    public func sendNEAR(to receiverId: String, amountYocto: String) async throws(NEARError) -> TransactionResult {
        let receiver = try NamedArgument.accountId(receiverId, name: "receiverId")
        let amount = try NamedArgument.yoctoNEAR(amountYocto, name: "amountYocto")
        return TransactionResult([try await sendNEAR(to: receiver, amount: amount)])
    }

    // MARK: Reads

    /// Reads an account from the chain, as nearcore's `AccountView` in JSON.
    package func accountView(_ accountId: String?) async throws(NEARError) -> JSONValue {
        let id =
            if let accountId { try NamedArgument.accountId(accountId, name: "accountId") } else {
                try account.signer()
            }
        return try await read { (client) throws(RPCError) in
            try await client.call(
                method: "query",
                params: ["request_type": "view_account", "finality": "final", "account_id": .string(id.text)])
        }
    }

    /// Writes an amount in yoctoNEAR as decimal digits: `"1.5"` gives `"1500000000000000000000000"`.
    ///
    /// - Parameter near: The amount in NEAR, at most 24 digits after the point.
    /// - Returns: `nil` for what is no amount, has more digits, or is above u128.
    public nonisolated static func toYoctoNEAR(_ near: String) -> String? {
        do {
            return String(try NEARToken("\(near) NEAR").yoctoNEAR)
        } catch {
            return nil
        }
    }
}
