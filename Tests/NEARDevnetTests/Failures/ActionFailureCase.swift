// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// One way in which an action fails, with the error that nearcore has for it.
struct ActionFailureCase: Sendable, CustomTestStringConvertible {
    /// The action that fails, by nearcore's name; `nil` where it is the receipt as a whole.
    let action: String?
    let name: String
    /// The place of the action that fails.
    let index: JSONValue
    let signer: String
    let receiver: @Sendable (LocalChain) throws -> String
    /// `ActionErrorKind` in JSON, told once the chain is set up.
    let kind: @Sendable (LocalChain) throws -> JSONValue
    /// Sets the chain up, and gives the actions of the transaction.
    let actions: @Sendable (inout LocalChain) throws -> [Action]

    var testDescription: String { "\(action ?? "receipt"): \(name)" }

    init(
        _ action: String?, _ name: String, kind: JSONValue, from signer: String = "alice.root",
        to receiver: String = "alice.root", index: JSONValue = 0,
        actions: @escaping @Sendable (inout LocalChain) throws -> [Action]
    ) {
        self.init(
            action, name, kind: { _ in kind }, from: signer, at: { _ in receiver }, index: index, actions: actions)
    }

    init(
        _ action: String?, _ name: String, kind: @escaping @Sendable (LocalChain) throws -> JSONValue,
        from signer: String = "alice.root",
        at receiver: @escaping @Sendable (LocalChain) throws -> String = { _ in "alice.root" }, index: JSONValue = 0,
        actions: @escaping @Sendable (inout LocalChain) throws -> [Action]
    ) {
        self.action = action
        self.name = name
        self.kind = kind
        self.signer = signer
        self.receiver = receiver
        self.index = index
        self.actions = actions
    }

    /// A chain that is set up, the transaction, and the `ActionError` that is to come of it.
    func prepare() throws -> (chain: LocalChain, transaction: PendingTransaction, expected: JSONValue) {
        var chain = try LocalChain()
        let actions = try actions(&chain)
        while chain.chain.hasWork { try chain.chain.produceBlock() }
        let transaction = try chain.sign(signer, to: receiver(chain), actions)
        return (chain, transaction, ["index": index, "kind": try kind(chain)])
    }

    static let cases = ownCases + delegateCases + gasKeyCases + existenceCases + permissionCases + otherCases
}

/// One action of each kind, as another account would send it to `bob.root`.
enum SampleAction {
    static let names = [
        "CreateAccount", "DeployContract", "FunctionCall", "Transfer", "Stake", "AddKey", "DeleteKey", "DeleteAccount",
        "Delegate", "DeployGlobalContract", "UseGlobalContract", "DeterministicStateInit", "TransferToGasKey",
        "WithdrawFromGasKey",
    ]

    static let stateInit = DeterministicAccountStateInit.v1(
        DeterministicAccountStateInitV1(code: .codeHash(.sha256([1])), data: [[1]: [2]]))

    static func make(_ name: String, _ chain: LocalChain) throws -> Action {
        let key = try chain.key("new").publicKey
        switch name {
        case "CreateAccount": return .createAccount
        case "DeployContract": return .deployContract(DeployContractAction(code: [0]))
        case "FunctionCall": return .functionCall("m", deposit: NEARToken.test(1))
        case "Transfer": return .transfer(NEARToken.test(1))
        case "Stake": return .stake(StakeAction(stake: NEARToken.test(1), publicKey: key))
        case "AddKey": return .addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess))
        case "DeleteKey": return .deleteKey(DeleteKeyAction(publicKey: key))
        case "DeleteAccount": return .deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("root")))
        case "Delegate": return .delegate(try chain.delegate("alice.root", to: "root", [.transfer(NEARToken.test(1))]))
        case "DeployGlobalContract":
            return .deployGlobalContract(DeployGlobalContractAction(code: [1], deployMode: .codeHash))
        case "UseGlobalContract":
            return .useGlobalContract(UseGlobalContractAction(contractIdentifier: .codeHash(.sha256([1]))))
        case "DeterministicStateInit":
            return .deterministicStateInit(
                DeterministicStateInitAction(stateInit: stateInit, deposit: NEARToken.test(1)))
        case "TransferToGasKey":
            return .transferToGasKey(TransferToGasKeyAction(publicKey: key, deposit: NEARToken.test(1)))
        case "WithdrawFromGasKey":
            return .withdrawFromGasKey(WithdrawFromGasKeyAction(publicKey: key, amount: NEARToken.test(1)))
        default: throw UnknownActionError()
        }
    }

    struct UnknownActionError: Error {}
}

extension LocalChain {
    /// A delegate action as its sender would sign it now, changed as the test wants.
    func delegate(
        _ sender: String, to receiver: String, _ actions: [Action], key: SecretKey? = nil,
        change: (inout DelegateAction) throws -> Void = { _ in }
    ) throws -> SignedDelegateAction {
        let key = try key ?? self.key(sender)
        let id = try id(sender)
        var action = DelegateAction(
            senderId: id, receiverId: try self.id(receiver), actions: actions,
            nonce: (state.accessKey(id, key.publicKey)?.nonce ?? 0) + 1, maxBlockHeight: chain.head.height + 100,
            publicKey: key.publicKey)
        try change(&action)
        return try SignedDelegateAction.sign(action, with: key)
    }

    /// Gives `alice.root` a key that may only call a method of `bob.root`.
    mutating func addSessionKey(allowance: NEARToken? = nil, methods: [String] = ["a"]) throws -> SecretKey {
        let key = try key("session")
        let permission = FunctionCallPermission(
            allowance: allowance, receiverId: try id("bob.root"), methodNames: methods)
        let action = AddKeyAction(publicKey: key.publicKey, accessKey: AccessKey(permission: .functionCall(permission)))
        try send("alice.root", to: "alice.root", [.addKey(action)])
        return key
    }
}
