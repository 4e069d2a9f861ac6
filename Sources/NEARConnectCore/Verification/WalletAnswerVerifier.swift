// SPDX-License-Identifier: MIT

package import Logging
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Compares what wallets answer with what they were asked for, and with the chain.
///
/// A wallet's answer is text from outside. What goes through here is the request's own, is signed as it says, and,
/// where a node answers, is what the chain says too. Everything is thrown as a ``NEARError`` that says what differs.
@MainActor
package struct WalletAnswerVerifier {
    /// The most blocks ahead at which a delegate action may expire, about four days.
    ///
    /// A signature without an end could be held back, and used when nobody expects it any more.
    package nonisolated static let longestExpiry: UInt64 = 600_000

    /// The nodes that are asked.
    let nodes: NetworkNodes
    /// The time that nodes have to confirm an answer.
    ///
    /// Then its signature, or the wallet's word, has to do.
    let patience: Duration
    /// The origin of the page that wallets are asked from.
    let origin: BridgeOrigin
    let clock: any Clock<Duration>
    let logger: Logger

    /// - Parameters:
    ///   - nodes: The nodes that are asked.
    ///   - readDeadline: How long a read may take; nodes get ten seconds of it at most.
    ///   - origin: The origin of the page that wallets are asked from.
    ///   - clock: Measures how long nodes take.
    ///   - logger: Says what could not be looked up.
    package init(
        nodes: NetworkNodes, readDeadline: Duration, origin: BridgeOrigin, clock: any Clock<Duration>, logger: Logger
    ) {
        self.nodes = nodes
        patience = min(.seconds(10), readDeadline)
        self.origin = origin
        self.clock = clock
        self.logger = logger
    }

    /// Asks the chain whether `key` is a full-access key of `accountId`.
    ///
    /// Without that, anybody could sign in as anybody. When no node answers, the signature stands alone and the log
    /// says so.
    ///
    /// - Throws: ``NEARError/signatureInvalid(reason:)``, ``NEARError/wrongChain(_:)``, ``NEARError/taskCancelled``,
    ///   ``NEARError/rpcError(_:)`` when the network has no usable address.
    func confirm(_ key: PublicKey, of accountId: AccountId) async throws(NEARError) {
        try await nodes.checkChain()
        let client = try nodes.client()
        do throws(RPCError) {
            // A wallet may have made the account, or added the key, a moment ago: that isn't in a final block yet.
            let found = try await client.viewAccessKey(key, of: accountId, at: .optimistic, deadline: patience)
            guard !found.value.permission.isFullAccess else { return }
        } catch {
            if case .cancelled = error { throw .taskCancelled }
            guard error.saysThatKeyIsGone else {
                return logger.notice(
                    "a message's key could not be looked up on chain", metadata: Redaction.error(error))
            }
            // An implicit account needs no access key on chain before it is used for the first time.
            guard await isUnused(accountId, key) else {
                throw .signatureInvalid(reason: localized("%1$s is not a key of %2$s", "\(key)", "\(accountId)"))
            }
            return
        }
        throw .signatureInvalid(
            reason: localized("%1$s is a function-call key of %2$s; it signs no messages", "\(key)", "\(accountId)"))
    }

    /// Returns true if the account is the key's own and the chain doesn't know it yet.
    ///
    /// Then its owner can sign before anything was sent to it. Once it is on chain its keys can be removed like any
    /// other's.
    func isUnused(_ accountId: AccountId, _ key: PublicKey) async -> Bool {
        guard key.implicitAccountId == accountId else { return false }
        do {
            _ = try await nodes.client().viewAccount(accountId, deadline: patience)
            return false
        } catch let error as RPCError {
            guard case .unknownAccount = error.cause else { return false }
            return true
        } catch {
            return false
        }
    }
}
