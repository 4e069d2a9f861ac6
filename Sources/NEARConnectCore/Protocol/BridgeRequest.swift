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
        var text: [UInt8] = []
        text.reserveCapacity(256)
        text.append(contentsOf: "{\"v\":1,\"id\":\"".utf8)
        text.append(contentsOf: id.text.utf8)
        text.append(contentsOf: "\",\"kind\":\"".utf8)
        text.append(contentsOf: kind.rawValue.utf8)
        text.append(contentsOf: "\",\"params\":".utf8)
        params.write(to: &text)
        if let returnURL {
            text.append(contentsOf: ",\"returnUrl\":".utf8)
            JSONValue.string(returnURL).write(to: &text)
        }
        text.append(UInt8(ascii: "}"))
        return String(decoding: text, as: UTF8.self)
    }
}
