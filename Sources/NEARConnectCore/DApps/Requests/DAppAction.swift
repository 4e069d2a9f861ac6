// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reads actions as dApps write them: as near-connect's wallets take them, or as near-api-js makes them.
///
/// Both end in `Action(connectorJSON:)`, which alone decides what an action is. Here stands what is stricter for a
/// page: no field is passed over, and no amount comes as a number that JavaScript may have rounded.
enum DAppAction {
    /// The most actions of a transaction, as on the chain.
    static let countLimit = 100

    /// The parameters of each type of action, and of the objects in them.
    private static let fields: [String: [String]] = [
        "CreateAccount": [], "DeployContract": ["code"], "FunctionCall": ["methodName", "args", "gas", "deposit"],
        "Transfer": ["deposit"], "Stake": ["stake", "publicKey"], "AddKey": ["publicKey", "accessKey"],
        "DeleteKey": ["publicKey"], "DeleteAccount": ["beneficiaryId"],
        "UseGlobalContract": ["contractIdentifier"], "DeployGlobalContract": ["code", "deployMode"],
    ]
    private static let amounts = ["gas", "deposit", "stake", "allowance", "nonce"]

    /// Decodes an action.
    ///
    /// - Parameters:
    ///   - value: The action in one of the two forms.
    ///   - name: The action's name in errors.
    static func decode(_ value: JSONValue, _ name: String) throws(DAppError) -> Action {
        let action = try DAppParams(value, name)
        let (type, params): (String, DAppParams)
        if action.has("type") {
            try action.requireOnly(["type", "params"])
            type = try action.text("type", limit: DAppJSON.nameLimit).text
            params = try action.has("params") ? action.object("params") : DAppParams(.object([:]), "\(name).params")
        } else {
            (type, params) = try NEARAPIAction.read(action)
        }
        guard let known = fields[type] else { throw unknown(type) }
        try params.requireOnly(known)
        let connector: JSONValue = ["type": .string(type), "params": .object(try checked(params))]
        do throws(ConnectorActionError) {
            return try Action(connectorJSON: connector)
        } catch {
            throw .invalid(localized("%1$s: %2$s", name, "\(error)"))
        }
    }

    /// Returns the error for an action that dApps can't have signed.
    static func unknown(_ type: String) -> DAppError {
        DAppError(
            .unsupported,
            localized(
                "This wallet signs no action “%1$s” for a site. It signs: %2$s.",
                DisplayText.name(String(type.prefix(64))), fields.keys.sorted().joined(separator: ", ")))
    }

    /// Returns the parameters as `Action(connectorJSON:)` takes them, without anything that it would pass over.
    private static func checked(_ params: DAppParams) throws(DAppError) -> JSONValue.Members {
        var members = params.members
        try checkAmounts(params)
        for field in ["code", "args"] where params.has(field) {
            let value = try params.value(field)
            if let bytes = DAppParams.bytes(value) {
                members[ExactText(field)] = [DAppParams.bytesName: .string(Base64.encode(bytes))]
            } else if value.arrayValue != nil || value[DAppParams.bytesName] != nil {
                throw params.error(field, localized("is neither {\"$bytes\": Base64} nor a list of bytes"))
            }
        }
        if params.has("accessKey") {
            let key = try params.object("accessKey")
            try key.requireOnly(["nonce", "permission"])
            try checkAmounts(key)
            if try key.value("permission").objectValue != nil {
                let permission = try key.object("permission")
                try permission.requireOnly(["receiverId", "methodNames", "allowance"])
                try checkAmounts(permission)
            }
        }
        if params.has("contractIdentifier") {
            let identifier = try params.object("contractIdentifier")
            try identifier.requireOnly(["accountId", "codeHash"])
            guard identifier.members.count == 1 else {
                throw params.error("contractIdentifier", localized("names more than one contract"))
            }
        }
        return members
    }

    /// Refuses numbers that JavaScript may have rounded.
    private static func checkAmounts(_ params: DAppParams) throws(DAppError) {
        for field in amounts where params.has(field) {
            switch try params.value(field) {
            case .string: continue
            case .integer(let number) where (0...DAppJSON.largestExactNumber).contains(number): continue
            default:
                throw params.error(field, localized("is no amount; write its digits as a text, or use a bigint"))
            }
        }
    }
}
