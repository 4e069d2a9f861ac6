// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// What the host asks of the bridge page, protocol version 1: a JSON object `{v, id, kind, params}`.
struct BridgeRequest {
    let id: RequestID
    let kind: RequestKind
    let params: JSONValue

    /// The request as JSON text.
    var text: String {
        JSONValue.object([
            "v": .integer(Int128(BridgeMessage.version)), "id": .string(id.text), "kind": .string(kind.rawValue),
            "params": params,
        ]).text
    }
}
