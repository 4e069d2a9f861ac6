// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The subject of a `query` (nearcore: `QueryRequest`).
struct QueryRequest: Sendable {
    let target: Target
    let reference: BlockReference

    /// The things that queries are about.
    enum Target: Sendable, Hashable {
        case account(AccountId, Subject)
        case globalContract(GlobalContractIdentifier)
    }

    /// The kinds of query about an account.
    enum Subject: Sendable, Hashable {
        case account
        case accessKey(PublicKey)
        case accessKeyList
        case gasKeyNonces(PublicKey)
        case code
        case state(prefix: [UInt8])
        case call(method: String, arguments: [UInt8])
    }

    /// Reads named parameters, or the old form: a path and Base58 data.
    init(_ parameters: RPCParameters) throws(RPCServiceError) {
        if let elements = parameters.positional {
            try self.init(path: elements)
        } else {
            try self.init(parameters.string("request_type"), parameters)
        }
    }

    /// Reads named parameters of one kind of query.
    init(_ type: String, _ parameters: RPCParameters) throws(RPCServiceError) {
        reference = try BlockReference(parameters)
        switch type {
        case "view_global_contract_code":
            target = .globalContract(.codeHash(try parameters.hash("code_hash")))
        case "view_global_contract_code_by_account_id":
            target = .globalContract(.accountId(try parameters.accountId("account_id")))
        default:
            let id = try parameters.accountId("account_id")
            target = .account(id, try Self.subject(type, parameters))
        }
    }

    private static func subject(_ type: String, _ parameters: RPCParameters) throws(RPCServiceError) -> Subject {
        switch type {
        case "view_account": return .account
        case "view_access_key": return .accessKey(try parameters.required("public_key").asPublicKey("public_key"))
        case "view_access_key_list": return .accessKeyList
        case "view_gas_key_nonces":
            return .gasKeyNonces(try parameters.required("public_key").asPublicKey("public_key"))
        case "view_code": return .code
        case "view_state": return .state(prefix: try parameters.required("prefix_base64").asBytes("prefix_base64"))
        case "call_function":
            let arguments = try parameters.required("args_base64").asBytes("args_base64")
            return .call(method: try parameters.string("method_name"), arguments: arguments)
        default: throw .arguments("unknown variant `\(type)` of `request_type`")
        }
    }

    /// The form of before there were named parameters: `["account/alice.near", ""]`.
    private init(path elements: [JSONValue]) throws(RPCServiceError) {
        guard elements.count == 2 else { throw .arguments("a path and its data were expected") }
        let parts = try elements[0].asString("path").split(separator: "/", maxSplits: 2).map(String.init)
        let data = try elements[1].asString("data")
        guard parts.count >= 2 else { throw .parse("Not enough query parameters provided") }
        let id = try JSONValue.string(parts[1]).asAccountId("account_id")
        reference = .finality("optimistic")
        let subject: Subject
        switch (parts[0], parts.dropFirst(2).first) {
        case ("account", _): subject = .account
        case ("access_key", nil): subject = .accessKeyList
        case ("access_key", let key?): subject = .accessKey(try JSONValue.string(key).asPublicKey("public_key"))
        case ("code", _): subject = .code
        case ("contract", _): subject = .state(prefix: try Self.base58(data))
        case ("call", let method?): subject = .call(method: method, arguments: try Self.base58(data))
        case ("call", nil): throw .parse("Method name is missing")
        default: throw .parse("Unknown path \(parts[0])")
        }
        target = .account(id, subject)
    }

    private static func base58(_ text: String) throws(RPCServiceError) -> [UInt8] {
        do {
            return try Base58.decode(text, maximumByteCount: 10 * 1024)
        } catch {
            throw .parse("The query's data is not Base58: \(error)")
        }
    }
}
