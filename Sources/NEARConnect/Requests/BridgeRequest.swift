// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// What the host asks of the bridge page, protocol version 1: a JSON object `{v, id, kind, params, returnUrl?}`.
struct BridgeRequest {
    let id: RequestID
    let kind: RequestKind
    let params: JSONValue
    /// Where the wallet may come back to, when the program takes links.
    var returnURL: String?

    /// The request as JSON text.
    var text: String {
        var fields: JSONValue.Members = [
            "v": .integer(Int128(BridgeMessage.version)), "id": .string(id.text), "kind": .string(kind.rawValue),
            "params": params,
        ]
        if let returnURL { fields["returnUrl"] = .string(returnURL) }
        return JSONValue.object(fields).text
    }
}
