// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives

/// Which chain the network's nodes work for.
extension NEARWalletManager {
    /// Asks the network's nodes which chain they work for, once; later calls give what was told. The keystore wallet does so by itself before
    /// anything is approved.
    ///
    /// - Returns: The chain by its genesis hash; `nil` when no node can say.
    /// - Throws: ``NEARError/wrongChain(_:)`` when the network's name says another chain, or the nodes are of different ones.
    @discardableResult
    public func identifyChain() async throws(NEARError) -> ChainIdentity? {
        try await nodes.identity.confirmed()
    }
}
