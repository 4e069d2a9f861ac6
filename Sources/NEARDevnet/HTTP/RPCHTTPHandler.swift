// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import NEARPrimitives

/// HTTP on one side, JSON-RPC on the other.
struct RPCHTTPHandler: HTTPHandler {
    let service: RPCService

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch (request.method, request.path) {
        case (.POST, "/"), (.POST, ""):
            return try await answer(request)
        case (.OPTIONS, _):
            return HTTPResponse(statusCode: .noContent, headers: Self.preflightHeaders)
        case (.GET, "/status"):
            return json(RPCService.Response(status: 200, body: await service.status().bytes))
        case (.GET, "/health"):
            return HTTPResponse(statusCode: .ok, headers: Self.anyOrigin)
        case (_, "/"), (_, "/status"), (_, "/health"):
            return HTTPResponse(statusCode: .methodNotAllowed, headers: Self.anyOrigin)
        default:
            return HTTPResponse(statusCode: .notFound, headers: Self.anyOrigin)
        }
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let body = try await Self.read(request.bodySequence) else {
            let fault = RPCFault.parse("The request's body is larger than \(RPCServer.maxBodySize) bytes")
            let response = service.respond(.failure(fault), id: .null)
            return json(RPCService.Response(status: 413, body: response.body))
        }
        return json(await service.answer(body))
    }

    /// Reads the body, or `nil` where it is too large. Then it is read to its end all the same, so that the next request
    /// of the connection is found, but not kept.
    private static func read(_ sequence: HTTPBodySequence) async throws -> [UInt8]? {
        var body: [UInt8] = []
        var isTooLarge = (sequence.count ?? 0) > RPCServer.maxBodySize
        for try await chunk in sequence {
            if isTooLarge { continue }
            body.append(contentsOf: chunk)
            if body.count > RPCServer.maxBodySize {
                isTooLarge = true
                body = []
            }
        }
        return isTooLarge ? nil : body
    }

    private func json(_ response: RPCService.Response) -> HTTPResponse {
        HTTPResponse(
            statusCode: HTTPStatusCode(response.status, phrase: Self.phrase(response.status)),
            headers: Self.jsonHeaders, body: Data(response.body))
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 400: "Bad Request"
        case 408: "Request Timeout"
        case 413: "Payload Too Large"
        default: "Internal Server Error"
        }
    }

    // Made once, and no more of them than are needed: FlyingFox compares each header's name without regard to case, which
    // was a twentieth of the time an answer took.

    /// Any page may ask: there is nothing on a devnet that is worth hiding.
    private static let anyOrigin: HTTPHeaders = [HTTPHeader("Access-Control-Allow-Origin"): "*"]

    private static let jsonHeaders: HTTPHeaders = [
        HTTPHeader("Access-Control-Allow-Origin"): "*", .contentType: "application/json",
    ]

    private static let preflightHeaders: HTTPHeaders = [
        HTTPHeader("Access-Control-Allow-Origin"): "*",
        HTTPHeader("Access-Control-Allow-Methods"): "GET, POST, OPTIONS",
        HTTPHeader("Access-Control-Allow-Headers"): "*",
        HTTPHeader("Access-Control-Max-Age"): "3600",
    ]
}
