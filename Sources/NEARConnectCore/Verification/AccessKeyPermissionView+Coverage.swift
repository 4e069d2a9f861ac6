// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

extension AccessKeyPermissionView {
    /// Returns true if a key with this permission may sign `actions` for `receiverId`.
    ///
    /// A permission that this version doesn't know covers everything here and is left to the chain.
    func covers(_ actions: [Action], receiverId: AccountId) -> Bool {
        switch self {
        case .fullAccess, .gasKeyFullAccess, .unrecognized: return true
        case .functionCall(let permission), .gasKeyFunctionCall(_, let permission):
            guard actions.count == 1, case .functionCall(let call)? = actions.first else { return false }
            return call.deposit.yoctoNEAR == 0 && permission.receiverId == ExactText(receiverId)
                && (permission.methodNames.isEmpty || permission.methodNames.contains(call.methodName))
        }
    }
}
