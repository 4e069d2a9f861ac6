// SPDX-License-Identifier: MIT

extension Action: BorshEncodable, BorshDecodable {
    /// Appends the tag and the action.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(borshTag)
        switch self {
        case .createAccount: break
        case .deployContract(let action): encoder.encode(action.code)
        case .functionCall(let action):
            encoder.encode(action.methodName)
            encoder.encode(action.args)
            encoder.encode(action.gas)
            encoder.encode(action.deposit)
        case .transfer(let action): encoder.encode(action.deposit)
        case .stake(let action):
            encoder.encode(action.stake)
            encoder.encode(action.publicKey)
        case .addKey(let action):
            encoder.encode(action.publicKey)
            encoder.encode(action.accessKey)
        case .deleteKey(let action): encoder.encode(action.publicKey)
        case .deleteAccount(let action): encoder.encode(action.beneficiaryId)
        case .delegate(let action): encoder.encode(action)
        case .deployGlobalContract(let action):
            encoder.encode(action.code)
            encoder.encode(action.deployMode)
        case .useGlobalContract(let action): encoder.encode(action.contractIdentifier)
        case .deterministicStateInit(let action): encoder.encode(action)
        case .transferToGasKey(let action):
            encoder.encode(action.publicKey)
            encoder.encode(action.deposit)
        case .withdrawFromGasKey(let action):
            encoder.encode(action.publicKey)
            encoder.encode(action.amount)
        case .delegateV2(let action): encoder.encode(action)
        }
    }

    /// Reads the tag and the action.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        switch try decoder.decodeUInt8() {
        case 0: self = .createAccount
        case 1: self = .deployContract(DeployContractAction(code: try decoder.decodeBytes()))
        case 2:
            self = .functionCall(
                FunctionCallAction(
                    methodName: try decoder.decodeString(), args: try decoder.decodeBytes(),
                    gas: try decoder.decode(), deposit: try decoder.decode()))
        case 3: self = .transfer(TransferAction(deposit: try decoder.decode()))
        case 4: self = .stake(StakeAction(stake: try decoder.decode(), publicKey: try decoder.decode()))
        case 5: self = .addKey(AddKeyAction(publicKey: try decoder.decode(), accessKey: try decoder.decode()))
        case 6: self = .deleteKey(DeleteKeyAction(publicKey: try decoder.decode()))
        case 7: self = .deleteAccount(DeleteAccountAction(beneficiaryId: try decoder.decode()))
        case 8: self = .delegate(try decoder.decode())
        case 9:
            self = .deployGlobalContract(
                DeployGlobalContractAction(code: try decoder.decodeBytes(), deployMode: try decoder.decode()))
        case 10: self = .useGlobalContract(UseGlobalContractAction(contractIdentifier: try decoder.decode()))
        case 11: self = .deterministicStateInit(try decoder.decode())
        case 12:
            self = .transferToGasKey(
                TransferToGasKeyAction(publicKey: try decoder.decode(), deposit: try decoder.decode()))
        case 13:
            self = .withdrawFromGasKey(
                WithdrawFromGasKeyAction(publicKey: try decoder.decode(), amount: try decoder.decode()))
        case 14: self = .delegateV2(try decoder.decode())
        case let tag: throw .unknownTag(offset: start, type: "Action", tag: tag)
        }
    }

    /// The code, the arguments and a little for everything else.
    public var borshCapacityHint: Int {
        switch self {
        case .deployContract(let action): action.code.count + 8
        case .deployGlobalContract(let action): action.code.count + 8
        case .functionCall(let action): action.args.count + action.methodName.utf8.count + 40
        case .delegate(let action): action.borshCapacityHint + 1
        case .delegateV2(let action): action.borshCapacityHint + 1
        case .deterministicStateInit(let action):
            switch action.stateInit {
            case .v1(let stateInit): stateInit.data.reduce(128) { $0 + $1.key.count + $1.value.count + 8 }
            }
        case .addKey(let action):
            // The longest of what a function-call key has, but for its methods' names.
            action.publicKey.bytes.count + 160
        case .stake, .deleteKey, .transferToGasKey, .withdrawFromGasKey: 82
        case .deleteAccount, .useGlobalContract: 72
        case .createAccount: 1
        case .transfer: 17
        }
    }

    /// nearcore's order.
    private var borshTag: UInt8 {
        switch self {
        case .createAccount: 0
        case .deployContract: 1
        case .functionCall: 2
        case .transfer: 3
        case .stake: 4
        case .addKey: 5
        case .deleteKey: 6
        case .deleteAccount: 7
        case .delegate: 8
        case .deployGlobalContract: 9
        case .useGlobalContract: 10
        case .deterministicStateInit: 11
        case .transferToGasKey: 12
        case .withdrawFromGasKey: 13
        case .delegateV2: 14
        }
    }
}
