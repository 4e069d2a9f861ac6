// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives

/// One request that was about to move something on chain, and what is known of it: what ``NEARWalletManager/history()`` lists.
public struct JournalEntry: Sendable, Hashable, Identifiable {
    /// What was asked of the wallet.
    public enum Kind: String, Sendable {
        /// Transactions, which the wallet signs and sends.
        case transactions
        /// NEP-366 delegate actions, which the wallet signs and a relayer sends.
        case delegateActions
    }

    /// What is known of a transaction or delegate action. `confirmed`, `failed` and `notSent` are the chain's word, or this program's own;
    /// nothing else is.
    public enum State: Sendable, Hashable {
        /// The wallet has it, and hasn't answered yet.
        case open
        /// A delegate action that was signed and given to the program. Whoever has it may bring it to the chain until it expires.
        case signed
        /// The chain has executed it, and it succeeded. A delegate action: the chain has taken it. The hash is known for transactions.
        case confirmed(hash: CryptoHash?)
        /// The chain has executed it, and it failed.
        case failed(hash: CryptoHash?, reason: String)
        /// It was not executed and can't be any more.
        case notSent(reason: String)
        /// The wallet says that it sent nothing. Only the chain can prove it, which takes about a day.
        case refused(reason: String)
        /// It may have been executed, or may still be. Never ask for it again before it has been looked up.
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
        /// What is known of it.
        public let state: State
    }

    /// The entry's name in the journal.
    public let id: String
    /// What was asked of the wallet.
    public let kind: Kind
    /// The network id.
    public let network: String
    /// The account that signs.
    public let signerId: AccountId
    /// The wallet that was asked.
    public let walletId: String
    /// When the wallet was asked, by this machine's clock.
    public let startedAt: Date
    /// What was asked for: one part a transaction or delegate action, in their order.
    public let parts: [Part]

    /// The state that says most of the request as a whole: the first of `open`, `unknown`, `failed`, `refused`, `notSent`, `signed` that a
    /// part is in, and `confirmed` when all are.
    public var state: State {
        parts.map(\.state).min { $0.rank < $1.rank } ?? .open
    }
}

extension JournalEntry.State {
    /// A name for programs. It doesn't change between versions.
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

    /// What there is to say beside the name; empty where the name says it all.
    public var detail: String {
        switch self {
        case .open, .signed, .confirmed: ""
        case .failed(_, let reason), .notSent(let reason), .refused(let reason): reason
        case .unknown(let howToCheck): howToCheck
        }
    }

    /// Whether nothing that is still to come can change it.
    var isFinal: Bool {
        switch self {
        case .confirmed, .failed, .notSent: true
        case .open, .signed, .refused, .unknown: false
        }
    }
}
