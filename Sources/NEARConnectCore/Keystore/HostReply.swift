// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The answer to a packaged wallet's call, as JSON text `{callId, ok, result | error}`.
package enum HostReply {
    /// The call succeeded.
    package static func success(_ callId: String, _ result: JSONValue) -> String {
        JSONValue.object(["callId": .string(callId), "ok": true, "result": result]).text
    }

    /// The call failed, with a code of the bridge protocol.
    package static func failure(_ callId: String, code: String, message: String) -> String {
        JSONValue.object([
            "callId": .string(callId), "ok": false,
            "error": ["code": .string(code), "message": .string(message)],
        ]).text
    }
}
