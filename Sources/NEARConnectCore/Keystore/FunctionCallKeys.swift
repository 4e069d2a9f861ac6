// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import Synchronization

/// The function-call keys that the keystore has made, each for one asker.
///
/// They live as long as the ``Keystore``. One that is lost costs a question for each call, and the allowance that it
/// had left can't be spent by anybody.
final class FunctionCallKeys: Sendable {
    /// The asker who may have something signed with a key, with the network and the account.
    struct Owner: Hashable {
        /// The one who asked for the key.
        let asker: Asker
        /// The network's id.
        let network: ExactText
        /// The account that the key is an access key of.
        let account: AccountId
    }

    /// One key.
    struct Entry: Sendable {
        let permission: FunctionCallPermission
        let signer: SecretKey

        /// Returns true if the chain takes each of the transactions with this key.
        func covers(_ intents: [TransactionRequest]) -> Bool {
            intents.allSatisfy {
                AccessKeyPermissionView.functionCall(permission).covers($0.actions, receiverId: $0.receiverId)
            }
        }
    }

    /// The most keys of one owner; the oldest goes first.
    private static let limit = 16

    private let entries = Mutex<[Owner: [Entry]]>([:])

    /// Stores a key for its owner.
    func add(_ entry: Entry, for owner: Owner) {
        entries.withLock { $0[owner] = Array(($0[owner, default: []] + [entry]).suffix(Self.limit)) }
    }

    /// Returns the owner's newest key that covers all of the transactions.
    func key(of owner: Owner, covering intents: [TransactionRequest]) -> Entry? {
        entries.withLock { $0[owner]?.last { $0.covers(intents) } }
    }

    /// Forgets a site's keys on a network, also those of its frames inside other sites.
    func forget(site: SiteOrigin, network: ExactText) {
        let origin = site.text
        entries.withLock { entries in
            entries = entries.filter { entry in
                guard entry.key.network == network, case .dApp(let frame) = entry.key.asker else { return true }
                return frame.origin != origin
            }
        }
    }

    /// Forgets a key: it is on no account any more.
    func forget(_ key: PublicKey) {
        entries.withLock { $0 = $0.mapValues { entries in entries.filter { $0.signer.publicKey != key } } }
    }

    /// Forgets an asker's keys on a network.
    func forget(asker: Asker, network: String) {
        let network = ExactText(network)
        entries.withLock { entries in
            entries = entries.filter { $0.key.asker != asker || $0.key.network != network }
        }
    }
}
