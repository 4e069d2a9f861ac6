// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// One line of the journal.
///
/// A request begins with its intent. Each later line names it by its id and adds to what is known.
package enum JournalRecord: Sendable, Hashable {
    /// A request is about to be handed to a wallet.
    case intent(JournalIntent)
    /// The signer's keys from before that.
    case keys(id: String, JournalKeys)
    /// Something was signed, or the wallet says so; on disk before the signature leaves this process.
    case signed(id: String, JournalSignature)
    /// The program no longer waits for the wallet, which hasn't said what it did.
    case left(id: String, reason: String)
    /// The chain's height at a look that came some time after the program had stopped waiting.
    case checked(id: String, height: UInt64)
    /// The state of one part.
    ///
    /// `isSettled` means that it needs no further look; `isOwn` that the process that asked the wallet wrote it when
    /// the request ended.
    case state(id: String, part: Int, JournalEntry.State, isSettled: Bool, isOwn: Bool = false)

    /// The request that the line is about.
    var id: String {
        switch self {
        case .intent(let intent): intent.id
        case .keys(let id, _), .signed(let id, _), .left(let id, _), .checked(let id, _),
            .state(let id, _, _, _, _):
            id
        }
    }

    /// The transaction that the line finds on chain; `nil` for other lines.
    var transaction: CryptoHash? {
        switch self {
        case .state(_, _, .confirmed(let hash), _, _), .state(_, _, .failed(let hash, _), _, _): hash
        default: nil
        }
    }
}

/// A request as it was before the wallet was asked.
package struct JournalIntent: Sendable, Hashable {
    /// One transaction or delegate action.
    package struct Part: Sendable, Hashable {
        let receiverId: AccountId
        let actions: [JournalAction]

        package init(receiverId: AccountId, actions: [JournalAction]) {
            self.receiverId = receiverId
            self.actions = actions
        }

        /// The account that the actions are applied to, and those that they give tokens to.
        var receivers: Set<AccountId> { Set(actions.compactMap(\.tokenReceiver)).union([receiverId]) }
    }

    /// The entry's unique name.
    let id: String
    /// The start in milliseconds since 1970 by this machine's clock; shown to users, never used for a decision.
    let time: Int64
    /// The request's name within its process.
    let request: String
    let kind: JournalEntry.Kind
    let network: String
    /// The genesis hash of the chain in Base58; `nil` where no node had named it yet.
    let genesis: String?
    let signerId: AccountId
    let walletId: String
    let parts: [Part]
    /// The process that waits for the wallet.
    let process: ProcessIdentity
    /// The key of the one who asked, as it was written; `nil` in lines of the first versions.
    let asker: ExactText?
    /// The name by which a job finds its own request again; `nil` where it has none.
    let idempotencyKey: ExactText?

    package init(
        id: String, time: Int64, request: String, kind: JournalEntry.Kind, network: String, genesis: String? = nil,
        signerId: AccountId, walletId: String, parts: [Part], process: ProcessIdentity,
        asker: ExactText? = nil, idempotencyKey: ExactText? = nil
    ) {
        self.id = id
        self.time = time
        self.request = request
        self.kind = kind
        self.network = network
        self.genesis = genesis
        self.signerId = signerId
        self.walletId = walletId
        self.parts = parts
        self.process = process
        self.asker = asker
        self.idempotencyKey = idempotencyKey
    }
}

/// The access keys of an account at one block.
package struct JournalKeys: Sendable, Hashable {
    let height: UInt64
    let nonces: [PublicKeyHandle: UInt64]

    package init(height: UInt64, nonces: [PublicKeyHandle: UInt64]) {
        self.height = height
        self.nonces = nonces
    }
}

/// A signature, without the signature.
package struct JournalSignature: Sendable, Hashable {
    /// The index of the part that was signed.
    package let part: Int
    /// The transaction's hash; `nil` for a delegate action.
    package let hash: CryptoHash?
    /// The key and the nonce; `nil` when only a hash is known.
    package let key: SignedNonce?

    package init(part: Int, hash: CryptoHash?, key: SignedNonce?) {
        self.part = part
        self.hash = hash
        self.key = key
    }

    /// The key and nonce of a signature, and the height until which it can be executed.
    package struct SignedNonce: Sendable, Hashable {
        package let publicKey: PublicKeyHandle
        package let nonce: UInt64
        /// The block height that limits when the signed text can be executed.
        ///
        /// For a transaction it is the height of the block that it refers to, for a delegate action the last block that
        /// may carry it.
        package let height: UInt64

        package init(publicKey: PublicKeyHandle, nonce: UInt64, height: UInt64) {
            self.publicKey = publicKey
            self.nonce = nonce
            self.height = height
        }
    }
}

extension JournalIntent {
    /// Returns whether both requests have one idempotency key, which counts for a network and an account.
    func isNamed(like other: JournalIntent) -> Bool {
        idempotencyKey == other.idempotencyKey && signerId == other.signerId
            && network.hasSameBytes(as: other.network)
    }

    /// The beginning of the key of what a phone signed when nobody waited any more; the transaction's hash follows.
    static let lateSignature = "signed-late-"

    /// True for what a phone signed when nobody waited any more, and what therefore was not sent.
    var isSignedLate: Bool { idempotencyKey?.text.utf8.starts(with: Self.lateSignature.utf8) ?? false }
}
