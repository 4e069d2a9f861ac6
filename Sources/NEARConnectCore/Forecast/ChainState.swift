// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// The accounts and keys of one block.
struct ChainState: Sendable {
    let client: NEARRPCClient
    let block: BlockReference
    let height: UInt64

    /// Returns an account; `nil` where there is none.
    func account(_ id: AccountId) async throws(RPCError) -> AccountView? {
        do throws(RPCError) {
            return try await client.viewAccount(id, at: block).value
        } catch {
            guard error.saysThatKeyIsGone else { throw error }
            return nil
        }
    }

    /// Returns a key of an account; `nil` where it has none.
    func key(_ key: PublicKey, of id: AccountId) async throws(RPCError) -> AccessKeyView? {
        do throws(RPCError) {
            return try await client.viewAccessKey(key, of: id, at: block).value
        } catch {
            guard error.saysThatKeyIsGone else { throw error }
            return nil
        }
    }
}

extension FunctionCallPermission {
    /// Returns why a key with this permission may not sign a request; `nil` if it may.
    func refusal(of request: TransactionRequest) -> InvalidAccessKeyError? {
        guard request.actions.count == 1, case .functionCall(let call)? = request.actions.first else {
            return .requiresFullAccess
        }
        if call.deposit > .zero { return .depositWithFunctionCall }
        guard ExactText(request.receiverId) == receiverId else {
            return .receiverMismatch(transactionReceiver: request.receiverId, accessKeyReceiver: receiverId.text)
        }
        guard methodNames.isEmpty || methodNames.contains(call.methodName) else {
            return .methodNameMismatch(methodName: call.methodName.text)
        }
        return nil
    }
}
