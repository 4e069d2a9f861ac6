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
    /// - Throws: ``AddedKeyError``.
    package func awaitKey(
        _ key: PublicKey, on account: AccountId, _ permission: FunctionCallPermission
    ) async throws(AddedKeyError) {
        guard let shown = try await functionCall(key, on: account, waits: true), Self.isSame(shown, permission),
            shown.allowance == permission.allowance
        else { throw .otherPermission }
    }

    /// Returns true if an account has a key with the rights that were asked for.
    ///
    /// The chain takes the fees of the key's calls off its allowance, so that a smaller one is that of a key which was
    /// used.
    ///
    /// - Parameter waits: True to look until the deadline of reads has passed.
    /// - Returns: False where the chain shows no such key.
    /// - Throws: ``AddedKeyError``: `.otherPermission` for a key with other rights, `.near` where no node answers.
    package func hasKey(
        _ key: PublicKey, on account: AccountId, _ permission: FunctionCallPermission, waits: Bool
    ) async throws(AddedKeyError) -> Bool {
        let found: FunctionCallPermission?
        do throws(AddedKeyError) {
            found = try await functionCall(key, on: account, waits: waits)
        } catch {
            guard case .notAdded = error else { throw error }
            return false
        }
        guard let found, Self.isSame(found, permission) else { throw .otherPermission }
        switch (found.allowance, permission.allowance) {
        case (nil, nil): return true
        case (let left?, let asked?) where left.yoctoNEAR <= asked.yoctoNEAR: return true
        default: throw .otherPermission
        }
    }

    /// Compares all but the allowances.
    private static func isSame(_ shown: FunctionCallPermission, _ asked: FunctionCallPermission) -> Bool {
        shown.receiverId == asked.receiverId && Set(shown.methodNames) == Set(asked.methodNames)
            && shown.methodNames.count == asked.methodNames.count
    }

    /// Returns the rights of a function-call key; `nil` for a key with all rights.
    private func functionCall(
        _ key: PublicKey, on account: AccountId, waits: Bool
    ) async throws(AddedKeyError) -> FunctionCallPermission? {
        guard case .functionCall(let found) = try await shown(key, on: account, waits: waits) else { return nil }
        return found
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
