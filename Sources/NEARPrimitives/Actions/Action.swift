// SPDX-License-Identifier: MIT

/// One step of a transaction (nearcore's `Action`).
///
/// A transaction's actions are applied to its receiver in order, all of them or none.
///
/// The large kinds are boxed, so that a value takes 64 bytes at most: an array of actions that is decoded from hostile
/// bytes is bounded by 64 times their number.
public enum Action: Sendable, Hashable {
    /// Creates the receiver account.
    case createAccount
    /// Puts a contract's code on the receiver account.
    case deployContract(DeployContractAction)
    /// Calls a method of the receiver's contract.
    case functionCall(FunctionCallAction)
    /// Sends NEAR to the receiver.
    case transfer(TransferAction)
    /// Stakes NEAR for a validator key.
    case stake(StakeAction)
    /// Adds a key to the receiver account.
    indirect case addKey(AddKeyAction)
    /// Removes a key from the receiver account.
    case deleteKey(DeleteKeyAction)
    /// Removes the receiver account and sends what it holds to another.
    case deleteAccount(DeleteAccountAction)
    /// Carries out another account's signed actions, at the signer's cost (NEP-366).
    indirect case delegate(SignedDelegateAction)
    /// Publishes code that other accounts can use (NEP-591).
    case deployGlobalContract(DeployGlobalContractAction)
    /// Puts published code on the receiver account (NEP-591).
    case useGlobalContract(UseGlobalContractAction)
    /// Creates an account whose id is derived from its code and first state (NEP-616).
    indirect case deterministicStateInit(DeterministicStateInitAction)
    /// Adds to the balance of a gas key (NEP-611, protocol version 85).
    case transferToGasKey(TransferToGasKeyAction)
    /// Takes from the balance of a gas key (NEP-611, protocol version 85).
    case withdrawFromGasKey(WithdrawFromGasKeyAction)
    /// As `delegate`, signed by a key with several nonces or with one (NEP-611, protocol version 85).
    indirect case delegateV2(VersionedSignedDelegateAction)

    /// True if this is a delegate action of either version; such an action can't be inside another.
    public var isDelegate: Bool {
        switch self {
        case .delegate, .delegateV2: true
        default: false
        }
    }

    /// The amount that leaves the signer's account besides gas, where the action names one.
    public var deposit: NEARToken? {
        switch self {
        case .functionCall(let action): action.deposit
        case .transfer(let action): action.deposit
        case .deterministicStateInit(let action): action.deposit
        case .transferToGasKey(let action): action.deposit
        default: nil
        }
    }
}

extension Action {
    /// A transfer of an amount.
    public static func transfer(_ deposit: NEARToken) -> Action {
        .transfer(TransferAction(deposit: deposit))
    }

    /// A call with arguments as bytes.
    public static func functionCall(
        _ methodName: String, args: [UInt8] = [], gas: Gas = .tera(30), deposit: NEARToken = .zero
    ) -> Action {
        .functionCall(FunctionCallAction(methodName: methodName, args: args, gas: gas, deposit: deposit))
    }

    /// A call with arguments as JSON, which most contracts take.
    public static func functionCall(
        _ methodName: String, json args: JSONValue, gas: Gas = .tera(30), deposit: NEARToken = .zero
    ) -> Action {
        functionCall(methodName, args: args.bytes, gas: gas, deposit: deposit)
    }
}
