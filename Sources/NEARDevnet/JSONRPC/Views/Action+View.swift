// SPDX-License-Identifier: MIT

import NEARPrimitives

extension Action {
    /// The action as nearcore writes it in transactions and receipts (`ActionView`): code by its hash only.
    var view: JSONValue {
        switch self {
        case .createAccount: "CreateAccount"
        case .deployContract(let action): .variant("DeployContract", ["code": Self.codeHash(action.code)])
        case .delegate(let signed):
            .variant(
                "Delegate",
                [
                    "delegate_action": signed.delegateAction.serde,
                    "signature": .string(signed.signature.description),
                ])
        case .deployGlobalContract(let action):
            .variant(
                action.deployMode == .codeHash ? "DeployGlobalContract" : "DeployGlobalContractByAccountId",
                ["code": Self.codeHash(action.code)])
        case .useGlobalContract(let action):
            switch action.contractIdentifier {
            case .codeHash(let hash): .variant("UseGlobalContract", ["code_hash": .hash(hash)])
            case .accountId(let id): .variant("UseGlobalContractByAccountId", ["account_id": .id(id)])
            }
        case .deterministicStateInit(let action):
            .variant(
                "DeterministicStateInit",
                [
                    "code": action.stateInit.code.view, "data": action.stateInit.dataView,
                    "deposit": .token(action.deposit),
                ])
        default: serde
        }
    }

    /// The action as nearcore writes it inside of delegate actions: whole.
    var serde: JSONValue {
        switch self {
        case .createAccount: .variant("CreateAccount", [:])
        case .deployContract(let action): .variant("DeployContract", ["code": .bytes(action.code)])
        case .functionCall(let action):
            .variant(
                "FunctionCall",
                [
                    "method_name": .string(action.methodName.text), "args": .bytes(action.args),
                    "gas": .count(action.gas.gas), "deposit": .token(action.deposit),
                ])
        case .transfer(let action): .variant("Transfer", ["deposit": .token(action.deposit)])
        case .stake(let action):
            .variant("Stake", ["stake": .token(action.stake), "public_key": .key(action.publicKey)])
        case .addKey(let action):
            .variant(
                "AddKey", ["public_key": .key(action.publicKey), "access_key": .object(action.accessKey.view)])
        case .deleteKey(let action): .variant("DeleteKey", ["public_key": .key(action.publicKey)])
        case .deleteAccount(let action): .variant("DeleteAccount", ["beneficiary_id": .id(action.beneficiaryId)])
        case .deployGlobalContract(let action):
            .variant(
                "DeployGlobalContract",
                [
                    "code": .bytes(action.code),
                    "deploy_mode": action.deployMode == .codeHash ? "CodeHash" : "AccountId",
                ])
        case .useGlobalContract(let action):
            .variant("UseGlobalContract", ["contract_identifier": action.contractIdentifier.view])
        case .deterministicStateInit(let action):
            .variant(
                "DeterministicStateInit",
                [
                    "state_init": .variant(
                        "V1", ["code": action.stateInit.code.view, "data": action.stateInit.dataView]),
                    "deposit": .token(action.deposit),
                ])
        case .transferToGasKey(let action):
            .variant(
                "TransferToGasKey", ["public_key": .key(action.publicKey), "deposit": .token(action.deposit)])
        case .withdrawFromGasKey(let action):
            .variant(
                "WithdrawFromGasKey", ["public_key": .key(action.publicKey), "amount": .token(action.amount)])
        case .delegate, .delegateV2: .variant("Delegate", [:])
        }
    }

    private static func codeHash(_ code: [UInt8]) -> JSONValue {
        .bytes(CryptoHash.sha256(code).bytes)
    }
}

extension DelegateAction {
    /// The delegate action as nearcore writes it.
    fileprivate var serde: JSONValue {
        [
            "sender_id": .id(senderId), "receiver_id": .id(receiverId), "actions": .array(actions.map(\.serde)),
            "nonce": .count(nonce), "max_block_height": .count(maxBlockHeight), "public_key": .key(publicKey),
        ]
    }
}

extension GlobalContractIdentifier {
    /// The identifier as nearcore writes it.
    var view: JSONValue {
        switch self {
        case .codeHash(let hash): .variant("hash", .hash(hash))
        case .accountId(let id): .variant("account_id", .id(id))
        }
    }
}

extension DeterministicAccountStateInit {
    fileprivate var dataView: JSONValue {
        let entries = data.map { (ExactText(Base64.encode($0.key)), JSONValue.bytes($0.value)) }
        return .object(Dictionary(entries) { first, _ in first })
    }
}
