// SPDX-License-Identifier: MIT

import NEARPrimitives
import NIOHTTP1

/// A request as the server got it.
struct HTTPRequest: Sendable {
    let method: HTTPMethod
    let uri: String
    let headers: HTTPHeaders
    let body: Result<[UInt8], RequestBody.RefusalError>

    /// The URI without a query.
    var path: Substring { uri.prefix { $0 != "?" } }
}

/// An answer of the server.
struct HTTPAnswer: Sendable {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    var body: [UInt8] = []
}

/// HTTP on one side, JSON-RPC and the explorer's files on the other.
struct HTTPRoutes: Sendable {
    let service: RPCService
    let access: PageAccess

    /// Answers a request.
    ///
    /// Never fails: errors are answers.
    func answer(_ request: HTTPRequest) async -> HTTPAnswer {
        guard access.isForThisComputer(request.headers) else { return Self.otherServer }
        switch (request.method, request.path) {
        case (.POST, "/"), (.POST, ""):
            switch request.body {
            case .success(let body):
                return Self.json(await service.answer(body, mayChange: access.mayChange(request.headers)))
            case .failure(let refusal): return self.refusal(refusal)
            }
        case (.OPTIONS, _):
            return HTTPAnswer(status: .noContent, headers: Self.preflightHeaders)
        case (.GET, "/status"):
            return Self.json(RPCService.Response(status: 200, body: await service.status().bytes))
        case (.GET, "/network_info"):
            return Self.json(RPCService.Response(status: 200, body: RPCService.networkInfo.bytes))
        case (.GET, "/metrics"):
            return HTTPAnswer(status: .ok, headers: Self.metricsHeaders, body: Array(service.metrics().utf8))
        case (.GET, "/health"), (.HEAD, "/health"):
            return HTTPAnswer(status: .ok, headers: Self.anyOrigin)
        case (.GET, let path):
            guard let file = ExplorerFile(path: path) else {
                return HTTPAnswer(status: .notFound, headers: Self.anyOrigin)
            }
            return HTTPAnswer(status: .ok, headers: file.headers, body: file.bytes)
        case (_, "/"), (_, "/status"), (_, "/health"), (_, "/network_info"), (_, "/metrics"):
            return HTTPAnswer(status: .methodNotAllowed, headers: Self.anyOrigin)
        default:
            return HTTPAnswer(status: .notFound, headers: Self.anyOrigin)
        }
    }

    /// The answer to a request that isn't kept, or whose answer isn't.
    func refusal(_ refusal: RequestBody.RefusalError) -> HTTPAnswer {
        let (status, fault): (Int, RPCServiceError) =
            switch refusal {
            case .tooLarge: (413, .parse("The request's body is larger than \(RPCServer.maxBodySize) bytes"))
            case .noRoom:
                (
                    503,
                    .internal(
                        "Too many large requests and answers are on their way; send this request again a little later")
                )
            }
        let response = service.respond(.failure(fault), id: .null)
        return Self.json(RPCService.Response(status: status, body: response.body))
    }

    private static func json(_ response: RPCService.Response) -> HTTPAnswer {
        HTTPAnswer(
            status: HTTPResponseStatus(statusCode: response.status), headers: jsonHeaders, body: response.body)
    }

    /// The answer to a request whose `Host` names another server, which no page may read.
    private static let otherServer = HTTPAnswer(
        status: .forbidden, headers: ["Content-Type": "text/plain; charset=utf-8"],
        body: Array(
            "This devnet answers requests to 127.0.0.1, localhost and [::1] only; the Host header names another server.\n"
                .utf8))

    /// Any page may read: there is nothing on a devnet that is worth hiding.
    private static let anyOrigin: HTTPHeaders = ["Access-Control-Allow-Origin": "*"]

    private static let metricsHeaders: HTTPHeaders = [
        "Access-Control-Allow-Origin": "*", "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
    ]

    private static let jsonHeaders: HTTPHeaders = [
        "Access-Control-Allow-Origin": "*", "Content-Type": "application/json",
    ]

    private static let preflightHeaders: HTTPHeaders = [
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
        "Access-Control-Allow-Headers": "*",
        "Access-Control-Max-Age": "3600",
    ]
}
