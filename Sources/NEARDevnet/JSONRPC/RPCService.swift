// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives

/// Answers JSON-RPC requests about one chain, whatever they came over.
struct RPCService: Sendable {
    let host: ChainHost
    let settings: ChainSettings
    /// How long a request waits for a transaction to come as far as it wants.
    let waitLimit: Duration
    let startedAt: ContinuousClock.Instant
    let logger: Logger

    /// A response: JSON text and the HTTP status that goes with it.
    struct Response: Sendable {
        let status: Int
        let body: [UInt8]
    }

    /// Answers the body of an HTTP request. Never fails: errors are answers.
    func answer(_ body: [UInt8]) async -> Response {
        let request: RPCRequest
        do throws(RPCFault) {
            request = try RPCRequest(body)
        } catch {
            return respond(.failure(error), id: .null)
        }
        do throws(RPCFault) {
            return respond(.success(try await result(of: request)), id: request.id)
        } catch {
            logger.debug(
                "request refused", metadata: ["method": "\(request.method.prefix(64))", "cause": "\(error.cause)"])
            return respond(.failure(error), id: request.id)
        }
    }

    /// Answers a request that never became one: too large, for instance.
    func respond(_ result: Result<JSONValue, RPCFault>, id: JSONValue) -> Response {
        switch result {
        case .success(let value):
            let message: JSONValue = ["jsonrpc": "2.0", "result": value, "id": id]
            return Response(status: 200, body: message.bytes)
        case .failure(let fault):
            let message: JSONValue = ["jsonrpc": "2.0", "error": fault.json, "id": id]
            return Response(status: fault.httpStatus, body: message.bytes)
        }
    }

    private func result(of request: RPCRequest) async throws(RPCFault) -> JSONValue {
        let parameters = request.parameters
        switch request.method {
        case "block": return try await block(parameters)
        case "broadcast_tx_async": return try await broadcastAsync(parameters)
        case "broadcast_tx_commit": return try await broadcastCommit(parameters)
        case "chunk": return try await chunk(parameters)
        case "gas_price": return try await gasPrice(parameters)
        case "health": return .null
        case "network_info": return networkInfo()
        case "query": return try await query(parameters)
        case "send_tx": return try await sendTransaction(parameters)
        case "status": return await status()
        case "tx": return try await transactionStatus(parameters, withReceipts: false)
        case "validators": return try await validators(parameters)
        case "EXPERIMENTAL_protocol_config": return try await protocolConfig(parameters)
        case "EXPERIMENTAL_receipt": return try await receipt(parameters)
        case "EXPERIMENTAL_tx_status": return try await transactionStatus(parameters, withReceipts: true)
        default: throw .methodNotFound(request.method)
        }
    }
}
