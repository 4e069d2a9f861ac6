// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCService {
    /// `query`: everything that can be asked about accounts.
    func query(_ parameters: RPCParameters) async throws(RPCFault) -> JSONValue {
        let request = try QueryRequest(parameters)
        let chain = await host.chain
        guard let block = request.reference.block(in: chain) else {
            throw .handler(
                "UNKNOWN_BLOCK", info: ["block_reference": request.reference.json],
                data: .string(request.reference.notFoundText))
        }
        guard let state = chain.state(after: block) else {
            throw .handler(
                "GARBAGE_COLLECTED_BLOCK", info: block.viewIdentity,
                data: .string(
                    "The data for block #\(block.height) is garbage collected on this node, "
                        + "use an archival node to fetch historical data"))
        }
        return try QueryAnswer(state: state, block: block).answer(request)
    }
}

/// Answers a query from the state after a block.
struct QueryAnswer: Sendable {
    let state: LedgerState
    let block: Block

    func answer(_ request: QueryRequest) throws(RPCFault) -> JSONValue {
        let id = request.accountId
        switch request.subject {
        case .account:
            return .object(try account(id).view.merging(identity) { first, _ in first })
        case .accessKey(let publicKey):
            guard let accessKey = state.accessKey(id, publicKey) else {
                return unsuccessful("access key \(publicKey) does not exist while viewing")
            }
            return .object(accessKey.view.merging(identity) { first, _ in first })
        case .accessKeyList:
            let keys = state.accessKeyList(id).map { entry -> JSONValue in
                ["public_key": .string(entry.publicKey.description), "access_key": .object(entry.accessKey.view)]
            }
            return .object(identity.merging(["keys": .array(keys)]) { first, _ in first })
        case .code:
            let code = try code(id)
            let members: [String: JSONValue] = [
                "code_base64": .string(Base64.encode(code.bytes)), "hash": .string(code.hash.description),
            ]
            return .object(identity.merging(members) { first, _ in first })
        case .state(let prefix):
            _ = try account(id)
            let values = state.values(id, prefix: prefix).map { entry -> JSONValue in
                ["key": .string(Base64.encode(entry.key)), "value": .string(Base64.encode(entry.value))]
            }
            return .object(identity.merging(["values": .array(values)]) { first, _ in first })
        case .call(let method):
            return try call(method, of: id)
        }
    }

    private var identity: [String: JSONValue] {
        ["block_height": .integer(Int128(block.height)), "block_hash": .string(block.hash.description)]
    }

    /// nearcore answers some errors of a query as a result, and clients look for it there.
    private func unsuccessful(_ text: String) -> JSONValue {
        .object(identity.merging(["error": .string(text), "logs": []]) { first, _ in first })
    }

    private func account(_ id: AccountId) throws(RPCFault) -> AccountRecord {
        guard let account = state.account(id) else {
            let info = identity.merging(["requested_account_id": .string(id.text)]) { first, _ in first }
            throw .handler(
                "UNKNOWN_ACCOUNT", info: .object(info), data: .string("account \(id) does not exist while viewing"))
        }
        return account
    }

    private func code(_ id: AccountId) throws(RPCFault) -> ContractCode {
        guard let code = try contractCode(of: account(id), id) else {
            let info = identity.merging(["contract_account_id": .string(id.text)]) { first, _ in first }
            throw .handler(
                "NO_CONTRACT_CODE", info: .object(info),
                data: .string("Contract code for contract ID #\(id) has never been observed on the node"))
        }
        return code
    }

    private func contractCode(of account: AccountRecord, _ id: AccountId) -> ContractCode? {
        switch account.contract {
        case .none: nil
        case .local: state.code(id)
        case .global(let hash): state.globalContract(.codeHash(hash))
        case .globalByAccount(let owner): state.globalContract(.accountId(owner))
        }
    }

    private func call(_ method: String, of id: AccountId) throws(RPCFault) -> JSONValue {
        guard try contractCode(of: account(id), id) != nil else {
            return unsuccessful(
                "wasm execution failed with error: "
                    + "CompilationError(CodeDoesNotExist { account_id: AccountId(\"\(id)\") })")
        }
        return unsuccessful(
            "wasm execution failed with error: CompilationError(WasmerCompileError "
                + "{ msg: \"This devnet stores contract code but doesn't execute it.\" })")
    }
}
