// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The parts of a permission, whether or not the key is a gas key (NEP-611).
extension AccessKeyPermission {
    /// The gas key's balance and number of nonces; `nil` for other keys.
    var gasKey: GasKeyInfo? {
        switch self {
        case .gasKeyFullAccess(let info), .gasKeyFunctionCall(let info, _): info
        case .fullAccess, .functionCall: nil
        }
    }

    /// The calls that the key is limited to; `nil` for full access.
    var functionCallPermission: FunctionCallPermission? {
        switch self {
        case .functionCall(let permission), .gasKeyFunctionCall(_, let permission): permission
        case .fullAccess, .gasKeyFullAccess: nil
        }
    }

    /// Returns the gas key with another balance; other keys as they are.
    func with(balance: NEARToken) -> AccessKeyPermission {
        switch self {
        case .gasKeyFullAccess(var info):
            info.balance = balance
            return .gasKeyFullAccess(info)
        case .gasKeyFunctionCall(var info, let permission):
            info.balance = balance
            return .gasKeyFunctionCall(info, permission)
        case .fullAccess, .functionCall:
            return self
        }
    }
}

extension GasKeyInfo {
    /// The most nonces that a gas key may have (nearcore: `MAX_NONCES_FOR_GAS_KEY`).
    static let maximumNonceCount: UInt16 = 1_024

    /// The most that is burnt with a gas key, or with an account's gas keys together (nearcore: `MAX_BALANCE_TO_BURN`).
    static let maximumBurntBalance = NEARToken(yoctoNEAR: 1_000_000_000_000_000_000_000_000)
}

extension LedgerState {
    /// The nonce that a transaction's must be above, or `nil` where the key hasn't got such a nonce.
    func nonce(for transaction: Transaction) -> UInt64? {
        guard let index = transaction.nonce.index else {
            return accessKey(transaction.signerId, transaction.publicKey)?.nonce
        }
        return gasKeyNonce(transaction.signerId, transaction.publicKey, index: index)
    }

    /// YoctoNEAR that the gas keys of an account have.
    func gasKeyBalance(of id: AccountId) throws(ArithmeticOverflowError) -> UInt128 {
        var sum: UInt128 = 0
        for case let (_, key) in accessKeyList(id) {
            sum = try sum.adding(key.permission.gasKey?.balance.yoctoNEAR ?? 0)
        }
        return sum
    }
}
