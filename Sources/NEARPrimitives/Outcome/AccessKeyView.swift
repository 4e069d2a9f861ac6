// SPDX-License-Identifier: MIT

/// An access key as a node shows it (nearcore's `AccessKeyView`).
public struct AccessKeyView: Sendable, Hashable {
    /// The nonce of the last transaction that the key signed.
    ///
    /// The next one needs a higher nonce.
    public let nonce: UInt64
    /// The actions that the key may sign.
    public let permission: AccessKeyPermissionView

    /// A key with its parts.
    public init(nonce: UInt64, permission: AccessKeyPermissionView) {
        self.nonce = nonce
        self.permission = permission
    }
}

extension AccessKeyView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        self.init(nonce: try fields.value("nonce"), permission: try fields.value("permission"))
    }
}

/// The actions that an access key may sign, as a node shows them (nearcore's `AccessKeyPermissionView`).
public enum AccessKeyPermissionView: Sendable, Hashable {
    /// Calls of some methods of one contract.
    case functionCall(FunctionCallPermission)
    /// Anything.
    case fullAccess
    /// A gas key for calls of some methods of one contract.
    case gasKeyFunctionCall(GasKeyInfo, FunctionCallPermission)
    /// A gas key for anything.
    case gasKeyFullAccess(GasKeyInfo)
    /// A permission that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)

    /// True if the key may do anything.
    public var isFullAccess: Bool {
        switch self {
        case .fullAccess, .gasKeyFullAccess: true
        case .functionCall, .gasKeyFunctionCall, .unrecognized: false
        }
    }
}

extension AccessKeyPermissionView: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "FullAccess": .fullAccess
        case "FunctionCall": .functionCall(try functionCall(variant))
        case "GasKeyFunctionCall": .gasKeyFunctionCall(try gasKey(variant), try functionCall(variant))
        case "GasKeyFullAccess": .gasKeyFullAccess(try gasKey(variant))
        default: nil
        }
    }

    private static func functionCall(_ variant: ViewVariant) throws(ViewDecodingError) -> FunctionCallPermission {
        FunctionCallPermission(
            allowance: try variant.value("allowance"), receiverText: try variant.value("receiver_id"),
            methodNames: try variant.value("method_names"))
    }

    private static func gasKey(_ variant: ViewVariant) throws(ViewDecodingError) -> GasKeyInfo {
        GasKeyInfo(balance: try variant.value("balance"), numNonces: try variant.value("num_nonces"))
    }
}
