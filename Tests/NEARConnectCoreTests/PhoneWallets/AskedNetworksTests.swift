// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WalletConnectSign

@testable import NEARConnectCore

/// The networks on which phones were asked, by their chains.
struct AskedNetworksTests {
    @Test func aNetworkOfTheUsersOwnComesBeforeTheOneOfItsName() throws {
        let own = NEARNetwork.custom(
            try CustomNetwork(id: "testnet", rpcURLs: [try #require(URL(string: "http://127.0.0.1:9"))]))
        let (testnet, mainnet) = (try #require(ChainID("near:testnet")), try #require(ChainID("near:mainnet")))
        var networks = AskedNetworks()
        #expect(networks.network(of: testnet) == .testnet)
        networks.note(own)
        #expect(networks.network(of: testnet) == own)
        #expect(networks.network(of: mainnet) == .mainnet)
    }

    @Test func onlyChainsOfNEARAreNetworks() throws {
        var networks = AskedNetworks()
        networks.note(.mainnet)
        #expect(networks.network(of: try #require(ChainID("eip155:1"))) == nil)
        #expect(networks.network(of: try #require(ChainID("near:elsewhere"))) == nil)
    }
}
