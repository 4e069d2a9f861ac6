// SPDX-License-Identifier: MIT

extension Action {
    /// The action in the form that near-connect's wallets take: `{"type": "Transfer", "params": {"deposit": "1"}}`.
    ///
    /// A function call's arguments: the only form that every wallet understands is a plain object. Arguments that are a
    /// JSON object become that object, if JavaScript can hold it exactly: a whole number beyond 2⁵³, a fraction with
    /// more than 15 digits or a name that's there twice would reach the contract changed. Anything else, JSON arrays
    /// and strings included, stays bytes, written as `{"$bytes": "<Base64>"}`, which the bridge page turns into a
    /// `Uint8Array` before a wallet sees it; wallets that hand actions on as JSON garble those, so such a call is a
    /// matter of the wallet. Contracts that take amounts as strings, as NEAR's standards do, are on the safe side. Code
    /// is Base64 here and a `Uint8Array` for the wallet.
    ///
    /// An `AddKey` for function calls without an allowance has no limit, and no `allowance` here; some wallets of
    /// MyNearWallet's family make a key of it that can't pay for anything.
    ///
    /// - Throws: `ConnectorActionError.unsupported` for delegate actions, deterministic accounts and gas keys.
    public var connectorJSON: JSONValue {
        get throws(ConnectorActionError) {
            try makeConnectorJSON()
        }
    }

    private func makeConnectorJSON() throws(ConnectorActionError) -> JSONValue {
        switch self {
        case .createAccount: return ["type": "CreateAccount"]
        case .deployContract(let action):
            return Self.json("DeployContract", ["code": .string(Base64.encode(action.code))])
        case .functionCall(let action):
            return Self.json(
                "FunctionCall",
                [
                    "methodName": .string(action.methodName.text), "args": ConnectorBytes.jsonArguments(action.args),
                    "gas": .string(String(action.gas.gas)), "deposit": Self.json(action.deposit),
                ])
        case .transfer(let action): return Self.json("Transfer", ["deposit": Self.json(action.deposit)])
        case .stake(let action):
            return Self.json(
                "Stake", ["stake": Self.json(action.stake), "publicKey": .string(action.publicKey.description)])
        case .addKey(let action):
            let key = action.accessKey
            return Self.json(
                "AddKey",
                [
                    "publicKey": .string(action.publicKey.description),
                    "accessKey": [
                        "nonce": .integer(Int128(key.nonce)), "permission": try Self.json(key.permission),
                    ],
                ])
        case .deleteKey(let action): return Self.json("DeleteKey", ["publicKey": .string(action.publicKey.description)])
        case .deleteAccount(let action):
            return Self.json("DeleteAccount", ["beneficiaryId": .string(action.beneficiaryId.text)])
        case .useGlobalContract(let action):
            return Self.json("UseGlobalContract", ["contractIdentifier": Self.json(action.contractIdentifier)])
        case .deployGlobalContract(let action):
            let mode: JSONValue = action.deployMode == .codeHash ? "CodeHash" : "AccountId"
            return Self.json(
                "DeployGlobalContract", ["code": .string(Base64.encode(action.code)), "deployMode": mode])
        case .deterministicStateInit: throw .unsupported("deterministic state init")
        case .delegate, .delegateV2: throw .unsupported("delegate action")
        case .transferToGasKey, .withdrawFromGasKey: throw .unsupported("gas key action")
        }
    }

    private static func json(_ type: String, _ params: JSONValue.Members) -> JSONValue {
        ["type": .string(type), "params": .object(params)]
    }

    private static func json(_ amount: NEARToken) -> JSONValue {
        .string(String(amount.yoctoNEAR))
    }

    private static func json(_ identifier: GlobalContractIdentifier) -> JSONValue {
        switch identifier {
        case .accountId(let id): ["accountId": .string(id.text)]
        case .codeHash(let hash): ["codeHash": .string(hash.description)]
        }
    }

    private static func json(_ permission: AccessKeyPermission) throws(ConnectorActionError) -> JSONValue {
        switch permission {
        case .fullAccess: return "FullAccess"
        case .functionCall(let permission):
            var members: JSONValue.Members = [
                "receiverId": .string(permission.receiverId.text),
                "methodNames": .array(permission.methodNames.map { .string($0.text) }),
            ]
            if let allowance = permission.allowance {
                members["allowance"] = json(allowance)
            }
            return .object(members)
        case .gasKeyFunctionCall, .gasKeyFullAccess: throw .unsupported("gas key")
        }
    }
}
