// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
package import NEARRPC
internal import Observation
internal import SafeText

/// The nodes of the network that is set: a client of them, and what they say of their chain.
///
/// One object stays for as long as its manager does and changes its network, so that whoever needs nodes keeps a
/// reference to it. All networks share one transport, and with it its connections.
@MainActor
@Observable
package final class NetworkNodes {
    /// The network that the nodes belong to.
    package private(set) var network: NEARNetwork
    /// The chain that the nodes have named, as far as they were asked.
    package private(set) var chain = ChainKnowledge.notAsked

    /// Asks the nodes which chain they work for.
    @ObservationIgnored package private(set) var identity: NetworkIdentity
    /// The client of all nodes; `nil` when the network has no usable address.
    @ObservationIgnored package private(set) var availableClient: NEARRPCClient?
    @ObservationIgnored private var endpoints: [RPCEndpoint]
    @ObservationIgnored private let transport: any RPCTransport
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let logger: Logger

    /// Prepares to ask the nodes of `network`; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - network: The network with its addresses.
    ///   - transport: Carries the calls.
    ///   - clock: Measures the deadlines of the calls.
    ///   - logger: The log of the calls.
    package init(
        _ network: NEARNetwork, transport: any RPCTransport = CurlTransport(), clock: any Clock<Duration>,
        logger: Logger = Logger(label: "near-connect.rpc")
    ) {
        let endpoints = network.endpoints
        self.network = network
        self.endpoints = endpoints
        self.transport = transport
        self.clock = clock
        self.logger = logger
        availableClient = Self.makeClient(of: endpoints, transport: transport, clock: clock, logger: logger)
        identity = NetworkIdentity(
            id: network.rawValue, endpoints: endpoints, transport: transport, clock: clock, logger: logger)
        followIdentity()
    }

    /// True if all nodes run on this computer, by their addresses.
    package var hasLocalNodesOnly: Bool {
        endpoints.allSatisfy { ["127.0.0.1", "::1", "localhost"].contains($0.url.host() ?? "") }
    }

    /// Works with the nodes of another network from now on.
    ///
    /// Calls to the old chain's nodes are given up.
    package func change(to network: NEARNetwork) {
        identity.stop()
        endpoints = network.endpoints
        availableClient = Self.makeClient(of: endpoints, transport: transport, clock: clock, logger: logger)
        identity = NetworkIdentity(
            id: network.rawValue, endpoints: endpoints, transport: transport, clock: clock, logger: logger)
        chain = .notAsked
        followIdentity()
        self.network = network
    }

    /// Gives up asking which chain it is.
    package func stop() {
        identity.stop()
    }

    /// Returns the client of the network's nodes.
    ///
    /// - Throws: ``NEARError/rpcError(_:)`` when the network has no usable address.
    package func client() throws(NEARError) -> NEARRPCClient {
        guard let availableClient else {
            throw .rpcError(localized("The network %1$s has no usable RPC address.", "\(network.rawValue)"))
        }
        return availableClient
    }

    /// Returns a client of the nodes that have named their chain.
    ///
    /// Nonces and block hashes of others don't go into a signature.
    ///
    /// - Throws: ``NEARError/rpcError(_:)`` when none has, ``NEARError/wrongChain(_:)``.
    package func signingClient() throws(NEARError) -> NEARRPCClient {
        if case .conflicting(let conflict) = chain { throw .wrongChain(conflict) }
        let all = try client()
        guard !identity.isComplete else { return all }
        guard
            let trusted = Self.makeClient(
                of: identity.trusted, transport: transport, clock: clock, logger: logger)
        else {
            throw .rpcError(localized("no node of %1$s says which chain it is", "\(network.rawValue)"))
        }
        return trusted
    }

    /// Makes sure that the nodes are not known to work for another chain than the network's.
    ///
    /// Asks nobody; waits only for answers that are under way.
    ///
    /// - Throws: ``NEARError/wrongChain(_:)``.
    package func checkChain() async throws(NEARError) {
        if case .conflicting(let conflict) = await identity.settled() { throw .wrongChain(conflict) }
    }

    private func followIdentity() {
        identity.onChange = { [weak self, weak identity] knowledge in
            // An answer of a network that was left in the meantime says nothing of this one.
            guard let self, self.identity === identity else { return }
            chain = knowledge
        }
    }

    private static func makeClient(
        of endpoints: [RPCEndpoint], transport: any RPCTransport, clock: any Clock<Duration>, logger: Logger
    ) -> NEARRPCClient? {
        do {
            return try NEARRPCClient(
                configuration: RPCClientConfiguration(endpoints: endpoints), transport: transport, clock: clock,
                logger: logger)
        } catch {
            return nil
        }
    }
}
