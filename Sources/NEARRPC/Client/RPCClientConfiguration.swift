// SPDX-License-Identifier: MIT

/// The settings of an `NEARRPCClient`.
public struct RPCClientConfiguration: Sendable {
    /// The endpoints of one network, the preferred one first.
    public var endpoints: [RPCEndpoint]
    /// The time for a call as a whole, with all its attempts and waits.
    ///
    /// A call may name another one.
    public var deadline: Duration
    /// The time for sending a transaction as a whole, looking it up included.
    public var transactionDeadline: Duration
    /// The time for one HTTP exchange.
    ///
    /// nearcore itself waits ten seconds for a transaction before it gives up, so a value below that cuts off its
    /// answer.
    public var attemptTimeout: Duration
    /// The number of attempts, and the waits between them.
    public var retryPolicy: RetryPolicy
    /// The largest call that is sent, in bytes.
    ///
    /// nearcore takes 10 MiB.
    public var maximumRequestBytes: Int
    /// The largest answer that is read, in bytes once decompressed.
    ///
    /// A contract's code, the largest thing that a node sends as a rule, has at most 4 MiB; read as JSON, an answer
    /// takes many times its size in memory.
    public var maximumResponseBytes: Int

    /// A configuration with all its parts.
    public init(
        endpoints: [RPCEndpoint], deadline: Duration = .seconds(30), transactionDeadline: Duration = .seconds(120),
        attemptTimeout: Duration = .seconds(15), retryPolicy: RetryPolicy = RetryPolicy(),
        maximumRequestBytes: Int = 10 << 20, maximumResponseBytes: Int = 16 << 20
    ) {
        self.endpoints = endpoints
        self.deadline = deadline
        self.transactionDeadline = transactionDeadline
        self.attemptTimeout = attemptTimeout
        self.retryPolicy = retryPolicy
        self.maximumRequestBytes = maximumRequestBytes
        self.maximumResponseBytes = maximumResponseBytes
    }
}
