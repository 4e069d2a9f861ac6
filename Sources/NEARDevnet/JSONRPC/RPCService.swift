// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives

/// Answers JSON-RPC requests about one chain, whatever they came over.
struct RPCService: Sendable {
    let host: ChainHost
    let settings: ChainSettings
    /// The text that the devnet's keys are made from.
    let seed: String
    /// The account that the faucet gives from.
    let rootAccountId: AccountId
    /// The time that a request waits for a transaction to come as far as it wants.
    let waitLimit: Duration
    let startedAt: ContinuousClock.Instant
    let logger: Logger

    /// A response: JSON text and the HTTP status that goes with it.
    struct Response: Sendable {
        let status: Int
        let body: [UInt8]
    }

    /// Answers the body of an HTTP request.
    ///
    /// Never fails: errors are answers.
    ///
    /// - Parameter mayChange: False for whoever may only read.
    func answer(_ body: [UInt8], mayChange: Bool) async -> Response {
        let request: RPCRequest
        do throws(RPCServiceError) {
            request = try RPCRequest(body)
        } catch {
            return respond(.failure(error), id: .null)
        }
        do throws(RPCServiceError) {
            return respond(.success(try await result(of: request, mayChange: mayChange)), id: request.id)
        } catch {
            logger.debug(
                "request refused", metadata: ["method": "\(request.method.prefix(64))", "cause": "\(error.cause)"])
            return respond(.failure(error), id: request.id)
        }
    }

    /// Answers a request that never became one: too large, for instance.
    func respond(_ result: Result<JSONValue, RPCServiceError>, id: JSONValue) -> Response {
        switch result {
        case .success(let value):
            let message: JSONValue = ["jsonrpc": "2.0", "result": value, "id": id]
            return Response(status: 200, body: message.bytes)
        case .failure(let fault):
            let message: JSONValue = ["jsonrpc": "2.0", "error": fault.json, "id": id]
            return Response(status: fault.httpStatus, body: message.bytes)
        }
    }

    /// Methods that are one kind of query each.
    private static let queryTypes = [
        "EXPERIMENTAL_call_function": "call_function", "EXPERIMENTAL_view_access_key": "view_access_key",
        "EXPERIMENTAL_view_access_key_list": "view_access_key_list", "EXPERIMENTAL_view_account": "view_account",
        "EXPERIMENTAL_view_gas_key_nonces": "view_gas_key_nonces",
        "EXPERIMENTAL_view_code": "view_code", "EXPERIMENTAL_view_state": "view_state",
    ]

    private func result(of request: RPCRequest, mayChange: Bool) async throws(RPCServiceError) -> JSONValue {
        guard let change = Self.changes[request.method] else {
            return try await read(request, mayChange: mayChange)
        }
        guard mayChange else { throw .originNotAllowed }
        return try await change(self)(request.parameters)
    }

    private typealias Change = @Sendable (RPCService) -> (RPCParameters) async throws(RPCServiceError) -> JSONValue

    /// Methods that change the chain, or keep it in memory; no other does.
    private static let changes: [String: Change] = [
        "broadcast_tx_async": RPCService.broadcastAsync, "broadcast_tx_commit": RPCService.broadcastCommit,
        "devnet_faucet": RPCService.faucet, "devnet_restore": RPCService.restore,
        "devnet_snapshot": RPCService.snapshot, "sandbox_fast_forward": RPCService.fastForward,
        "sandbox_patch_state": RPCService.patchState, "send_tx": RPCService.sendTransaction,
    ]

    private func read(_ request: RPCRequest, mayChange: Bool) async throws(RPCServiceError) -> JSONValue {
        let parameters = request.parameters
        if mayChange, ["block", "status"].contains(request.method) { host.noteLook(at: host.chain.head) }
        switch request.method {
        case "block": return try await block(parameters)
        case "chunk": return try await chunk(parameters)
        case "gas_price": return try await gasPrice(parameters)
        case "health": return .null
        case "client_config": return clientConfig()
        case "network_info": return Self.networkInfo
        case "query": return try await query(parameters)
        case "status": return await status()
        case "tx": return try await transactionStatus(parameters, withReceipts: false)
        case "validators": return try await validators(parameters)
        case "changes", "EXPERIMENTAL_changes": return try await changes(parameters)
        case "block_effects", "EXPERIMENTAL_changes_in_block": return try await blockEffects(parameters)
        case "genesis_config", "EXPERIMENTAL_genesis_config": return await genesisConfig()
        case "maintenance_windows", "EXPERIMENTAL_maintenance_windows": return []
        case "EXPERIMENTAL_congestion_level": return try await congestionLevel(parameters)
        case "EXPERIMENTAL_protocol_config": return try await protocolConfig(parameters)
        case "EXPERIMENTAL_receipt": return try await receipt(parameters)
        case "EXPERIMENTAL_receipt_to_tx": return try await receiptToTransaction(parameters)
        case "light_client_proof", "EXPERIMENTAL_light_client_proof":
            return try await lightClientProof(parameters, mayChange: mayChange)
        case "EXPERIMENTAL_light_client_block_proof": return try await lightClientBlockProof(parameters)
        case "next_light_client_block": return try await nextLightClientBlock(parameters)
        case "EXPERIMENTAL_split_storage_info": return await splitStorageInfo()
        case "EXPERIMENTAL_validators_ordered": return try await validatorsOrdered(parameters)
        case "tx_status", "EXPERIMENTAL_tx_status":
            return try await transactionStatus(parameters, withReceipts: true)
        case "devnet_accounts": return try await accounts(parameters)
        case "devnet_blocks": return try await blocks(parameters)
        default:
            guard let type = Self.queryTypes[request.method] else { throw .methodNotFound(request.method) }
            return try await view(type, parameters)
        }
    }
}
