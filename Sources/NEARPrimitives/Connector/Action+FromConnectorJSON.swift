// SPDX-License-Identifier: MIT

extension Action {
    /// The action of an object as near-connect's wallets take it, `{"type": …, "params": …}`.
    ///
    /// Amounts and gas are decimal strings, whole numbers too. A function call's `args` are an object (sent as its JSON
    /// text), `{"$bytes": "<Base64>"}`, or a Base64 string, which is what a `Uint8Array` becomes on its way out of a
    /// page; without any, no bytes. Code is one of the latter two.
    ///
    /// An `AddKey` for function calls without an `allowance` has no limit.
    ///
    /// - Throws: `ConnectorActionError` with the path of what is wrong.
    public init(connectorJSON value: JSONValue) throws(ConnectorActionError) {
        guard value.objectValue != nil else { throw .expected("an object", path: "action") }
        guard let type = value["type"]?.stringValue else { throw .expected("a string", path: "type") }
        let params = ConnectorParams(value["params"] ?? .object([:]), path: "params")
        switch type {
        case "CreateAccount": self = .createAccount
        case "DeployContract": self = .deployContract(DeployContractAction(code: try params.bytes("code")))
        case "FunctionCall":
            self = .functionCall(
                FunctionCallAction(
                    methodName: try params.string("methodName"), args: try params.arguments("args"),
                    gas: Gas(gas: try params.integer("gas")),
                    deposit: NEARToken(yoctoNEAR: try params.integer("deposit"))))
        case "Transfer":
            self = .transfer(TransferAction(deposit: NEARToken(yoctoNEAR: try params.integer("deposit"))))
        case "Stake":
            self = .stake(
                StakeAction(
                    stake: NEARToken(yoctoNEAR: try params.integer("stake")),
                    publicKey: try params.publicKey("publicKey")))
        case "AddKey":
            let key = try params.object("accessKey")
            self = .addKey(
                AddKeyAction(
                    publicKey: try params.publicKey("publicKey"),
                    accessKey: AccessKey(
                        nonce: try key.has("nonce") ? key.integer("nonce") : 0,
                        permission: try Self.permission(key))))
        case "DeleteKey": self = .deleteKey(DeleteKeyAction(publicKey: try params.publicKey("publicKey")))
        case "DeleteAccount":
            self = .deleteAccount(DeleteAccountAction(beneficiaryId: try params.accountId("beneficiaryId")))
        case "UseGlobalContract":
            self = .useGlobalContract(
                UseGlobalContractAction(
                    contractIdentifier: try Self.globalContract(try params.object("contractIdentifier"))))
        case "DeployGlobalContract":
            let mode: GlobalContractDeployMode
            switch try params.string("deployMode") {
            case "CodeHash": mode = .codeHash
            case "AccountId": mode = .accountId
            default: throw .expected("\"CodeHash\" or \"AccountId\"", path: "params.deployMode")
            }
            self = .deployGlobalContract(DeployGlobalContractAction(code: try params.bytes("code"), deployMode: mode))
        default: throw .unknownType(String(type.prefix(64)))
        }
    }

    private static func permission(_ key: ConnectorParams) throws(ConnectorActionError) -> AccessKeyPermission {
        if key.value["permission"]?.stringValue == "FullAccess" {
            return .fullAccess
        }
        let permission = try key.object("permission")
        let methods = try permission.has("methodNames") ? permission.strings("methodNames") : []
        let allowance: NEARToken? =
            try permission.has("allowance") ? NEARToken(yoctoNEAR: permission.integer("allowance")) : nil
        return .functionCall(
            FunctionCallPermission(
                allowance: allowance, receiverId: try permission.accountId("receiverId"), methodNames: methods))
    }

    private static func globalContract(
        _ identifier: ConnectorParams
    ) throws(ConnectorActionError) -> GlobalContractIdentifier {
        if identifier.has("accountId") {
            return .accountId(try identifier.accountId("accountId"))
        }
        let text = try identifier.string("codeHash")
        do throws(CryptoHash.ParsingError) {
            return .codeHash(try CryptoHash(text))
        } catch {
            throw .invalidValue(path: "\(identifier.path).codeHash", reason: "a Base58 hash of 32 bytes expected")
        }
    }
}

/// Reads members of an object of an action, and knows their path for errors.
private struct ConnectorParams {
    let value: JSONValue
    let path: String

    init(_ value: JSONValue, path: String) {
        self.value = value
        self.path = path
    }

    /// Returns whether there is such a member, `null` not counting.
    func has(_ name: String) -> Bool {
        value[name].map { !$0.isNull } ?? false
    }

    func object(_ name: String) throws(ConnectorActionError) -> ConnectorParams {
        guard let member = value[name], member.objectValue != nil else {
            throw .expected("an object", path: "\(path).\(name)")
        }
        return ConnectorParams(member, path: "\(path).\(name)")
    }

    func string(_ name: String) throws(ConnectorActionError) -> String {
        guard let text = value[name]?.stringValue else { throw .expected("a string", path: "\(path).\(name)") }
        return text
    }

    func strings(_ name: String) throws(ConnectorActionError) -> [String] {
        guard let elements = value[name]?.arrayValue else { throw .expected("an array", path: "\(path).\(name)") }
        var texts: [String] = []
        for element in elements {
            guard let text = element.stringValue else {
                throw .expected("an array of strings", path: "\(path).\(name)")
            }
            texts.append(text)
        }
        return texts
    }

    func integer<Integer: FixedWidthInteger & UnsignedInteger>(
        _ name: String
    ) throws(ConnectorActionError) -> Integer {
        switch value[name] {
        case .string(let text)?:
            // `Integer.init(_:)` would take "+1".
            guard text.utf8.first != UInt8(ascii: "+"), let value = Integer(text) else {
                throw .expected("a decimal number", path: "\(path).\(name)")
            }
            return value
        case .integer(let number)?:
            guard let value = Integer(exactly: number) else {
                throw .expected("a decimal number", path: "\(path).\(name)")
            }
            return value
        default: throw .expected("a decimal number as a string", path: "\(path).\(name)")
        }
    }

    func accountId(_ name: String) throws(ConnectorActionError) -> AccountId {
        let text = try string(name)
        do throws(AccountIdError) {
            return try AccountId(text)
        } catch {
            throw .invalidValue(path: "\(path).\(name)", reason: error.description)
        }
    }

    func publicKey(_ name: String) throws(ConnectorActionError) -> PublicKey {
        let text = try string(name)
        do throws(KeyError) {
            return try PublicKey(text)
        } catch {
            throw .invalidValue(path: "\(path).\(name)", reason: error.description)
        }
    }

    func bytes(_ name: String) throws(ConnectorActionError) -> [UInt8] {
        let text = value[name]?.stringValue ?? value[name]?[ConnectorBytes.name]?.stringValue
        guard let text, let bytes = Base64.decode(text) else { throw .expected("Base64", path: "\(path).\(name)") }
        return bytes
    }

    func arguments(_ name: String) throws(ConnectorActionError) -> [UInt8] {
        guard has(name), let args = value[name] else { return [] }
        if let members = args.objectValue, members[ConnectorBytes.name]?.stringValue == nil {
            return args.bytes
        }
        return try bytes(name)
    }
}
