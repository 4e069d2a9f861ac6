// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Answers a query from the state after a block.
struct QueryAnswer: Sendable {
    let state: LedgerState
    let block: Block
    let settings: ChainSettings

    func answer(_ request: QueryRequest) async throws(QueryError) -> JSONValue {
        switch request.target {
        case .account(let id, let subject): return try await answer(subject, of: id)
        case .globalContract(let identifier):
            guard let code = state.globalContract(identifier) else { throw .noGlobalContractCode(identifier) }
            return view(of: code)
        }
    }

    private func answer(_ subject: QueryRequest.Subject, of id: AccountId) async throws(QueryError) -> JSONValue {
        switch subject {
        case .account:
            return result(try account(id).view)
        case .accessKey(let publicKey):
            guard let accessKey = state.accessKey(id, publicKey) else { throw .unknownAccessKey(publicKey) }
            return result(accessKey.view)
        case .accessKeyList:
            let keys = state.accessKeyList(id).map { entry -> JSONValue in
                ["public_key": .key(entry.publicKey), "access_key": .object(entry.accessKey.view)]
            }
            return result(["keys": .array(keys)])
        case .gasKeyNonces(let publicKey):
            guard state.accessKey(id, publicKey)?.permission.gasKey != nil else { throw .unknownGasKey(publicKey) }
            return result(["nonces": .array(state.gasKeyNonces(id, publicKey).map { .count($0) })])
        case .code:
            guard let code = state.runnableCode(of: try account(id), id) else { throw .noContractCode(id) }
            return view(of: code)
        case .state(let prefix):
            _ = try account(id)
            let values = state.values(id, prefix: prefix).map { entry -> JSONValue in
                ["key": .bytes(entry.key), "value": .bytes(entry.value)]
            }
            return result(["values": .array(values)])
        case .call(let method, let arguments):
            return try await call(id, method: method, arguments: arguments)
        }
    }

    private func view(of code: ContractCode) -> JSONValue {
        result(["code_base64": .bytes(code.bytes), "hash": .hash(code.hash)])
    }

    /// The error's text, as a result.
    func unsuccessful(_ text: String) -> JSONValue {
        result(["error": .string(text), "logs": []])
    }

    /// The error, as an error of JSON-RPC.
    func fault(_ fault: QueryError) -> RPCServiceError {
        .handler(
            fault.cause, info: .object(block.viewIdentity.merging(fault.info) { first, _ in first }),
            data: .string(fault.text))
    }

    /// Every answer says which block it is from.
    func result(_ members: JSONValue.Members) -> JSONValue {
        .object(members.merging(block.viewIdentity) { first, _ in first })
    }

    func account(_ id: AccountId) throws(QueryError) -> AccountRecord {
        guard let account = state.account(id) else { throw .unknownAccount(id) }
        return account
    }
}
