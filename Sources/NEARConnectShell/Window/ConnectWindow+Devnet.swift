// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnect
internal import NEARConnectCore
internal import NEARRPC

extension ConnectWindow {
    /// Gives the window a page for a devnet that runs on this computer, where its network is one.
    ///
    /// An explorer that the program has set stays.
    func lookForDevnet() {
        guard looksForDevnets, explorer == nil, lookedAt != manager.network else { return }
        let (manager, network) = (manager, manager.network)
        lookedAt = network
        body.explorer = nil
        guard let address = Self.nodeOfThisComputer(network) else { return }
        Task { [weak self] in
            let calls = DevnetCalls { try manager.client() }
            guard await calls.areAnswered(), let self, self.manager === manager, manager.network == network,
                explorer == nil
            else { return }
            body.explorer = address
        }
    }

    /// Returns the address of a network's only node, if that is on this computer.
    private static func nodeOfThisComputer(_ network: NEARNetwork) -> URL? {
        guard case .custom(let chain) = network, chain.endpoints.count == 1, let node = chain.endpoints.first,
            node.headers.isEmpty
        else { return nil }
        return SiteOrigin(ofPage: node.url.absoluteString)?.isLoopback == true ? node.url : nil
    }
}
