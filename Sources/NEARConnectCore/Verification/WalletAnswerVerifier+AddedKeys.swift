// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The reason why a new function-call key doesn't count as added.
package enum AddedKeyError: Error, Sendable {
    /// The chain shows no such key.
    case notAdded
    /// The chain shows the key with other rights than were asked for.
    case otherPermission
    /// No node says what was added.
    case near(NEARError)
}

/// Function-call keys that a wallet was asked to add.
extension WalletAnswerVerifier {
    /// The time between two looks at the chain.
    private static let pause = Duration.milliseconds(250)

    /// Waits until the chain shows a new key, and compares its rights with what was asked for.
    ///
    /// A wallet may answer before its transaction is in a block, so that a key which isn't there is looked for until
    /// the deadline of reads has passed.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - account: The account that gets it.
    ///   - permission: The rights that were asked for.
    ///   - waits: False to look once.
    /// - Throws: ``AddedKeyError``.
    package func awaitKey(
        _ key: PublicKey, on account: AccountId, _ permission: FunctionCallPermission, waits: Bool = true
    ) async throws(AddedKeyError) {
        guard case .functionCall(let shown) = try await shown(key, on: account, waits: waits),
            shown.receiverId == permission.receiverId,
            Set(shown.methodNames) == Set(permission.methodNames),
            shown.methodNames.count == permission.methodNames.count, shown.allowance == permission.allowance
        else { throw .otherPermission }
    }

    private func shown(
        _ key: PublicKey, on account: AccountId, waits: Bool
    ) async throws(AddedKeyError) -> AccessKeyPermissionView {
        let end = ContinuousClock.now + patience
        while true {
            do throws(RPCError) {
                guard let node = nodes.availableClient else {
                    throw RPCError.invalidRequest(reason: localized("the network has no usable address"))
                }
                return try await node.viewAccessKey(key, of: account, at: .optimistic, deadline: patience).value
                    .permission
            } catch {
                if case .cancelled = error { throw .near(.taskCancelled) }
                guard error.saysThatKeyIsGone else { throw .near(.rpcError(DisplayText.words(error))) }
                guard waits, ContinuousClock.now < end else { throw .notAdded }
            }
            do {
                try await Task.sleep(for: Self.pause)
            } catch {
                throw .near(.taskCancelled)
            }
        }
    }
}
