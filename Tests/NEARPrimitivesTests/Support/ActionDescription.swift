// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// An action as Scripts/python/random_cases.py describes it, built with this package's types.
struct ActionDescription: Decodable {
    struct Key: Decodable {
        let scheme: String
        let bytes: HexBytes

        func type() throws -> KeyType {
            try #require(KeyType.allCases.first { $0.name == scheme })
        }

        func publicKey() throws -> PublicKey {
            try PublicKey(keyType: type(), bytes: bytes.bytes)
        }

        func signature() throws -> Signature {
            try Signature(keyType: type(), bytes: bytes.bytes)
        }
    }

    struct Contract: Decodable {
        let codeHash: HexBytes?
        let accountId: AccountId?

        func identifier() throws -> GlobalContractIdentifier {
            if let codeHash {
                return .codeHash(try CryptoHash(bytes: codeHash.bytes))
            }
            return .accountId(try #require(accountId))
        }
    }

    struct Permission: Decodable {
        let allowance: NEARToken?
        let receiverId: AccountId
        let methodNames: [String]

        func permission() -> FunctionCallPermission {
            FunctionCallPermission(allowance: allowance, receiverId: receiverId, methodNames: methodNames)
        }
    }

    struct GasKey: Decodable {
        let balance: NEARToken
        let numNonces: UInt16

        func info() -> GasKeyInfo {
            GasKeyInfo(balance: balance, numNonces: numNonces)
        }
    }

    let kind: String
    let accountId: String?
    let args: HexBytes?
    let beneficiaryId: AccountId?
    let code: HexBytes?
    let contract: Contract?
    let data: [HexBytes: HexBytes]?
    let delegate: DelegateDescription?
    let deployMode: String?
    let deposit: NEARToken?
    let gas: Gas?
    let gasKey: GasKey?
    let methodName: String?
    let nonce: String?
    let permission: Permission?
    let publicKey: Key?
    let stake: NEARToken?

    func action() throws -> Action {
        switch kind {
        case "createAccount": .createAccount
        case "deployContract": .deployContract(DeployContractAction(code: try #require(code).bytes))
        case "functionCall":
            .functionCall(
                FunctionCallAction(
                    methodName: try #require(methodName), args: try #require(args).bytes, gas: try #require(gas),
                    deposit: try #require(deposit)))
        case "transfer": .transfer(TransferAction(deposit: try #require(deposit)))
        case "stake":
            .stake(StakeAction(stake: try #require(stake), publicKey: try #require(publicKey).publicKey()))
        case "addKeyFull", "addKeyFunctionCall", "addKeyGasFull", "addKeyGasFunctionCall":
            .addKey(
                AddKeyAction(
                    publicKey: try #require(publicKey).publicKey(),
                    accessKey: AccessKey(nonce: try keyNonce(), permission: keyPermission())))
        case "deleteKey": .deleteKey(DeleteKeyAction(publicKey: try #require(publicKey).publicKey()))
        case "deleteAccount":
            .deleteAccount(DeleteAccountAction(beneficiaryId: try #require(beneficiaryId)))
        case "deployGlobalContract":
            .deployGlobalContract(
                DeployGlobalContractAction(
                    code: try #require(code).bytes, deployMode: deployMode == "codeHash" ? .codeHash : .accountId))
        case "useGlobalContract":
            .useGlobalContract(UseGlobalContractAction(contractIdentifier: try #require(contract).identifier()))
        case "deterministicStateInit":
            .deterministicStateInit(
                DeterministicStateInitAction(stateInit: try stateInit(), deposit: try #require(deposit)))
        case "transferToGasKey":
            .transferToGasKey(
                TransferToGasKeyAction(
                    publicKey: try #require(publicKey).publicKey(), deposit: try #require(deposit)))
        case "withdrawFromGasKey":
            .withdrawFromGasKey(
                WithdrawFromGasKeyAction(
                    publicKey: try #require(publicKey).publicKey(), amount: try #require(deposit)))
        case "delegate": .delegate(try #require(delegate).signed())
        default: throw UnknownKindError(kind: kind)
        }
    }

    func stateInit() throws -> DeterministicAccountStateInit {
        let data = Dictionary(uniqueKeysWithValues: try #require(data).map { ($0.bytes, $1.bytes) })
        return .v1(DeterministicAccountStateInitV1(code: try #require(contract).identifier(), data: data))
    }

    private func keyNonce() throws -> UInt64 {
        let text = try #require(nonce)
        return try #require(UInt64(text))
    }

    private func keyPermission() -> AccessKeyPermission {
        switch (gasKey, permission) {
        case (nil, nil): .fullAccess
        case (nil, let permission?): .functionCall(permission.permission())
        case (let gasKey?, nil): .gasKeyFullAccess(gasKey.info())
        case (let gasKey?, let permission?): .gasKeyFunctionCall(gasKey.info(), permission.permission())
        }
    }

    struct UnknownKindError: Error {
        let kind: String
    }
}

/// A delegate action as Scripts/python/random_cases.py describes it.
struct DelegateDescription: Decodable {
    let senderId: AccountId
    let receiverId: AccountId
    let actions: [ActionDescription]
    let nonce: String
    let maxBlockHeight: String
    let publicKey: ActionDescription.Key
    let signature: ActionDescription.Key

    func delegateAction() throws -> DelegateAction {
        DelegateAction(
            senderId: senderId, receiverId: receiverId, actions: try actions.map { try $0.action() },
            nonce: try #require(UInt64(nonce)), maxBlockHeight: try #require(UInt64(maxBlockHeight)),
            publicKey: try publicKey.publicKey())
    }

    func signed() throws -> SignedDelegateAction {
        SignedDelegateAction(delegateAction: try delegateAction(), signature: try signature.signature())
    }
}

/// A transaction as Scripts/python/random_cases.py describes it; version 1 where it says whether the nonce is strict.
struct TransactionDescription: Decodable {
    let signerId: AccountId
    let publicKey: ActionDescription.Key
    let nonce: String
    let nonceIndex: UInt16?
    let receiverId: AccountId
    let blockHash: HexBytes
    let actions: [ActionDescription]
    let strict: Bool?

    func transaction() throws -> Transaction {
        let nonce = try #require(UInt64(nonce))
        let blockHash = try CryptoHash(bytes: blockHash.bytes)
        let actions = try actions.map { try $0.action() }
        guard let strict else {
            return .v0(
                TransactionV0(
                    signerId: signerId, publicKey: try publicKey.publicKey(), nonce: nonce, receiverId: receiverId,
                    blockHash: blockHash, actions: actions))
        }
        return .v1(
            TransactionV1(
                signerId: signerId, publicKey: try publicKey.publicKey(),
                nonce: nonceIndex.map { .gasKeyNonce(nonce: nonce, nonceIndex: $0) } ?? .nonce(nonce),
                receiverId: receiverId, blockHash: blockHash, actions: actions,
                nonceMode: strict ? .strict : .monotonic))
    }
}
