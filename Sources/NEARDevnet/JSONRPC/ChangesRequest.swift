// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The changes that a request asks for (nearcore: `StateChangesRequestView`).
struct ChangesRequest: Sendable {
    private let subject: Subject

    private enum Subject: Sendable {
        case accounts(Set<AccountId>)
        case keys([(AccountId, PublicKey)])
        case allKeys(Set<AccountId>)
        case code(Set<AccountId>)
        case data(Set<AccountId>, prefix: [UInt8])
    }

    init(_ parameters: RPCParameters) throws(RPCServiceError) {
        let type = try parameters.string("changes_type")
        switch type {
        case "account_changes": subject = .accounts(try Self.accountIds(parameters))
        case "single_access_key_changes": subject = .keys(try Self.keys(parameters))
        case "all_access_key_changes": subject = .allKeys(try Self.accountIds(parameters))
        case "contract_code_changes": subject = .code(try Self.accountIds(parameters))
        case "data_changes":
            let prefix = try parameters.required("key_prefix_base64").asBytes("key_prefix_base64")
            subject = .data(try Self.accountIds(parameters), prefix: prefix)
        default: throw .arguments("unknown variant `\(type)` of `changes_type`")
        }
    }

    /// Returns whether the change is one of those asked for.
    func includes(_ change: StateChangeValue) -> Bool {
        switch (subject, change) {
        case (.accounts(let ids), .accountUpdate(let id, _)), (.accounts(let ids), .accountDeletion(let id)),
            (.allKeys(let ids), .accessKeyUpdate(let id, _, _)), (.allKeys(let ids), .accessKeyDeletion(let id, _)),
            (.allKeys(let ids), .gasKeyNonceUpdate(let id, _, _, _)),
            (.code(let ids), .contractCodeUpdate(let id, _)), (.code(let ids), .contractCodeDeletion(let id)):
            ids.contains(id)
        case (.keys(let keys), .accessKeyUpdate(let id, let key, _)),
            (.keys(let keys), .accessKeyDeletion(let id, let key)),
            (.keys(let keys), .gasKeyNonceUpdate(let id, let key, _, _)):
            keys.contains { $0.0 == id && $0.1 == key }
        case (.data(let ids, let prefix), .dataUpdate(let id, let key, _)),
            (.data(let ids, let prefix), .dataDeletion(let id, let key)):
            ids.contains(id) && key.starts(with: prefix)
        default: false
        }
    }

    private static func accountIds(_ parameters: RPCParameters) throws(RPCServiceError) -> Set<AccountId> {
        guard let elements = try parameters.required("account_ids").arrayValue else {
            throw .arguments("`account_ids` must be an array")
        }
        var ids: Set<AccountId> = []
        for element in elements { ids.insert(try element.asAccountId("account_ids")) }
        return ids
    }

    private static func keys(_ parameters: RPCParameters) throws(RPCServiceError) -> [(AccountId, PublicKey)] {
        guard let elements = try parameters.required("keys").arrayValue else {
            throw .arguments("`keys` must be an array")
        }
        var keys: [(AccountId, PublicKey)] = []
        for element in elements {
            let fields = RPCParameters(element)
            keys.append(
                (try fields.accountId("account_id"), try fields.required("public_key").asPublicKey("public_key")))
        }
        return keys
    }
}
