// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives

/// One request that could change something on chain, and what is known of it.
///
/// ``NEARWalletManager/history()`` lists them.
public struct JournalEntry: Sendable, Hashable, Identifiable {
    /// The kind of request that the wallet got.
    public enum Kind: String, Sendable {
        /// Transactions, which the wallet signs and sends.
        case transactions
        /// NEP-366 delegate actions, which the wallet signs and a relayer sends.
        case delegateActions
    }

    /// The state of a transaction or delegate action.
    ///
    /// `confirmed`, `failed` and `notSent` come from the chain or from this program itself, never from a wallet alone.
    public enum State: Sendable, Hashable {
        /// The wallet has it and hasn't answered yet.
        case open
        /// A delegate action that was signed and given to the program.
        ///
        /// Any holder of the signature can bring it to the chain until it expires.
        case signed
        /// The chain executed it, and it succeeded.
        ///
        /// For a delegate action: the chain has accepted it. Only transactions have a hash here.
        case confirmed(hash: CryptoHash?)
        /// The chain executed it, and it failed.
        case failed(hash: CryptoHash?, reason: String)
        /// It was not executed and can't be executed any more.
        case notSent(reason: String)
        /// The wallet says that it sent nothing.
        ///
        /// Only the chain can prove that, which takes about a day.
        case refused(reason: String)
        /// It may have been executed, or may still be.
        ///
        /// Look it up before you ask for it again.
        case unknown(howToCheck: String)
    }

    /// One transaction or delegate action of the request.
    public struct Part: Sendable, Hashable {
        /// The account that the actions are applied to.
        public let receiverId: AccountId
        /// The actions, in their order.
        public let actions: [JournalAction]
        /// The transaction's hash, as soon as it is known.
        public let hash: CryptoHash?
        /// The key that has signed it; `nil` while none has, or where only a hash is known.
        public let publicKey: PublicKeyHandle?
        /// The part's current state.
        public let state: State

        /// The account that the actions are applied to, and those that they give tokens to.
        var receivers: Set<AccountId> { Set(actions.compactMap(\.tokenReceiver)).union([receiverId]) }
    }

    /// The entry's name in the journal.
    public let id: String
    /// The kind of request that the wallet got.
    public let kind: Kind
    /// The network id.
    public let network: String
    /// The account that signs.
    public let signerId: AccountId
    /// The wallet that was asked.
    public let walletId: String
    /// The one who asked; `nil` where the entry doesn't say it or names a kind that a newer version knows.
    public let asker: Asker?
    /// The name that a job gave its request, so as not to send twice; `nil` where it gave none.
    public let idempotencyKey: String?
    /// The time when the wallet was asked, by this machine's clock.
    public let startedAt: Date
    /// The transactions or delegate actions of the request, in their order.
    public let parts: [Part]

    /// The most important state among the parts; stands for the request as a whole.
    ///
    /// It is the first of `open`, `unknown`, `failed`, `refused`, `notSent` and `signed` that a part is in, and
    /// `confirmed` when all parts are.
    public var state: State {
        parts.map(\.state).min { $0.rank < $1.rank } ?? .open
    }
}

extension JournalEntry.State {
    /// A name for programs.
    ///
    /// It doesn't change between versions.
    public var code: String {
        switch self {
        case .open: "open"
        case .signed: "signed"
        case .confirmed: "confirmed"
        case .failed: "failed"
        case .notSent: "not-sent"
        case .refused: "refused"
        case .unknown: "unknown"
        }
    }

    fileprivate var rank: Int {
        switch self {
        case .open: 0
        case .unknown: 1
        case .failed: 2
        case .refused: 3
        case .notSent: 4
        case .signed: 5
        case .confirmed: 6
        }
    }

    /// The reason or the advice that comes with the state; empty where the name says everything.
    public var detail: String {
        switch self {
        case .open, .signed, .confirmed: ""
        case .failed(_, let reason), .notSent(let reason), .refused(let reason): reason
        case .unknown(let howToCheck): howToCheck
        }
    }

    /// True if nothing that may still happen can change the state.
    var isFinal: Bool {
        switch self {
        case .confirmed, .failed, .notSent: true
        case .open, .signed, .refused, .unknown: false
        }
    }
}
