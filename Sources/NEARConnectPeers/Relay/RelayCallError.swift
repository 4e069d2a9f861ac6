// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import WalletConnectSign

/// A relay's refusal of a call, with the codes and names that WalletConnect's relay gives.
struct RelayCallError: Error, Hashable {
    let code: Int
    let message: String
    let data: String

    static func payload(_ data: String) -> RelayCallError {
        RelayCallError(code: -32_600, message: "Invalid payload", data: data)
    }

    static func handler(_ data: String) -> RelayCallError {
        RelayCallError(code: -32_000, message: "The call can't be carried out", data: data)
    }

    static let limited = RelayCallError(code: 3_001, message: "Too many requests", data: "RateLimited")
    static let unknownMethod = RelayCallError(code: -32_601, message: "Unknown method", data: "MethodNotFound")

    /// The answer to a call; `id` is 0 where the call had none that can be read.
    func text(_ id: UInt64) -> String {
        let error: JSONValue = [
            "code": .integer(Int128(code)), "message": .string(message), "data": .string(data),
        ]
        return (["id": .integer(Int128(id)), "jsonrpc": "2.0", "error": error] as JSONValue).text
    }
}
