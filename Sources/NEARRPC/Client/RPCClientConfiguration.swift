// SPDX-License-Identifier: MIT

/// How an `NEARRPCClient` behaves.
public struct RPCClientConfiguration: Sendable {
    /// The endpoints of one network, the preferred one first.
    public var endpoints: [RPCEndpoint]
    /// How long a call may take as a whole, all its attempts and waits included, unless the call says otherwise.
    public var deadline: Duration
    /// How long sending a transaction may take as a whole, looking it up included.
    public var transactionDeadline: Duration
    /// How long one HTTP exchange may take.
    ///
    /// nearcore itself waits ten seconds for a transaction before it gives up, so a value below that cuts off its
    /// answer.
    public var attemptTimeout: Duration
    /// How often and how soon to try again.
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
