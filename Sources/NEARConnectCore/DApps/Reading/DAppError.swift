// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// The error with which a request of a dApp's page ends, as the page gets it.
///
/// Codes are those of EIP-1193 and EIP-1474, which authors of dApps know. Texts have no path, no address of a node and
/// no account that the page wasn't given.
public struct DAppError: Error, Sendable, Hashable {
    /// The kind of error, by the number that pages get as `error.code`.
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        /// The user refused.
        case refused = 4001
        /// The page has no permission for this.
        case unauthorized = 4100
        /// The wallet doesn't do this.
        case unsupported = 4200
        /// The wallet can't work now.
        case disconnected = 4900
        /// The wallet isn't on the network that the page named.
        case otherNetwork = 4901
        /// The parameters can't be used.
        case invalidParams = -32602
        /// A request like this one is already waiting for the user.
        case alreadyWaiting = -32002
        /// The page has asked for too much at once.
        case limitExceeded = -32005
        /// Everything else.
        case internalError = -32603
    }

    /// The fate of transactions, for a page that would otherwise send them again.
    public struct Fate: Sendable, Hashable {
        /// The stable name of the error, as ``NEARError/code``.
        public let name: String
        /// The transaction that the error is about.
        public let hash: CryptoHash?
        /// The transactions that were executed before.
        public let executed: [CryptoHash]
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let message: String
    /// The fate of transactions; `nil` where nothing was sent.
    public let fate: Fate?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: A sentence that says what happened and what to do.
    public init(_ code: Code, _ message: String) {
        self.init(code, message, fate: nil)
    }

    private init(_ code: Code, _ message: String, fate: Fate?) {
        self.code = code
        self.message = String(message.unicodeScalars.prefix(1024))
        self.fate = fate
    }

    /// The error as the provider takes it: `code`, `message`, and `data` where transactions may have been sent.
    package var json: JSONValue {
        var fields: JSONValue.Members = ["code": .integer(Int128(code.rawValue)), "message": .string(message)]
        if let fate {
            var data: JSONValue.Members = ["name": .string(fate.name)]
            if let hash = fate.hash { data["transactionHash"] = .string(hash.description) }
            if !fate.executed.isEmpty { data["executed"] = .array(fate.executed.map { .string($0.description) }) }
            fields["data"] = .object(data)
        }
        return .object(fields)
    }

    // MARK: Frequent ones

    /// The user refused.
    public static var refusedByUser: DAppError { DAppError(.refused, localized("The user refused the request.")) }

    /// The request's document is gone, or its permission was taken away.
    public static var revoked: DAppError {
        DAppError(.unauthorized, localized("The user has disconnected this site. Ask to sign in again."))
    }

    /// The site wants a key deleted that it didn't have added.
    package static var foreignKey: DAppError {
        DAppError(
            .unauthorized,
            localized("A key that is to be deleted is none that the user has had added for this site."))
    }

    /// Returns the error of parameters that can't be used.
    static func invalid(_ reason: String) -> DAppError {
        DAppError(.invalidParams, localized("The request can’t be used: %1$s.", reason))
    }
}

extension DAppError: CustomStringConvertible {
    /// The code and the sentence.
    public var description: String { "\(code.rawValue): \(message)" }
}

// MARK: From the manager's errors

extension DAppError {
    /// Translates an operation's error for the page that asked.
    public init(_ error: NEARError) {
        let words = error.errorDescription ?? error.code
        switch error {
        case .userCancelled, .taskCancelled: self = .refusedByUser
        case .walletRejected: self.init(.refused, words)
        case .notSignedIn: self.init(.unauthorized, words)
        case .operationInProgress: self.init(.alreadyWaiting, words)
        case .invalidArgument, .invalidTransaction: self.init(.invalidParams, words)
        case .webViewNotReady, .bridgeCrashed, .bridgeReloaded, .bridgeUnavailable, .managerReleased, .unknownWallet:
            self.init(.disconnected, localized("The user’s wallet can’t work now. Try again later."))
        case .wrongChain:
            self.init(.otherNetwork, localized("The nodes of this network serve another chain, so nothing was signed."))
        case .rpcError:
            self.init(.internalError, localized("A NEAR node refused the call or can’t be reached. Try again later."))
        case .storage, .journal:
            self.init(
                .internalError,
                localized(
                    "The wallet has a problem with this computer’s files, and nothing was sent. Its window says more."))
        case .transactionFailed(let outcome):
            self.init(.internalError, words, fate: Fate(name: error.code, hash: outcome.transactionHash, executed: []))
        case .transactionUnknown(let hash):
            self.init(.internalError, words, fate: Fate(name: error.code, hash: hash, executed: []))
        case .partiallySent(let outcomes, let hash, _):
            self.init(
                .internalError, words,
                fate: Fate(name: error.code, hash: hash, executed: outcomes.map(\.transactionHash)))
        case .timedOut:
            self.init(.internalError, words, fate: Fate(name: error.code, hash: nil, executed: []))
        case .invalidURL, .noTransactionHash, .walletError, .signatureInvalid: self.init(.internalError, words)
        }
    }
}
