// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Keys of post-quantum schemes, which came with protocol version 85.
///
/// Bytes that have them are read; nothing of them is accepted.
extension Action {
    /// True if the action, or one inside of it, has a key or a signature of a post-quantum scheme.
    var isPostQuantum: Bool {
        switch self {
        case .addKey(let action): action.publicKey.keyType.isPostQuantum
        case .deleteKey(let action): action.publicKey.keyType.isPostQuantum
        case .stake(let action): action.publicKey.keyType.isPostQuantum
        case .delegate(let signed):
            signed.signature.keyType.isPostQuantum || signed.delegateAction.publicKey.keyType.isPostQuantum
                || signed.delegateAction.actions.contains(where: \.isPostQuantum)
        case .delegateV2(let signed):
            signed.signature.keyType.isPostQuantum || signed.delegateAction.publicKey.keyType.isPostQuantum
        case .transferToGasKey(let action): action.publicKey.keyType.isPostQuantum
        case .withdrawFromGasKey(let action): action.publicKey.keyType.isPostQuantum
        case .createAccount, .deployContract, .functionCall, .transfer, .deleteAccount, .deployGlobalContract,
            .useGlobalContract, .deterministicStateInit:
            false
        }
    }
}

extension KeyType {
    /// True if the scheme is one of NEP-645.
    var isPostQuantum: Bool { self == .mldsa65 }
}
