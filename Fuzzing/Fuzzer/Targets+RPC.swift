// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC

extension Targets {
    /// Reads bytes as a node or a page may send them.
    ///
    /// They are read as a JSON-RPC answer, as a call to pass on, and as each of the typed results.
    static func rpcResponse(_ bytes: [UInt8]) {
        guard let type = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        if let reply = try? RPCReply(bytes: rest, id: "near-connect") {
            precondition(reply.bytes == rest, "an answer isn't what came")
            if case .error(let error) = reply.content {
                _ = (error.description, error.cause)
            }
        }
        if let request = try? ForwardedRequest(body: rest) {
            precondition(!request.method.isEmpty, "a call without a method")
            _ = request.sought
        }
        guard let json = try? JSONValue.parse(rest) else { return }
        view(json, type)
    }

    private static func view(_ json: JSONValue, _ type: UInt8) {
        switch type % 12 {
        case 0: _ = try? TransactionResult(json: json)
        case 1: _ = try? BlockView(json: json)
        case 2: _ = try? ChunkView(json: json)
        case 3: _ = try? StatusView(json: json)
        case 4: _ = try? AccountView(json: json).spendable()
        case 5: _ = try? AccessKeyListView(json: json)
        case 6: _ = try? ContractStateView(json: json)
        case 7: _ = try? ValidatorsView(json: json)
        case 8: _ = try? ProtocolConfigView(json: json)
        case 9: _ = try? CallResult(json: json).decode(as: JSONValue.self)
        case 10: _ = try? ReceiptView(json: json)
        default:
            guard let outcome = try? FinalExecutionOutcome(json: json) else { return }
            _ = (
                outcome.gasBurnt, outcome.tokensBurnt, outcome.logs, outcome.failedReceipts,
                outcome.failure?.description
            )
            precondition((try? FinalExecutionOutcome(json: outcome.json)) == outcome, "an outcome does not come back")
        }
    }
}
