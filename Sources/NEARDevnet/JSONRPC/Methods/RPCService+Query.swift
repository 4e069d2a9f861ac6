// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCService {
    /// `query`: everything that can be asked about accounts.
    ///
    /// Two errors are answered as results, as nearcore does.
    func query(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let (answer, request) = try await prepare(QueryRequest(parameters))
        do throws(QueryError) {
            return try await answer.answer(request)
        } catch {
            if let text = error.resultText { return answer.unsuccessful(text) }
            throw answer.fault(error)
        }
    }

    /// `EXPERIMENTAL_view_account` and its like: one kind of query each, with all errors as errors.
    func view(_ type: String, _ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let (answer, request) = try await prepare(QueryRequest(type, parameters))
        do throws(QueryError) {
            return try await answer.answer(request)
        } catch {
            throw answer.fault(error)
        }
    }

    /// Finds the state that is asked about.
    private func prepare(_ request: QueryRequest) async throws(RPCServiceError) -> (QueryAnswer, QueryRequest) {
        let chain = host.chain
        guard let block = request.reference.block(in: chain) else {
            throw .handler(
                "UNKNOWN_BLOCK", info: ["block_reference": request.reference.json],
                data: .string(request.reference.notFoundText))
        }
        guard let state = chain.state(after: block) else {
            throw .handler(
                "GARBAGE_COLLECTED_BLOCK", info: .object(block.viewIdentity),
                data: .string(
                    "The data for block #\(block.height) is garbage collected on this node, "
                        + "use an archival node to fetch historical data"))
        }
        return (QueryAnswer(state: state, block: block, settings: settings), request)
    }
}
