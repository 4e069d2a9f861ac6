// SPDX-License-Identifier: MIT

import NEARPrimitives

/// One record of the state as `sandbox_patch_state` takes it (nearcore: `StateRecord`).
enum StateRecord: Sendable {
    case account(AccountId, amount: UInt128, locked: UInt128, storageUsage: UInt64)
    case accessKey(AccountId, PublicKey, AccessKey)
    case contract(AccountId, [UInt8])
    case data(AccountId, key: [UInt8], value: [UInt8])

    init(_ json: JSONValue) throws(RPCServiceError) {
        guard let variant = ViewVariant(json) else { throw .arguments("a state record has one member") }
        let fields = RPCParameters(variant.payload)
        let id = try fields.accountId("account_id")
        switch variant.name {
        case "Account":
            let account = RPCParameters(try fields.required("account"))
            self = .account(
                id, amount: try account.amount("amount"), locked: try account.amount("locked"),
                storageUsage: try account.required("storage_usage").asHeight("storage_usage"))
        case "AccessKey":
            let key = try fields.required("public_key").asPublicKey("public_key")
            self = .accessKey(id, key, try Self.accessKey(fields.required("access_key")))
        case "Contract":
            self = .contract(id, try fields.required("code").asBytes("code"))
        case "Data":
            self = .data(
                id, key: try fields.required("data_key").asBytes("data_key"),
                value: try fields.required("value").asBytes("value"))
        default: throw .arguments("state records of the kind `\(variant.name)` can't be patched")
        }
    }

    private static func accessKey(_ json: JSONValue) throws(RPCServiceError) -> AccessKey {
        let view: AccessKeyView
        do throws(ViewDecodingError) {
            view = try AccessKeyView(json: json)
        } catch {
            throw .arguments("`access_key`: \(error)")
        }
        switch view.permission {
        case .fullAccess: return AccessKey(nonce: view.nonce, permission: .fullAccess)
        case .functionCall(let permission): return AccessKey(nonce: view.nonce, permission: .functionCall(permission))
        case .gasKeyFullAccess, .gasKeyFunctionCall, .unrecognized:
            throw .arguments("`access_key`: this permission is of a later protocol version")
        }
    }
}

extension RPCParameters {
    /// A named amount of yoctoNEAR, as a string of digits.
    fileprivate func amount(_ name: String) throws(RPCServiceError) -> UInt128 {
        guard let amount = UInt128(try string(name)) else { throw .arguments("`\(name)` is no amount of yoctoNEAR") }
        return amount
    }
}
