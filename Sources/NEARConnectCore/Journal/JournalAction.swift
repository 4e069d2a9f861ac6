// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// An action as the journal stores it: enough to recognize it on chain, and no more.
///
/// Arguments of calls and code of contracts are stored as a hash and a length.
public struct JournalAction: Sendable, Hashable {
    /// The action's name, as near-connect has it: `Transfer`, `FunctionCall` and so on.
    public let type: String
    /// The method of a function call.
    public let methodName: ExactText?
    /// The deposit or stake of the action.
    public let amount: NEARToken?
    /// The most gas that the call may burn.
    public let gas: Gas?
    /// The key that is added, removed or staked with.
    public let publicKey: PublicKey?
    /// The SHA-256 of the call's arguments or the contract's code.
    ///
    /// JSON arguments are hashed in a canonical form, the same for every text that means the same.
    public let contentHash: CryptoHash?
    /// The length of the arguments or the code, in bytes.
    public let contentLength: Int?
    /// The action's other distinguishing part: a key's permission, an account or a mode.
    public let subject: ExactText?
    /// The account that a call gives tokens or NFTs to; `nil` for others, and in entries of older versions.
    ///
    /// It is no part of what makes two equal: ``contentHash`` is.
    public let tokenReceiver: AccountId?
    /// The amount of a token that a call moves (NEP-141), in the token's smallest unit.
    ///
    /// `nil` for other actions, and in entries of older versions. It is no part of what makes two equal, either.
    public let tokenAmount: UInt128?

    private init(
        _ type: String, methodName: ExactText? = nil, amount: NEARToken? = nil, gas: Gas? = nil,
        publicKey: PublicKey? = nil,
        content: [UInt8]? = nil, subject: ExactText? = nil, tokenReceiver: AccountId? = nil,
        tokenAmount: UInt128? = nil
    ) {
        self.type = type
        self.methodName = methodName
        self.amount = amount
        self.gas = gas
        self.publicKey = publicKey
        contentHash = content.map { CryptoHash.sha256(Self.canonical($0)) }
        contentLength = content?.count
        self.subject = subject
        self.tokenReceiver = tokenReceiver
        self.tokenAmount = tokenAmount
    }

    /// Returns JSON in its canonical form and other content as it is.
    ///
    /// Wallets decode JSON arguments and encode them again, so equal JSON must give equal bytes.
    private static func canonical(_ content: [UInt8]) -> [UInt8] {
        do throws(JSONParsingError) {
            return try JSONValue.parse(content).bytes
        } catch {
            return content
        }
    }
}

extension JournalAction {
    /// The account that gets tokens or NFTs, and the amount, which only tokens have; `nil` for other actions.
    package var tokenTransfer: (receiver: AccountId, amount: UInt128?)? { tokenReceiver.map { ($0, tokenAmount) } }

    private var compared: [AnyHashable?] {
        [type, methodName, amount, gas, publicKey, contentHash, contentLength, subject]
    }

    /// Compares what says which action it is.
    public static func == (one: JournalAction, other: JournalAction) -> Bool { one.compared == other.compared }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(compared) }
}

extension JournalAction {
    /// Creates the journal's form of `action`.
    package init(_ action: Action) {
        switch action {
        case .createAccount: self.init("CreateAccount")
        case .deployContract(let deploy): self.init("DeployContract", content: deploy.code)
        case .functionCall(let call):
            self.init(
                "FunctionCall", methodName: call.methodName, amount: call.deposit, gas: call.gas, content: call.args,
                tokenReceiver: action.tokenReceiver, tokenAmount: action.tokenAmount)
        case .transfer(let transfer): self.init("Transfer", amount: transfer.deposit)
        case .stake(let stake): self.init("Stake", amount: stake.stake, publicKey: stake.publicKey)
        case .addKey(let key):
            self.init("AddKey", publicKey: key.publicKey, subject: Self.text(of: key.accessKey.permission))
        case .deleteKey(let key): self.init("DeleteKey", publicKey: key.publicKey)
        case .deleteAccount(let delete): self.init("DeleteAccount", subject: ExactText(delete.beneficiaryId))
        case .deployGlobalContract(let deploy):
            self.init(
                "DeployGlobalContract", content: deploy.code,
                subject: deploy.deployMode == .codeHash ? "CodeHash" : "AccountId")
        case .useGlobalContract(let use): self.init("UseGlobalContract", subject: Self.text(of: use.contractIdentifier))
        // Wallets can't be asked for these actions.
        case .delegate, .delegateV2: self.init("Delegate")
        case .deterministicStateInit: self.init("DeterministicStateInit")
        case .transferToGasKey: self.init("TransferToGasKey")
        case .withdrawFromGasKey: self.init("WithdrawFromGasKey")
        }
    }

    private static func text(of permission: AccessKeyPermission) -> ExactText {
        switch permission {
        case .fullAccess: "all rights"
        case .functionCall(let call): "calls of \(call.receiverId)"
        case .gasKeyFullAccess, .gasKeyFunctionCall: "gas key"
        }
    }

    private static func text(of identifier: GlobalContractIdentifier) -> ExactText {
        switch identifier {
        case .accountId(let id): ExactText(id)
        case .codeHash(let hash): ExactText(hash.description)
        }
    }

    /// Returns whether a node may show this action as `view`.
    ///
    /// Only what the journal stores is compared.
    func resembles(_ view: ActionView) -> Bool {
        switch view {
        case .createAccount: type == "CreateAccount"
        case .functionCall(let call): self == JournalAction(.functionCall(call))
        case .transfer(let transfer): self == JournalAction(.transfer(transfer))
        case .stake(let stake): self == JournalAction(.stake(stake))
        case .addKey(let key, _): type == "AddKey" && publicKey == key
        case .deleteKey(let key): self == JournalAction(.deleteKey(key))
        case .deleteAccount(let delete): self == JournalAction(.deleteAccount(delete))
        case .deployContract(let code): type == "DeployContract" && isContent(code)
        case .deployGlobalContract(let code), .deployGlobalContractByAccountId(let code):
            type == "DeployGlobalContract" && isContent(code)
        case .useGlobalContract(let identifier): type == "UseGlobalContract" && Self.text(of: identifier) == subject
        case .delegate, .deterministicStateInit, .transferToGasKey, .withdrawFromGasKey, .unrecognized: false
        }
    }

    /// Returns whether `codeOrHash` is this action's code or its hash; nodes send either.
    private func isContent(_ codeOrHash: [UInt8]) -> Bool {
        contentHash?.bytes == codeOrHash || contentHash == CryptoHash.sha256(codeOrHash)
    }

    /// The action in a few words, for a table; numbers are as the process's others.
    public var summary: String { summary(in: .current) }

    /// The action in a few English words, for programs, which read the same in every locale.
    package var plainSummary: String { withEnglishTexts { summary(in: .plain) } }

    /// Returns the action in a few words.
    ///
    /// - Parameter style: The way to write numbers; programs read ``NumberStyle/plain``.
    package func summary(in style: NumberStyle) -> String {
        let number = style.text(amount?.formatted() ?? "0")
        switch type {
        case "FunctionCall":
            let method = methodName?.text ?? ""
            if let tokenReceiver {
                // Transfers of tokens have a deposit of one yoctoNEAR, which nobody needs to read.
                guard let amount, amount > .oneYocto else {
                    if let tokenAmount {
                        return localized(
                            "call %1$s for %2$s: %3$s of the token’s smallest units", method, tokenReceiver.text,
                            style.text("\(tokenAmount)"))
                    }
                    return localized("call %1$s for %2$s", method, tokenReceiver.text)
                }
                return localized("call %1$s for %2$s with %3$s NEAR", method, tokenReceiver.text, number)
            }
            guard let amount, amount.yoctoNEAR > 0 else { return localized("call %1$s", method) }
            return localized("call %1$s with %2$s NEAR", method, number)
        case "Transfer": return localized("send %1$s NEAR", number)
        case "Stake": return localized("stake %1$s NEAR", number)
        case "AddKey": return localized("add a key (%1$s)", subject?.text ?? "")
        case "DeleteKey": return localized("remove a key")
        case "CreateAccount": return localized("create the account")
        case "DeleteAccount":
            return localized("delete the account and send what is left to %1$s", subject?.text ?? "")
        case "DeployContract", "DeployGlobalContract":
            return localized("deploy %1$s bytes of code", "\(contentLength ?? 0)")
        case "UseGlobalContract": return localized("use a global contract")
        case "Delegate": return localized("do what another account has signed")
        case "DeterministicStateInit": return localized("create the account from its state")
        case "TransferToGasKey": return localized("pay into a gas key")
        case "WithdrawFromGasKey": return localized("take from a gas key")
        default: return type
        }
    }
}

extension JournalAction {
    /// The action as JSON, as in the journal's file.
    var json: JSONValue {
        var fields: JSONValue.Members = ["type": .string(type)]
        if let methodName { fields["methodName"] = .string(methodName.text) }
        if let amount { fields["amount"] = .string(String(amount.yoctoNEAR)) }
        if let gas { fields["gas"] = .string(String(gas.gas)) }
        if let publicKey { fields["publicKey"] = .string(publicKey.description) }
        if let contentHash { fields["contentHash"] = .string(contentHash.description) }
        if let contentLength { fields["contentLength"] = .integer(Int128(contentLength)) }
        if let subject { fields["subject"] = .string(subject.text) }
        if let tokenReceiver { fields["tokenReceiver"] = .string(tokenReceiver.text) }
        if let tokenAmount { fields["tokenAmount"] = .string("\(tokenAmount)") }
        return .object(fields)
    }

    /// Reads ``json``.
    init(json: JSONValue) throws {
        let fields = try JSONFields(json, "action")
        type = try fields.string("type")
        methodName = try fields.optionalString("methodName").map { ExactText($0) }
        amount = try fields.optionalString("amount").map { try NEARToken("\($0) yoctoNEAR") }
        gas = try fields.optionalString("gas").map { text in
            guard let units = UInt64(text) else {
                throw JSONFields.FieldError(description: localized("action.gas isn’t a number"))
            }
            return Gas(gas: units)
        }
        publicKey = try fields.optionalString("publicKey").map { try PublicKey($0) }
        contentHash = try fields.optionalString("contentHash").map { try CryptoHash($0) }
        contentLength = fields.has("contentLength") ? try fields.integer("contentLength") : nil
        subject = try fields.optionalString("subject").map { ExactText($0) }
        tokenReceiver = try fields.optionalString("tokenReceiver").map { try AccountId($0) }
        tokenAmount = try fields.optionalString("tokenAmount").map { text in
            guard let units = TokenTransfer.amount(text) else {
                throw JSONFields.FieldError(description: localized("action.tokenAmount isn’t a number"))
            }
            return units
        }
    }
}
