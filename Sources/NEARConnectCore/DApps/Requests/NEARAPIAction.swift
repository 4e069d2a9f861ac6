// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reads actions as near-api-js makes them: objects whose one field names the action.
///
/// Some releases have an extra `enum` with that name.
enum NEARAPIAction {
    private static let types = [
        "createAccount": "CreateAccount", "deployContract": "DeployContract", "functionCall": "FunctionCall",
        "transfer": "Transfer", "stake": "Stake", "addKey": "AddKey", "deleteKey": "DeleteKey",
        "deleteAccount": "DeleteAccount", "useGlobalContract": "UseGlobalContract",
        "deployGlobalContract": "DeployGlobalContract",
    ]

    /// Returns an action's type and parameters as near-connect's wallets take them.
    static func read(_ action: DAppParams) throws(DAppError) -> (type: String, params: DAppParams) {
        let name = try choice(action)
        guard let type = types[name] else { throw DAppAction.unknown(name) }
        let params = try action.object(name)
        var members = params.members
        if params.has("publicKey") { members["publicKey"] = try publicKey(params) }
        if params.has("accessKey") { members["accessKey"] = try accessKey(try params.object("accessKey")) }
        if params.has("deployMode") {
            members["deployMode"] = .string(try choice(try params.object("deployMode")))
        }
        if params.has("contractIdentifier") {
            members["contractIdentifier"] = try contract(try params.object("contractIdentifier"))
        }
        return (type, try DAppParams(.object(members), params.name))
    }

    /// Returns the name of the one field of an object; `enum`, where it is there, has to be that name.
    private static func choice(_ params: DAppParams) throws(DAppError) -> String {
        let names = params.members.keys.filter { $0 != "enum" }
        guard names.count == 1, let name = names.first else {
            throw .invalid(localized("%1$s has %2$s fields, and not one", params.name, "\(names.count)"))
        }
        if params.has("enum") {
            guard try params.text("enum", limit: DAppJSON.nameLimit) == name else {
                throw params.error("enum", localized("isn’t the name of the other field"))
            }
        }
        return name.text
    }

    private static func accessKey(_ key: DAppParams) throws(DAppError) -> JSONValue {
        guard try key.value("permission").objectValue != nil else { return .object(key.members) }
        let permission = try key.object("permission")
        var members = key.members
        switch try choice(permission) {
        case "fullAccess":
            try permission.object("fullAccess").requireOnly([])
            members["permission"] = "FullAccess"
        case "functionCall":
            var call = try permission.object("functionCall").members
            // Without an allowance there is no limit, in both forms.
            if call["allowance"]?.isNull ?? false { call["allowance"] = nil }
            members["permission"] = .object(call)
        case let name: throw permission.error(name, localized("is no permission of a key"))
        }
        return .object(members)
    }

    /// Reads a key: its text, or an object as releases of near-api-js have had it.
    static func publicKey(_ params: DAppParams) throws(DAppError) -> JSONValue {
        let value = try params.value("publicKey")
        guard value.objectValue != nil else { return value }
        let key = try params.object("publicKey")
        let (type, data): (KeyType, DAppParams)
        if key.has("data") {
            try key.requireOnly(["keyType", "data"])
            guard let tag = try key.value("keyType").integerValue(as: UInt8.self), let named = KeyType(rawValue: tag)
            else { throw key.error("keyType", localized("is no type of key")) }
            (type, data) = (named, key)
        } else {
            switch try choice(key) {
            case "ed25519Key": (type, data) = (.ed25519, try key.object("ed25519Key"))
            case "secp256k1Key": (type, data) = (.secp256k1, try key.object("secp256k1Key"))
            case let name: throw key.error(name, localized("is no type of key"))
            }
            try data.requireOnly(["data"])
        }
        let bytes = try data.bytes("data")
        do throws(KeyError) {
            return .string(try PublicKey(keyType: type, bytes: bytes).description)
        } catch {
            throw data.error("data", localized("is no key: %1$s", "\(error)"))
        }
    }

    private static func contract(_ identifier: DAppParams) throws(DAppError) -> JSONValue {
        switch try choice(identifier) {
        case "AccountId", "accountId":
            let text = try identifier.value(try choice(identifier))
            return ["accountId": text]
        case "CodeHash", "codeHash":
            let name = try choice(identifier)
            let value = try identifier.value(name)
            if value.stringValue != nil { return ["codeHash": value] }
            let bytes = try identifier.bytes(name)
            do throws(CryptoHash.ParsingError) {
                return ["codeHash": .string(try CryptoHash(bytes: bytes).description)]
            } catch {
                throw identifier.error(name, localized("is no hash"))
            }
        case let name: throw identifier.error(name, localized("names no contract"))
        }
    }
}
