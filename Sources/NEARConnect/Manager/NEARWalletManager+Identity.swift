// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives
internal import NEARRPC

/// Which chain the network's nodes work for.
extension NEARWalletManager {
    /// Asks the network's nodes which chain they work for, once; later calls give what was told. The keystore wallet does so by itself before
    /// anything is approved.
    ///
    /// - Returns: The chain by its genesis hash; `nil` when no node can say.
    /// - Throws: ``NEARError/wrongChain(_:)`` when the network's name says another chain, or the nodes are of different ones.
    @discardableResult
    public func identifyChain() async throws(NEARError) -> ChainIdentity? {
        try await identity.confirmed()
    }

    /// Shows what ``identity`` learns.
    func attachIdentity() {
        chain = .notAsked
        identity.onChange = { [weak self, weak identity] knowledge in
            // An answer to a network that was left meanwhile.
            guard let self, self.identity === identity else { return }
            chain = knowledge
        }
    }

    /// Makes sure that what the nodes say of a wallet's signature is another chain's word in no case that is known by now.
    ///
    /// - Throws: ``NEARError/wrongChain(_:)``.
    func checkChain() async throws(NEARError) {
        if case .conflicting(let conflict) = await identity.settled() { throw .wrongChain(conflict) }
    }

    /// A client of the nodes that have told which chain they work for: nonces and block hashes of others don't go into a signature.
    ///
    /// - Throws: ``NEARError/rpcError(_:)`` when none has.
    func signingClient() throws(NEARError) -> NEARRPCClient {
        if case .conflicting(let conflict) = chain { throw .wrongChain(conflict) }
        let all = try client()
        guard !identity.isComplete else { return all }
        do {
            return try NEARRPCClient(
                configuration: RPCClientConfiguration(endpoints: identity.trusted), transport: transport,
                clock: configuration.clock)
        } catch {
            throw .rpcError("no node of \(network.rawValue) says which chain it is")
        }
    }
}
