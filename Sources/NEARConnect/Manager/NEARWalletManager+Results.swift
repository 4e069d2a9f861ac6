// SPDX-License-Identifier: MIT

internal import FoundationEssentials
public import NEARConnectCore
public import NEARPrimitives

/// The results that near-connect-ios's names return: its texts, and beside them the same as types.
///
/// Those that a program makes by itself, for previews and tests, have the texts alone.
extension NEARWalletManager {
    /// An account and the message that was signed together with its sign-in.
    public struct SignInWithMessageResult: Sendable {
        /// The account.
        public let account: NEARAccount
        /// The signed message as JSON `{accountId, publicKey, signature}`, as wallets write it.
        public let signedMessage: String?
        /// The same, typed; its signature has been verified.
        public let verifiedMessage: SignedMessage?

        /// Makes a result of its texts.
        ///
        /// - Parameters:
        ///   - account: The account.
        ///   - signedMessage: The signed message as JSON, if there is one.
        public init(account: NEARAccount, signedMessage: String?) {
            self.account = account
            self.signedMessage = signedMessage
            verifiedMessage = nil
        }

        init(account: NEARAccount, verifiedMessage: SignedMessage?) throws(NEARError) {
            self.account = account
            signedMessage = if let verifiedMessage { try NEARWalletManager.text(of: verifiedMessage) } else { nil }
            self.verifiedMessage = verifiedMessage
        }
    }

    /// A signed NEP-413 message.
    public struct MessageSignResult: Sendable {
        /// The account that signed.
        public let accountId: String?
        /// Its key, as `ed25519:…`.
        public let publicKey: String?
        /// The whole signed message as JSON `{accountId, publicKey, signature}`, as wallets write it.
        ///
        /// The bare signature is in ``verifiedMessage``.
        public let signature: String?
        /// The same, typed; its signature has been verified.
        public let verifiedMessage: SignedMessage?

        /// Makes a result of its texts.
        ///
        /// - Parameters:
        ///   - accountId: The account that signed.
        ///   - publicKey: Its key, as `ed25519:…`.
        ///   - signature: The signed message as JSON.
        public init(accountId: String?, publicKey: String?, signature: String?) {
            self.accountId = accountId
            self.publicKey = publicKey
            self.signature = signature
            verifiedMessage = nil
        }

        init(_ signed: SignedMessage) throws(NEARError) {
            accountId = signed.accountId.text
            publicKey = signed.publicKey.description
            signature = try NEARWalletManager.text(of: signed)
            verifiedMessage = signed
        }
    }

    /// Transactions that were executed.
    public struct TransactionResult: Sendable {
        /// The transactions' hashes in Base58, in the order of the requests.
        public let transactionHashes: [String]
        /// The wallet's own answer as JSON text.
        public let rawResult: String?
        /// The execution outcomes, typed.
        public let outcomes: [FinalExecutionOutcome]

        /// Makes a result of its texts.
        ///
        /// - Parameters:
        ///   - transactionHashes: The transactions' hashes in Base58.
        ///   - rawResult: The wallet's answer as JSON text.
        public init(transactionHashes: [String], rawResult: String?) {
            self.transactionHashes = transactionHashes
            self.rawResult = rawResult
            outcomes = []
        }

        package init(_ outcomes: [FinalExecutionOutcome]) {
            transactionHashes = outcomes.map(\.transactionHash.description)
            rawResult = outcomes.first?.json.text
            self.outcomes = outcomes
        }
    }

    /// Signed delegate actions.
    public struct DelegateActionResult: Sendable {
        /// Each signed delegate action as Base64 of its Borsh form, ready for a relayer.
        public let signedDelegateActions: [String]
        /// The same, typed; their signatures have been verified.
        public let verifiedDelegateActions: [SignedDelegateAction]

        /// Makes a result of its texts.
        ///
        /// - Parameter signedDelegateActions: Each signed delegate action as Base64 of its Borsh form.
        public init(signedDelegateActions: [String]) {
            self.signedDelegateActions = signedDelegateActions
            verifiedDelegateActions = []
        }

        package init(_ signed: [SignedDelegateAction]) {
            signedDelegateActions = signed.map(\.base64)
            verifiedDelegateActions = signed
        }
    }

    /// The object that wallets return for a signed message, as JSON text.
    fileprivate nonisolated static func text(of message: SignedMessage) throws(NEARError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
        } catch {
            throw .walletError("\(error)")
        }
    }
}
