// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// One action in words, for the approval dialog.
package struct ActionText: Equatable {
    /// A sentence about the action, without a full stop.
    package var title: String
    /// The details by which the user decides.
    package var facts: [ApprovalText.Fact] = []
    /// The danger of the action: of what can take the account away from its owner, and of every key.
    package var warning: String?
    /// True if the action can take the account away from its owner, or its NEAR as gas.
    package var isDangerous = false
    /// A longer text with its name, such as a call's arguments.
    package var code: (name: String, text: String)?

    /// - Parameters:
    ///   - action: The action.
    ///   - receiver: The account that it happens to.
    ///   - limit: The most characters of ``code``.
    package init(_ action: Action, receiver: AccountId, limit: Int = ArgumentText.limit) {
        switch action {
        case .createAccount:
            title = localized("Create the account %1$s", receiver.text)
        case .transfer(let transfer):
            title = localized("Send %1$s to %2$s", NumberStyle.current.words(transfer.deposit), receiver.text)
        case .functionCall(let call):
            title = localized("Call %1$s of %2$s", DisplayText.name(call.methodName.text), receiver.text)
            facts = [
                .init(
                    name: localized("Deposit"),
                    value: call.deposit > .zero ? NumberStyle.current.words(call.deposit) : localized("none")),
                .init(name: localized("Gas limit"), value: NumberStyle.current.words(call.gas)),
            ]
            code = ArgumentText.describe(call.args, limit: limit)
        case .stake(let stake):
            title =
                stake.stake > .zero
                ? localized("Stake %1$s from %2$s", NumberStyle.current.words(stake.stake), receiver.text)
                : localized("Take all of %1$s’s stake back", receiver.text)
            facts = [.init(name: localized("Validator key"), value: stake.publicKey.description, isCode: true)]
        case .addKey(let add):
            self = Self.addKey(add, to: receiver)
        case .deleteKey(let delete):
            title = localized("Remove a key of %1$s", receiver.text)
            facts = [.init(name: localized("Key"), value: delete.publicKey.description, isCode: true)]
        case .deleteAccount(let delete):
            title = localized("Delete the account %1$s", receiver.text)
            facts = [.init(name: localized("Its NEAR goes to"), value: delete.beneficiaryId.text, isCode: true)]
        case .delegate, .delegateV2:
            self = Self.relay(action, limit)
        case .deployContract, .deployGlobalContract, .useGlobalContract, .deterministicStateInit:
            self = Self.contract(action, of: receiver)
        case .transferToGasKey(let transfer):
            title = localized(
                "Move %1$s to a gas key of %2$s", NumberStyle.current.words(transfer.deposit), receiver.text)
            facts = [.init(name: localized("Key"), value: transfer.publicKey.description, isCode: true)]
        case .withdrawFromGasKey(let withdrawal):
            title = localized(
                "Take %1$s back from a gas key of %2$s", NumberStyle.current.words(withdrawal.amount), receiver.text)
            facts = [.init(name: localized("Key"), value: withdrawal.publicKey.description, isCode: true)]
        }
        isDangerous = isDangerous || action.isDangerous || action.addsUnlimitedKey
        if warning == nil, action.isDangerous { warning = Self.warning(about: action, of: receiver) }
    }

    private init(title: String, facts: [ApprovalText.Fact] = []) {
        self.title = title
        self.facts = facts
    }

    package static func == (left: ActionText, right: ActionText) -> Bool {
        left.title == right.title && left.facts == right.facts && left.warning == right.warning
            && left.isDangerous == right.isDangerous
            && left.code?.name == right.code?.name
            && left.code.map { ExactText($0.text) } == right.code.map { ExactText($0.text) }
    }

    private static func addKey(_ add: AddKeyAction, to receiver: AccountId) -> ActionText {
        let key = ApprovalText.Fact(name: localized("Key"), value: add.publicKey.description, isCode: true)
        switch add.accessKey.permission {
        case .fullAccess:
            return ActionText(title: localized("Add a key with full access to %1$s", receiver.text), facts: [key])
        case .gasKeyFullAccess(let info):
            return ActionText(
                title: localized("Add a gas key with full access to %1$s", receiver.text), facts: [key] + gas(info))
        case .functionCall(let permission):
            var text = ActionText(
                title: localized(
                    "Add a key to %1$s that may call %2$s", receiver.text,
                    DisplayText.name(permission.receiverId.text)),
                facts: [key] + calls(permission))
            text.warning = warning(about: permission)
            return text
        case .gasKeyFunctionCall(let info, let permission):
            var text = ActionText(
                title: localized(
                    "Add a gas key to %1$s that may call %2$s", receiver.text,
                    DisplayText.name(permission.receiverId.text)),
                facts: [key] + calls(permission).prefix(1) + gas(info))
            text.warning = localized(
                "Whoever has this key can call %1$s without asking you, and burn what the key has for gas, until you remove it.",
                DisplayText.name(permission.receiverId.text))
            return text
        }
    }

    static func calls(_ permission: FunctionCallPermission) -> [ApprovalText.Fact] {
        let methods =
            permission.methodNames.isEmpty
            ? localized("every method") : permission.methodNames.map(\.text).joined(separator: ", ")
        return [
            .init(name: localized("Methods"), value: methods, isCode: !permission.methodNames.isEmpty),
            .init(
                name: localized("Gas allowance"),
                value: permission.allowance.map(NumberStyle.current.words) ?? localized("no limit")),
        ]
    }

    private static func gas(_ info: GasKeyInfo) -> [ApprovalText.Fact] {
        [.init(name: localized("Gas balance"), value: NumberStyle.current.words(info.balance))]
    }

    private static func relay(_ action: Action, _ limit: Int) -> ActionText {
        guard let (sender, request) = action.delegated else {
            return ActionText(title: localized("An action that has no description"))
        }
        let steps = request.actions.map { ActionText($0, receiver: request.receiverId, limit: limit) }
        var text = ActionText(
            title: localized("Send and pay for actions that %1$s has signed", sender.text),
            facts: steps.flatMap { step in
                [ApprovalText.Fact(name: localized("Action"), value: step.title)] + step.facts
            })
        let codes = steps.filter { $0.code != nil }
        if codes.count == 1 {
            text.code = codes[0].code
        } else if !codes.isEmpty {
            let texts = codes.map { "\($0.title)\n\($0.code?.text ?? "")" }
            text.code = (localized("Arguments"), ArgumentText.cut(texts.joined(separator: "\n\n"), limit: limit))
        }
        text.isDangerous = steps.contains(where: \.isDangerous)
        let warnings = steps.compactMap(\.warning)
        if !warnings.isEmpty {
            text.warning = ([warning(about: action, of: sender)] + warnings).joined(separator: "\n")
        }
        return text
    }

    private static func contract(_ action: Action, of receiver: AccountId) -> ActionText {
        switch action {
        case .deployContract(let deploy):
            ActionText(
                title: localized("Replace the contract code of %1$s", receiver.text), facts: code(deploy.code))
        case .deployGlobalContract(let deploy):
            ActionText(
                title: localized("Publish contract code that other accounts can use"), facts: code(deploy.code))
        case .useGlobalContract(let use):
            ActionText(
                title: localized("Replace the contract code of %1$s with published code", receiver.text),
                facts: [name(use.contractIdentifier)])
        case .deterministicStateInit(let creation):
            ActionText(
                title: localized("Create %1$s from published code", receiver.text),
                facts: [.init(name: localized("Deposit"), value: NumberStyle.current.words(creation.deposit))])
        default:
            ActionText(title: localized("An action that has no description"))
        }
    }

    private static func code(_ bytes: [UInt8]) -> [ApprovalText.Fact] {
        [
            .init(
                name: localized("Size"),
                value: localizedPlural("%1$s byte", "%1$s bytes", count: bytes.count, "\(bytes.count)")),
            .init(name: localized("SHA-256"), value: CryptoHash.sha256(bytes).description, isCode: true),
        ]
    }

    private static func name(_ identifier: GlobalContractIdentifier) -> ApprovalText.Fact {
        switch identifier {
        case .codeHash(let hash): .init(name: localized("SHA-256"), value: hash.description, isCode: true)
        case .accountId(let account): .init(name: localized("Published by"), value: account.text, isCode: true)
        }
    }

    /// Tells what somebody can do with a key for calls.
    static func warning(about permission: FunctionCallPermission) -> String {
        let contract = DisplayText.name(permission.receiverId.text)
        guard let allowance = permission.allowance else {
            return localized(
                "Whoever has this key can call %1$s without asking you, and burn all NEAR of the account as gas, until you remove it.",
                contract)
        }
        return localized(
            "Whoever has this key can call %1$s without asking you, for at most %2$s of gas, until you remove it.",
            contract, NumberStyle.current.words(allowance))
    }

    private static func warning(about action: Action, of receiver: AccountId) -> String {
        switch action {
        case .addKey:
            localized(
                "This key can do anything with %1$s, even take the account away from you. Approve only if the key is yours.",
                receiver.text)
        case .deleteKey:
            localized(
                "Programs that use this key stop working. Without a key that has full access you lose the account for good."
            )
        case .deleteAccount:
            localized(
                "You can’t undo this. Tokens and collectibles of the account are lost; its NEAR is lost, too, if the receiver doesn’t exist."
            )
        case .deployContract, .useGlobalContract:
            localized("The new code decides what your account does and who may spend what it holds.")
        case .deployGlobalContract:
            localized(
                "Publishing burns the price of the storage for good, and accounts that use the code get this version.")
        case .stake:
            localized("You can’t spend staked NEAR until some epochs after you have taken it back.")
        case .delegate, .delegateV2:
            localized("You pay for actions that another account has chosen.")
        default:
            localized("This changes what your account holds or does in a way that the app could misuse.")
        }
    }
}
