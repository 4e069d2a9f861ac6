// SPDX-License-Identifier: MIT

import NEARPrimitives

/// An error as nearcore's JSON-RPC answers it, new form (`name`, `cause`) and old form (`code`, `message`, `data`) in
/// one.
struct RPCServiceError: Error, Sendable {
    /// The side at fault: `REQUEST_VALIDATION_ERROR`, `HANDLER_ERROR` or `INTERNAL_ERROR`.
    enum Name: String, Sendable {
        case requestValidation = "REQUEST_VALIDATION_ERROR"
        case handler = "HANDLER_ERROR"
        case `internal` = "INTERNAL_ERROR"
    }

    let name: Name
    /// The cause of the error, in capitals.
    let cause: String
    /// The details of the cause, or `nil` for a cause without any.
    let info: JSONValue?
    let code: Int
    let message: String
    /// The text that clients read before there was a cause.
    let data: JSONValue?

    /// The HTTP status that nearcore answers with.
    var httpStatus: Int {
        switch name {
        case .requestValidation: cause == "ORIGIN_NOT_ALLOWED" ? 403 : 400
        case .internal: 500
        case .handler: cause == "TIMEOUT_ERROR" ? 408 : 200
        }
    }

    /// The `error` member of the response.
    var json: JSONValue {
        var cause: JSONValue.Members = ["name": .string(cause)]
        cause["info"] = info
        var members: JSONValue.Members = [
            "name": .string(name.rawValue), "cause": .object(cause), "code": .integer(Int128(code)),
            "message": .string(message),
        ]
        members["data"] = data
        return .object(members)
    }
}

extension RPCServiceError {
    /// The request isn't JSON, no JSON-RPC, or its parameters can't be read.
    static func parse(_ text: String) -> RPCServiceError {
        RPCServiceError(
            name: .requestValidation, cause: "PARSE_ERROR", info: ["error_message": .string(text)], code: -32_700,
            message: "Parse error", data: .string(text))
    }

    /// There is no such method.
    static func methodNotFound(_ method: String) -> RPCServiceError {
        RPCServiceError(
            name: .requestValidation, cause: "METHOD_NOT_FOUND", info: ["method_name": .string(method)],
            code: -32_601, message: "Method not found", data: .string(method))
    }

    /// The request is of a web page that may only read.
    static let originNotAllowed: RPCServiceError = {
        let text =
            "This web page may read the devnet, but not change it. Start the devnet with the page's origin allowed: "
            + "`near-connect devnet --allow-origin`, or `allowedOrigins` of its configuration."
        return RPCServiceError(
            name: .requestValidation, cause: "ORIGIN_NOT_ALLOWED", info: ["error_message": .string(text)],
            code: -32_000, message: "Origin not allowed", data: .string(text))
    }()

    /// The method can't answer.
    static func handler(_ cause: String, info: JSONValue? = [:], data: JSONValue) -> RPCServiceError {
        RPCServiceError(name: .handler, cause: cause, info: info, code: -32_000, message: "Server error", data: data)
    }

    /// The devnet is broken.
    static func `internal`(_ text: String) -> RPCServiceError {
        RPCServiceError(
            name: .internal, cause: "INTERNAL_ERROR", info: ["error_message": .string(text)], code: -32_000,
            message: "Server error", data: .string(text))
    }
}
