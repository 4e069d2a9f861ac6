// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A WalletConnect sign client that the program brings; it stores the sessions and talks to the relay.
///
/// near-connect has one of its own, `SignClient`; this is for programs that bring another. With one in
/// ``NEARWalletConfiguration/walletConnect``, wallets whose manifest asks for WalletConnect are offered and use it.
/// Before each call the host checks that a wallet stays in its own session and within what that session grants. Methods
/// are called on any executor, several at once. The wallet is told the `localizedDescription` of what they throw. The
/// task of a call is cancelled when the operation during which a wallet calls ends: by its answer, a user's Cancel, a
/// deadline, or the loss of its page. Nobody waits for the call then.
public protocol WalletConnectClient: Sendable {
    /// The project's id at the relay.
    var projectId: String { get }

    /// Proposes a session.
    ///
    /// - Parameters:
    ///   - proposal: The executor's parameters as sign clients take them (`requiredNamespaces` and others).
    ///   - walletId: The wallet that asks; the client stores it with the session, also across restarts.
    func connect(_ proposal: JSONValue, for walletId: String) async throws -> WalletConnectPairing

    /// Returns the current session of a wallet; `nil` when it has none.
    func session(for walletId: String) async throws -> WalletConnectSession?

    /// Sends a request to the wallet at the other end and waits for its answer.
    ///
    /// A client whose task is cancelled stops waiting. Transactions that it returns all the same are written into the
    /// journal as signed too late, and not sent.
    ///
    /// - Parameters:
    ///   - method: A method that the session grants.
    ///   - params: The method's parameters.
    ///   - chainId: The chain by CAIP-2, for example `near:mainnet`, one that the session grants.
    ///   - topic: The session.
    func request(method: String, params: JSONValue, chainId: String, topic: String) async throws -> JSONValue

    /// Ends a session.
    func disconnect(topic: String) async throws
}

/// A session that was proposed.
public struct WalletConnectPairing: Sendable {
    /// The text `wc:…` that the user's wallet app has to read.
    public let uri: String
    /// The wait for the wallet app's answer; `nil` where the client ends its proposals by itself alone.
    public let approval: (@Sendable () async -> Void)?

    /// Creates a pairing.
    ///
    /// - Parameters:
    ///   - uri: The text `wc:…` that the user's wallet app has to read.
    ///   - approval: Returns once there is a session, or the proposal has ended. It is called once, on any executor.
    ///     Where the waiting task is cancelled it gives the proposal up, so that a late approval makes no session: the
    ///     operation that asked for the proposal has ended.
    public init(uri: String, approval: (@Sendable () async -> Void)? = nil) {
        self.uri = uri
        self.approval = approval
    }
}

/// A session that a wallet app has approved.
public struct WalletConnectSession: Sendable, Hashable {
    /// The grants on the chains of one namespace.
    public struct Namespace: Sendable, Hashable {
        /// Accounts by CAIP-10, for example `near:mainnet:alice.near`.
        public let accounts: [String]
        /// The methods that may be called.
        public let methods: [String]
        /// The events that the wallet app may send.
        public let events: [String]

        /// Creates a namespace.
        ///
        /// - Parameters:
        ///   - accounts: Accounts by CAIP-10.
        ///   - methods: The methods that may be called.
        ///   - events: The events that the wallet app may send.
        public init(accounts: [String], methods: [String], events: [String] = []) {
            self.accounts = accounts
            self.methods = methods
            self.events = events
        }
    }

    /// The session's name at the relay.
    public let topic: String
    /// The grants by namespace, for example `near`.
    public let namespaces: [String: Namespace]

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - topic: The session's name at the relay.
    ///   - namespaces: The grants by namespace.
    public init(topic: String, namespaces: [String: Namespace]) {
        self.topic = topic
        self.namespaces = namespaces
    }

    /// Returns the namespace that covers a chain; `nil` when the session grants no account on it.
    func namespace(of chainId: String) -> Namespace? {
        guard let name = chainId.split(separator: ":").first, let namespace = namespaces[String(name)],
            namespace.accounts.contains(where: { $0.hasPrefix("\(chainId):") })
        else { return nil }
        return namespace
    }
}
