// SPDX-License-Identifier: MIT

/// A key's rights on an account, and its nonce (nearcore's `AccessKey`).
public struct AccessKey: Sendable, Hashable {
    /// The nonce of the last transaction that the key signed.
    ///
    /// The chain sets a new key's nonce itself, by the block's height; what an `AddKey` action says here is ignored.
    public var nonce: UInt64
    /// The actions that the key may sign.
    public var permission: AccessKeyPermission

    /// An access key.
    public init(nonce: UInt64 = 0, permission: AccessKeyPermission) {
        self.nonce = nonce
        self.permission = permission
    }

    /// A key that may do anything.
    public static let fullAccess = AccessKey(permission: .fullAccess)

    /// The factor between a block's height and the bound of its keys' nonces (nearcore:
    /// `ACCESS_KEY_NONCE_RANGE_MULTIPLIER`).
    package static let nonceRangeMultiplier: UInt64 = 1_000_000

    /// Returns the bound below which the chain takes nonces in the block after `height`; `nil` where it doesn't fit.
    package static func nonceBound(afterHeight height: UInt64) -> UInt64? {
        let (bound, overflow) = (height &+ 1).multipliedReportingOverflow(by: nonceRangeMultiplier)
        return overflow ? nil : bound
    }
}

/// The actions that a key may sign (nearcore's `AccessKeyPermission`, same order of tags).
public enum AccessKeyPermission: Sendable, Hashable {
    /// Calls of one contract, without a deposit.
    case functionCall(FunctionCallPermission)
    /// Anything.
    case fullAccess
    /// Calls of one contract, the gas paid from the key's own balance (NEP-611, protocol version 85).
    case gasKeyFunctionCall(GasKeyInfo, FunctionCallPermission)
    /// Anything, the gas paid from the key's own balance (NEP-611, protocol version 85).
    case gasKeyFullAccess(GasKeyInfo)
}

/// The calls that a function-call key may sign (nearcore's `FunctionCallPermission`).
public struct FunctionCallPermission: Sendable, Hashable {
    /// The amount that the key may still spend on gas; `nil` for no limit.
    ///
    /// It is not given back when a key is replaced.
    public var allowance: NEARToken?
    /// The contract.
    ///
    /// nearcore keeps this as a plain string and checks it when the key is added.
    public var receiverId: ExactText
    /// The methods; none for every method.
    public var methodNames: [ExactText]

    /// A permission.
    public init(allowance: NEARToken?, receiverId: AccountId, methodNames: [String]) {
        self.init(allowance: allowance, receiverText: receiverId.text, methodNames: methodNames)
    }

    /// A permission as a chain may hold it: old keys name receivers that are no account ids.
    public init(allowance: NEARToken?, receiverText: String, methodNames: [String]) {
        self.allowance = allowance
        self.receiverId = ExactText(receiverText)
        self.methodNames = methodNames.map { ExactText($0) }
    }
}

/// A gas key's own balance and nonces (nearcore's `GasKeyInfo`, NEP-611).
public struct GasKeyInfo: Sendable, Hashable {
    /// The amount that is left to pay for gas.
    public var balance: NEARToken
    /// The number of nonces that the key counts side by side.
    public var numNonces: UInt16

    /// A gas key's state.
    public init(balance: NEARToken, numNonces: UInt16) {
        self.balance = balance
        self.numNonces = numNonces
    }
}
