// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// One action in words.
package struct ActionText: Equatable {
    /// What happens, as a sentence without a full stop.
    package var title: String
    /// The details that decide.
    package var facts: [ApprovalText.Fact] = []
    /// What can go wrong, for actions that can take the account away from its owner.
    package var warning: String?
    /// A longer text with its name, such as a call's arguments.
    package var code: (name: String, text: String)?

    init(_ action: Action, receiver: AccountId) {
        switch action {
        case .createAccount:
            title = "Create the account \(receiver)"
        case .transfer(let transfer):
            title = "Send \(transfer.deposit) to \(receiver)"
        case .functionCall(let call):
            title = "Call \(call.methodName) of \(receiver)"
            facts = [
                .init(name: "Deposit", value: call.deposit > .zero ? call.deposit.description : "none"),
                .init(name: "Gas limit", value: call.gas.description),
            ]
            code = ArgumentText.describe(call.args)
        case .stake(let stake):
            title =
                stake.stake > .zero
                ? "Stake \(stake.stake) from \(receiver)" : "Take all of \(receiver)\u{2019}s stake back"
            facts = [.init(name: "Validator key", value: stake.publicKey.description, isCode: true)]
        case .addKey(let add):
            self = Self.addKey(add, receiver)
        case .deleteKey(let delete):
            title = "Remove a key of \(receiver)"
            facts = [.init(name: "Key", value: delete.publicKey.description, isCode: true)]
        case .deleteAccount(let delete):
            title = "Delete the account \(receiver)"
            facts = [.init(name: "Its NEAR goes to", value: delete.beneficiaryId.text, isCode: true)]
        case .delegate(let signed):
            let inner = signed.delegateAction
            self = Self.relay(inner.senderId, inner.receiverId, inner.actions)
        case .delegateV2(let signed):
            switch signed.delegateAction {
            case .v2(let inner): self = Self.relay(inner.senderId, inner.receiverId, inner.actions)
            }
        case .deployContract, .deployGlobalContract, .useGlobalContract, .deterministicStateInit:
            self = Self.contract(action, receiver)
        case .transferToGasKey(let transfer):
            title = "Move \(transfer.deposit) to a gas key of \(receiver)"
            facts = [.init(name: "Key", value: transfer.publicKey.description, isCode: true)]
        case .withdrawFromGasKey(let withdrawal):
            title = "Take \(withdrawal.amount) back from a gas key of \(receiver)"
            facts = [.init(name: "Key", value: withdrawal.publicKey.description, isCode: true)]
        }
        if warning == nil, action.isDangerous { warning = Self.warning(about: action, receiver) }
    }

    private init(title: String, facts: [ApprovalText.Fact] = []) {
        self.title = title
        self.facts = facts
    }

    package static func == (left: ActionText, right: ActionText) -> Bool {
        left.title == right.title && left.facts == right.facts && left.warning == right.warning
            && left.code?.name == right.code?.name
            && left.code.map { ExactText($0.text) } == right.code.map { ExactText($0.text) }
    }

    private static func addKey(_ add: AddKeyAction, _ receiver: AccountId) -> ActionText {
        let key = ApprovalText.Fact(name: "Key", value: add.publicKey.description, isCode: true)
        switch add.accessKey.permission {
        case .fullAccess:
            return ActionText(title: "Add a key with full access to \(receiver)", facts: [key])
        case .gasKeyFullAccess(let info):
            return ActionText(title: "Add a gas key with full access to \(receiver)", facts: [key] + gas(info))
        case .functionCall(let permission):
            return ActionText(
                title: "Add a key to \(receiver) that may call \(permission.receiverId)",
                facts: [key] + calls(permission))
        case .gasKeyFunctionCall(let info, let permission):
            return ActionText(
                title: "Add a gas key to \(receiver) that may call \(permission.receiverId)",
                facts: [key] + calls(permission) + gas(info))
        }
    }

    private static func calls(_ permission: FunctionCallPermission) -> [ApprovalText.Fact] {
        let methods =
            permission.methodNames.isEmpty ? "every method" : permission.methodNames.map(\.text).joined(separator: ", ")
        return [
            .init(name: "Methods", value: methods, isCode: !permission.methodNames.isEmpty),
            .init(name: "Gas allowance", value: permission.allowance?.description ?? "no limit"),
        ]
    }

    private static func gas(_ info: GasKeyInfo) -> [ApprovalText.Fact] {
        [.init(name: "Gas balance", value: info.balance.description)]
    }

    private static func relay(_ sender: AccountId, _ receiver: AccountId, _ actions: [Action]) -> ActionText {
        let steps = actions.map { ApprovalText.Fact(name: "Action", value: ActionText($0, receiver: receiver).title) }
        return ActionText(title: "Send and pay for actions that \(sender) has signed", facts: steps)
    }

    private static func contract(_ action: Action, _ receiver: AccountId) -> ActionText {
        switch action {
        case .deployContract(let deploy):
            ActionText(title: "Replace the contract code of \(receiver)", facts: code(deploy.code))
        case .deployGlobalContract(let deploy):
            ActionText(title: "Publish contract code that other accounts can use", facts: code(deploy.code))
        case .useGlobalContract(let use):
            ActionText(
                title: "Replace the contract code of \(receiver) with published code",
                facts: [name(use.contractIdentifier)])
        case .deterministicStateInit(let creation):
            ActionText(
                title: "Create \(receiver) from published code",
                facts: [.init(name: "Deposit", value: creation.deposit.description)])
        default:
            ActionText(title: "An action that has no description")
        }
    }

    private static func code(_ bytes: [UInt8]) -> [ApprovalText.Fact] {
        [
            .init(name: "Size", value: "\(bytes.count) bytes"),
            .init(name: "SHA-256", value: CryptoHash.sha256(bytes).description, isCode: true),
        ]
    }

    private static func name(_ identifier: GlobalContractIdentifier) -> ApprovalText.Fact {
        switch identifier {
        case .codeHash(let hash): .init(name: "SHA-256", value: hash.description, isCode: true)
        case .accountId(let account): .init(name: "Published by", value: account.text, isCode: true)
        }
    }

    private static func warning(about action: Action, _ receiver: AccountId) -> String {
        switch action {
        case .addKey:
            "Whoever has this key can do anything with \(receiver), also take it away from you."
        case .deleteKey:
            "Whatever uses this key stops working. Without a key that has full access, nobody can use the account again."
        case .deleteAccount:
            "This can\u{2019}t be undone. Tokens and collectibles of the account are lost; its NEAR is lost too "
                + "if the receiver doesn\u{2019}t exist."
        case .deployContract, .useGlobalContract:
            "The new code decides what the account does and who may spend what it holds."
        case .deployGlobalContract:
            "Publishing burns the storage\u{2019}s price for good, and accounts that use the code get this version."
        case .stake:
            "Staked NEAR can\u{2019}t be spent, and gets free only some epochs after it was taken back."
        case .delegate, .delegateV2:
            "You pay for actions that somebody else has chosen."
        default:
            "This changes what the account holds or does in a way that the app could misuse."
        }
    }
}
