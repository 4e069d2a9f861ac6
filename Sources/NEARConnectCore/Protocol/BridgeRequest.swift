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
    ///
    /// It is written without a dictionary, since every round trip pays for it; ids and kinds have nothing to escape.
    package var text: String {
        let back = returnURL.map { ",\"returnUrl\":\(JSONValue.string($0).text)" } ?? ""
        return "{\"v\":1,\"id\":\"\(id.text)\",\"kind\":\"\(kind.rawValue)\",\"params\":\(params.text)\(back)}"
    }
}
