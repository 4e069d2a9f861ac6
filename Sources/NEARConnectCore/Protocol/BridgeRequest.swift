// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A request of the host to the bridge page, protocol version 1.
///
/// It is a JSON object `{v, id, kind, params, returnUrl?}`.
package struct BridgeRequest {
    package let id: RequestID
    package let kind: RequestKind
    package let params: JSONValue
    /// The link by which the wallet can come back, if the program takes links.
    package var returnURL: String?

    package init(id: RequestID, kind: RequestKind, params: JSONValue, returnURL: String? = nil) {
        self.id = id
        self.kind = kind
        self.params = params
        self.returnURL = returnURL
    }

    /// The request as JSON text.
    package var text: String {
        var fields: JSONValue.Members = [
            "v": .integer(Int128(BridgeMessage.version)), "id": .string(id.text), "kind": .string(kind.rawValue),
            "params": params,
        ]
        if let returnURL { fields["returnUrl"] = .string(returnURL) }
        return JSONValue.object(fields).text
    }
}
