// SPDX-License-Identifier: MIT

import Logging
public import NEARPrimitives

extension NEARRPCClient {
    /// An account (`view_account`).
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - block: The block to look at.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.unknownAccount` when there is no such account.
    public func viewAccount(
        _ accountId: AccountId, at block: BlockReference = .final, deadline: Duration? = nil
    ) async throws(RPCError) -> QueryResult<AccountView> {
        try await query("view_account", ["account_id": .string(accountId.text)], at: block, deadline: deadline)
    }

    /// One key of an account (`view_access_key`).
    ///
    /// - Parameters:
    ///   - publicKey: The key.
    ///   - accountId: The account.
    ///   - block: The block to look at. `.optimistic` sees the nonce of a transaction that has just been executed.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.unknownAccessKey` when the account hasn't that key.
    public func viewAccessKey(
        _ publicKey: PublicKey, of accountId: AccountId, at block: BlockReference = .final, deadline: Duration? = nil
    ) async throws(RPCError) -> QueryResult<AccessKeyView> {
        let parameters: JSONValue.Members = [
            "account_id": .string(accountId.text), "public_key": .string(publicKey.description),
        ]
        return try await query("view_access_key", parameters, at: block, deadline: deadline) { _, position in
            .unknownAccessKey(publicKey: publicKey, at: position)
        }
    }

    /// All keys of an account (`view_access_key_list`).
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - block: The block to look at.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`.
    public func viewAccessKeyList(
        of accountId: AccountId, at block: BlockReference = .final, deadline: Duration? = nil
    ) async throws(RPCError) -> QueryResult<AccessKeyListView> {
        try await query("view_access_key_list", ["account_id": .string(accountId.text)], at: block, deadline: deadline)
    }

    /// A contract's code (`view_code`).
    ///
    /// - Parameters:
    ///   - accountId: The contract.
    ///   - block: The block to look at.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.noContractCode` when the account has no contract.
    public func viewCode(
        of accountId: AccountId, at block: BlockReference = .final, deadline: Duration? = nil
    ) async throws(RPCError) -> QueryResult<ContractCodeView> {
        try await query("view_code", ["account_id": .string(accountId.text)], at: block, deadline: deadline)
    }

    /// A part of a contract's state (`view_state`).
    ///
    /// - Parameters:
    ///   - accountId: The contract.
    ///   - prefix: What the keys start with; empty for all of them.
    ///   - includeProof: Whether to send the trie's nodes that prove it.
    ///   - block: The block to look at.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.tooLargeContractState` when the contract has more than a node shows.
    public func viewState(
        of accountId: AccountId, prefix: [UInt8] = [], includeProof: Bool = false, at block: BlockReference = .final,
        deadline: Duration? = nil
    ) async throws(RPCError) -> QueryResult<ContractStateView> {
        let parameters: JSONValue.Members = [
            "account_id": .string(accountId.text), "prefix_base64": .string(Base64.encode(prefix)),
            "include_proof": .bool(includeProof),
        ]
        return try await query("view_state", parameters, at: block, deadline: deadline)
    }

    /// Calls a method that changes nothing (`call_function`).
    ///
    /// - Parameters:
    ///   - methodName: The method.
    ///   - accountId: The contract.
    ///   - args: The arguments as the method takes them, usually a JSON text.
    ///   - block: The block to look at.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.contractExecutionError` when the method failed.
    public func callFunction(
        _ methodName: String, of accountId: AccountId, args: [UInt8] = [], at block: BlockReference = .final,
        deadline: Duration? = nil
    ) async throws(RPCError) -> QueryResult<CallResult> {
        let parameters: JSONValue.Members = [
            "account_id": .string(accountId.text), "method_name": .string(methodName),
            "args_base64": .string(Base64.encode(args)),
        ]
        return try await query("call_function", parameters, at: block, deadline: deadline) { error, position in
            .contractExecutionError(error: error, at: position)
        }
    }

    /// Calls a method that changes nothing with JSON arguments.
    ///
    /// - Parameters:
    ///   - methodName: The method.
    ///   - accountId: The contract.
    ///   - arguments: The arguments, usually an object.
    ///   - block: The block to look at.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.contractExecutionError` when the method failed.
    public func callFunction(
        _ methodName: String, of accountId: AccountId, arguments: JSONValue, at block: BlockReference = .final,
        deadline: Duration? = nil
    ) async throws(RPCError) -> QueryResult<CallResult> {
        try await callFunction(methodName, of: accountId, args: arguments.bytes, at: block, deadline: deadline)
    }

    /// Sends a query.
    ///
    /// For two of its errors nearcore's `query` keeps to what it did before errors were typed: it answers a *result*
    /// that has an `error` text. `legacy` says which error that is for this request.
    private func query<Value: ViewDecodable & Hashable>(
        _ requestType: String, _ parameters: JSONValue.Members, at block: BlockReference, deadline: Duration?,
        legacy: (_ text: String, RPCBlockPosition?) -> RPCErrorCause? = { _, _ in nil }
    ) async throws(RPCError) -> QueryResult<Value> {
        var request = parameters.merging(block.parameters) { own, _ in own }
        request["request_type"] = .string(requestType)
        let result = try await call(
            method: "query", params: .object(request),
            deadline: CallDeadline(after: deadline ?? configuration.deadline, time: time),
            check: .query(parameters, at: block))
        guard let text = result["error"]?.stringValue else { return try read(result, method: requestType) }
        let cause = legacy(text, position(result)) ?? .unrecognized(name: nil, info: .string(text))
        throw .node(RPCNodeError(name: .handlerError, cause: cause, code: -32000, message: text, json: result))
    }

    private func position(_ result: JSONValue) -> RPCBlockPosition? {
        guard let height = result["block_height"]?.integerValue(as: UInt64.self),
            let text = result["block_hash"]?.stringValue
        else { return nil }
        do throws(CryptoHash.ParsingError) {
            return RPCBlockPosition(height: height, hash: try CryptoHash(text))
        } catch {
            logger.debug("a query's error has no valid block hash")
            return nil
        }
    }
}
