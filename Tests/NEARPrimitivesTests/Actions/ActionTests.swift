// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct ActionTests {
    private let key: PublicKey
    private let bob: AccountId

    init() throws {
        key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32)).publicKey
        bob = try AccountId("bob.near")
    }

    /// One of every kind, so that a kind that is added without its Borsh form fails here.
    private func makeAll() throws -> [Action] {
        let permission = FunctionCallPermission(allowance: nil, receiverId: bob, methodNames: ["a", "b"])
        let info = GasKeyInfo(balance: .oneYocto, numNonces: 3)
        let delegate = DelegateAction(
            senderId: bob, receiverId: bob, actions: [.transfer(.oneYocto)], nonce: 1, maxBlockHeight: 2, publicKey: key
        )
        let second = DelegateActionV2(
            senderId: bob, receiverId: bob, actions: [.createAccount], nonce: .gasKeyNonce(nonce: 5, nonceIndex: 1),
            maxBlockHeight: 9, publicKey: key)
        let signature = try Signature(keyType: .ed25519, bytes: Array(repeating: 1, count: 64))
        let stateInit = DeterministicAccountStateInit.v1(
            DeterministicAccountStateInitV1(code: .codeHash(.zero), data: [[2]: [1], [1]: [2]]))
        return [
            .createAccount, .deployContract(DeployContractAction(code: [1])), .functionCall("m", args: [1]),
            .transfer(.oneYocto), .stake(StakeAction(stake: .zero, publicKey: key)),
            .addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess)),
            .addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .functionCall(permission)))),
            .addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .gasKeyFullAccess(info)))),
            .addKey(
                AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .gasKeyFunctionCall(info, permission)))),
            .deleteKey(DeleteKeyAction(publicKey: key)), .deleteAccount(DeleteAccountAction(beneficiaryId: bob)),
            .delegate(SignedDelegateAction(delegateAction: delegate, signature: signature)),
            .deployGlobalContract(DeployGlobalContractAction(code: [1], deployMode: .codeHash)),
            .useGlobalContract(UseGlobalContractAction(contractIdentifier: .accountId(bob))),
            .deterministicStateInit(DeterministicStateInitAction(stateInit: stateInit, deposit: .oneYocto)),
            .transferToGasKey(TransferToGasKeyAction(publicKey: key, deposit: .oneYocto)),
            .withdrawFromGasKey(WithdrawFromGasKeyAction(publicKey: key, amount: .oneYocto)),
            .delegateV2(VersionedSignedDelegateAction(delegateAction: .v2(second), signature: signature)),
        ]
    }

    @Test func everyKindComesBackAndEachHasItsTag() throws {
        let actions = try makeAll()
        for action in actions {
            #expect(try Action(borsh: action.borshBytes) == action)
        }
        #expect(Set(actions.compactMap(\.borshBytes.first)) == Set(0...14))
    }

    @Test func everyTruncationOfEveryKindIsRefused() throws {
        for action in try makeAll() {
            let bytes = action.borshBytes
            for count in 0..<bytes.count {
                #expect(throws: BorshError.self) { try Action(borsh: Array(bytes.prefix(count))) }
            }
        }
    }

    @Test func capacityHintIsEnoughForEveryKind() throws {
        for action in try makeAll() {
            #expect(action.borshBytes.count <= action.borshCapacityHint)
        }
    }

    @Test func actionsInMemoryAreSmall() {
        #expect(MemoryLayout<Action>.stride <= 64)
    }

    @Test func delegateOfBothVersionsIsSignedInItsOwnDomain() throws {
        let secret = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32))
        let second = VersionedDelegateActionPayload.v2(
            DelegateActionV2(
                senderId: bob, receiverId: bob, actions: [], nonce: .nonce(1), maxBlockHeight: 2, publicKey: key))
        var encoder = BorshEncoder()
        encoder.encode(1_073_742_435 as UInt32)
        encoder.encode(second)
        #expect(second.hash == .sha256(encoder.bytes))
        let signed = try VersionedSignedDelegateAction.sign(second, with: secret)
        #expect(signed.verify())
        #expect(try VersionedSignedDelegateAction(borsh: signed.borshBytes) == signed)
        let other = VersionedSignedDelegateAction(
            delegateAction: second, signature: try secret.sign(.sha256(second.borshBytes)))
        #expect(!other.verify())
    }
}
