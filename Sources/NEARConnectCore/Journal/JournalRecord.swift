// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// One line of the journal. A request begins with its intent; every later line names it by its id and adds to what is known.
package enum JournalRecord: Sendable, Hashable {
    /// A request is about to be handed to a wallet.
    case intent(JournalIntent)
    /// What the signer's keys were before that.
    case keys(id: String, JournalKeys)
    /// Something was signed, or is said to have been. It is on disk before the signature leaves this process.
    case signed(id: String, JournalSignature)
    /// Nobody waits for the wallet any more, and it hasn't said what it did.
    case left(id: String, reason: String)
    /// Nobody had waited for the wallet for some time when the chain was at this height.
    case checked(id: String, height: UInt64)
    /// What is known of one part. `isSettled`: nobody has to look at it again. `isOwn`: the process that asked the wallet says it, when the
    /// request has ended.
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
}

/// What is asked of a wallet, before it is asked.
package struct JournalIntent: Sendable, Hashable {
    /// One transaction or delegate action.
    package struct Part: Sendable, Hashable {
        let receiverId: AccountId
        let actions: [JournalAction]

        package init(receiverId: AccountId, actions: [JournalAction]) {
            self.receiverId = receiverId
            self.actions = actions
        }
    }

    /// The entry's name, unlike any other.
    let id: String
    /// Milliseconds since 1970 by this machine's clock. For people: nothing is decided by it.
    let time: Int64
    /// The request's name within its process.
    let request: String
    let kind: JournalEntry.Kind
    let network: String
    let signerId: AccountId
    let walletId: String
    let parts: [Part]
    /// The process that waits for the wallet.
    let process: ProcessIdentity

    package init(
        id: String, time: Int64, request: String, kind: JournalEntry.Kind, network: String, signerId: AccountId,
        walletId: String, parts: [Part], process: ProcessIdentity
    ) {
        self.id = id
        self.time = time
        self.request = request
        self.kind = kind
        self.network = network
        self.signerId = signerId
        self.walletId = walletId
        self.parts = parts
        self.process = process
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
    /// Which part of the request was signed.
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

    /// With which key and nonce something was signed, and until when it can be executed.
    package struct SignedNonce: Sendable, Hashable {
        package let publicKey: PublicKeyHandle
        package let nonce: UInt64
        /// A transaction: the height of the block that it refers to. A delegate action: the last block that may carry it.
        package let height: UInt64

        package init(publicKey: PublicKeyHandle, nonce: UInt64, height: UInt64) {
            self.publicKey = publicKey
            self.nonce = nonce
            self.height = height
        }
    }
}
