// SPDX-License-Identifier: MIT

/// An action as a node shows it (nearcore's `ActionView`).
///
/// It isn't `Action`: a node doesn't send contract code back, only its hash.
public enum ActionView: Sendable, Hashable {
    /// Creates the receiver.
    case createAccount
    /// Deploys a contract.
    ///
    /// In a transaction or receipt nearcore sends the code's SHA-256 in place of the code; inside a delegate action it
    /// sends the code.
    case deployContract(codeOrHash: [UInt8])
    /// Calls a method.
    case functionCall(FunctionCallAction)
    /// Moves NEAR.
    case transfer(TransferAction)
    /// Stakes.
    case stake(StakeAction)
    /// Adds a key.
    case addKey(publicKey: PublicKey, accessKey: AccessKeyView)
    /// Deletes a key.
    case deleteKey(DeleteKeyAction)
    /// Deletes the receiver.
    case deleteAccount(DeleteAccountAction)
    /// Executes the actions that another account has signed (NEP-366).
    indirect case delegate(DelegateActionView)
    /// Publishes a global contract under its code hash; the code as in `deployContract`.
    case deployGlobalContract(codeOrHash: [UInt8])
    /// Publishes a global contract under the account's name; the code as in `deployContract`.
    case deployGlobalContractByAccountId(codeOrHash: [UInt8])
    /// Uses a global contract.
    case useGlobalContract(GlobalContractIdentifier)
    /// Creates an account from its state (NEP-616); keys and values are Base64 in `data`.
    case deterministicStateInit(code: GlobalContractIdentifier, data: JSONValue, deposit: NEARToken)
    /// Pays into a gas key.
    case transferToGasKey(publicKey: PublicKey, deposit: NEARToken)
    /// Takes from a gas key.
    case withdrawFromGasKey(publicKey: PublicKey, amount: NEARToken)
    /// An action that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension ActionView: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "CreateAccount": return .createAccount
        case "DeployContract": return .deployContract(codeOrHash: try variant.base64("code"))
        case "FunctionCall":
            return .functionCall(
                FunctionCallAction(
                    methodName: try variant.value("method_name"), args: try variant.base64("args"),
                    gas: try variant.value("gas"), deposit: try variant.value("deposit")))
        case "Transfer": return .transfer(TransferAction(deposit: try variant.value("deposit")))
        case "Stake":
            return .stake(
                StakeAction(stake: try variant.value("stake"), publicKey: try variant.value("public_key")))
        case "AddKey":
            return .addKey(publicKey: try variant.value("public_key"), accessKey: try variant.value("access_key"))
        case "DeleteKey": return .deleteKey(DeleteKeyAction(publicKey: try variant.value("public_key")))
        case "DeleteAccount":
            return .deleteAccount(DeleteAccountAction(beneficiaryId: try variant.value("beneficiary_id")))
        case "Delegate": return .delegate(try variant.wrapped())
        default: return try knownOfProtocolAdditions(variant)
        }
    }

    /// The actions that came after NEP-366.
    ///
    /// A delegate action shows its inner ones in another form (serde's form of `Action`), which is taken too.
    private static func knownOfProtocolAdditions(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "DeployGlobalContract":
            let mode: String? = try variant.value("deploy_mode")
            let code = try variant.base64("code")
            return mode == "AccountId"
                ? .deployGlobalContractByAccountId(codeOrHash: code) : .deployGlobalContract(codeOrHash: code)
        case "DeployGlobalContractByAccountId":
            return .deployGlobalContractByAccountId(codeOrHash: try variant.base64("code"))
        case "UseGlobalContract":
            if let identifier: GlobalContractIdentifier = try variant.value("contract_identifier") {
                return .useGlobalContract(identifier)
            }
            return .useGlobalContract(.codeHash(try variant.value("code_hash")))
        case "UseGlobalContractByAccountId":
            return .useGlobalContract(.accountId(try variant.value("account_id")))
        case "DeterministicStateInit":
            guard let code: GlobalContractIdentifier = try variant.value("code") else { return nil }
            return .deterministicStateInit(
                code: code, data: try variant.value("data"), deposit: try variant.value("deposit"))
        case "TransferToGasKey":
            return .transferToGasKey(
                publicKey: try variant.value("public_key"), deposit: try variant.value("deposit"))
        case "WithdrawFromGasKey":
            return .withdrawFromGasKey(
                publicKey: try variant.value("public_key"), amount: try variant.value("amount"))
        default: return nil
        }
    }
}

/// A signed delegate action as a node shows it (NEP-366).
public struct DelegateActionView: Sendable, Hashable {
    /// The account that signed the delegate action.
    public let senderId: AccountId
    /// The account that the actions are for.
    public let receiverId: AccountId
    /// The actions, in order.
    public let actions: [ActionView]
    /// The nonce of the key.
    public let nonce: UInt64
    /// The last block that it may be executed in.
    public let maxBlockHeight: UInt64
    /// The key that signed it.
    public let publicKey: PublicKey
    /// The signature.
    public let signature: Signature
}

extension DelegateActionView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        signature = try fields.value("signature")
        let action = try ViewFields(fields.value("delegate_action", as: JSONValue.self))
        senderId = try action.value("sender_id")
        receiverId = try action.value("receiver_id")
        actions = try action.value("actions")
        nonce = try action.value("nonce")
        maxBlockHeight = try action.value("max_block_height")
        publicKey = try action.value("public_key")
    }
}
