// SPDX-License-Identifier: MIT

import FoundationEssentials
public import Logging
public import NEARPrimitives

/// A client of NEAR's JSON-RPC for one network.
///
/// Reads go to the first endpoint that answers. What submits a transaction is sent once, and the same bytes again only
/// where a node refuses them; when the answer is lost, the transaction is looked up by its hash. Every call ends: with
/// a result, a typed error, at its deadline, or at once when its task is cancelled.
///
/// ```swift
/// let client = try NEARRPCClient(url: "https://rpc.testnet.fastnear.com")
/// let account = try await client.viewAccount(AccountId("alice.testnet"))
/// print(account.amount)
/// ```
public final class NEARRPCClient: Sendable {
    /// The settings of the client.
    public let configuration: RPCClientConfiguration

    let exchange: RPCExchange
    let time: DeadlineTime
    let logger: Logger

    /// A client.
    ///
    /// - Parameters:
    ///   - configuration: Endpoints, deadlines, limits.
    ///   - transport: What carries the calls.
    ///   - clock: What deadlines, timeouts and waits are measured with.
    ///   - logger: Where attempts are noted, at `debug`. Never the headers, the query, or what is called.
    ///   - random: Numbers from 0 to 1 for the jitter of waits.
    /// - Throws: `RPCError.invalidRequest` when there is no endpoint, or one that isn't `http` or `https`.
    public init(
        configuration: RPCClientConfiguration, transport: any RPCTransport = CurlTransport(),
        clock: some Clock<Duration> = ContinuousClock(), logger: Logger = Logger(label: "near-connect.rpc"),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) throws(RPCError) {
        guard !configuration.endpoints.isEmpty else { throw .invalidRequest(reason: "there is no endpoint") }
        for endpoint in configuration.endpoints where !endpoint.isUsable {
            throw .invalidRequest(reason: "\(endpoint) isn't an http or https URL")
        }
        self.configuration = configuration
        self.logger = logger
        time = DeadlineTime(clock)
        exchange = RPCExchange(
            configuration: configuration, pool: EndpointPool(configuration.endpoints), transport: transport, time: time,
            random: random, wallClock: { Date() }, logger: logger)
    }

    /// A client of these endpoints, the preferred one first.
    public convenience init(endpoints: [RPCEndpoint]) throws(RPCError) {
        try self.init(configuration: RPCClientConfiguration(endpoints: endpoints))
    }

    /// A client of one endpoint.
    public convenience init(url: String) throws(RPCError) {
        guard let parsed = URL(string: url) else { throw .invalidRequest(reason: "\"\(url)\" isn't a URL") }
        try self.init(endpoints: [RPCEndpoint(url: parsed)])
    }

    /// Calls any method.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - params: Its parameters: an object, or an array for the few methods that take one.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Returns: The result as it came.
    /// - Throws: `RPCError`.
    public func call(
        method: String, params: JSONValue, deadline: Duration? = nil
    ) async throws(RPCError) -> JSONValue {
        try await call(
            method: method, params: params,
            deadline: CallDeadline(after: deadline ?? configuration.deadline, time: time))
    }

    func call(
        method: String, params: JSONValue, deadline: CallDeadline, check: AnswerCheck = .none
    ) async throws(RPCError) -> JSONValue {
        var posting = RPCExchange.Posting()
        return try await call(
            method: method, params: params, deadline: deadline, check: check, posting: &posting)
    }

    /// Calls a method, and counts the nodes that may have the call also where it throws.
    func call(
        method: String, params: JSONValue, deadline: CallDeadline, check: AnswerCheck,
        posting: inout RPCExchange.Posting
    ) async throws(RPCError) -> JSONValue {
        let id = JSONValue.string("near-connect")
        let body: JSONValue = .object([
            "jsonrpc": "2.0", "id": id, "method": .string(method), "params": params,
        ])
        let call = RPCExchange.Call(
            method: method, kind: RPCMethodKind(method: method), id: id, body: body.bytes, check: check)
        if Task.isCancelled { throw .cancelled }
        switch try await exchange.perform(call, deadline: deadline, posting: &posting).content {
        case .result(let result): return result
        case .error(let error): throw .node(error)
        }
    }

    /// Calls a method and reads its result.
    func call<Result: ViewDecodable>(
        _ method: String, _ params: JSONValue, deadline: Duration?, check: AnswerCheck = .none,
        as type: Result.Type = Result.self
    ) async throws(RPCError) -> Result {
        let deadline = CallDeadline(after: deadline ?? configuration.deadline, time: time)
        return try read(
            try await call(method: method, params: params, deadline: deadline, check: check), method: method)
    }

    func read<Result: ViewDecodable>(
        _ json: JSONValue, method: String, as type: Result.Type = Result.self
    ) throws(RPCError) -> Result {
        do {
            return try Result(json: json)
        } catch {
            throw .unexpectedResult(method: method, reason: error.description)
        }
    }
}
