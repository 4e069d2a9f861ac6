// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// The chain that a genesis hash stands for.
@Suite struct ChainIdentityTests {
    @Test func thePublicChainsAreKnownByTheirPinnedHashes() throws {
        #expect(ChainIdentity(genesisHash: try CryptoHash("EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H")) == .mainnet)
        #expect(ChainIdentity(genesisHash: try CryptoHash("FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b")) == .testnet)
    }

    @Test(arguments: [ChainIdentity.mainnetGenesis, ChainIdentity.testnetGenesis])
    func aHashThatDiffersInOneBitIsAnotherChains(pinned: String) throws {
        let bytes = try CryptoHash(pinned).bytes
        for bit in 0..<256 {
            var other = bytes
            other[bit / 8] ^= 1 << (bit % 8)
            let hash = try CryptoHash(bytes: other)
            #expect(ChainIdentity(genesisHash: hash) == .other(genesisHash: hash))
        }
    }

    @Test func onlyTheExactIdsNameThePublicChains() {
        #expect(ChainIdentity(networkId: "mainnet") == .mainnet)
        #expect(ChainIdentity(networkId: "testnet") == .testnet)
        for id in ["Mainnet", "mainnet ", "main", "", "ma\u{131}nnet", "mainnet\u{301}", "local", "mainnet\0"] {
            #expect(ChainIdentity(networkId: id) == nil, "\(id)")
        }
    }

    @Test func aSentenceNamesTheHash() throws {
        let hash = CryptoHash.sha256([1])
        for chain in [ChainIdentity.mainnet, .testnet, .other(genesisHash: hash)] {
            #expect("\(chain)".contains(chain.genesis))
            #expect(ChainIdentity(genesisHash: try CryptoHash(chain.genesis)) == chain)
        }
    }
}
