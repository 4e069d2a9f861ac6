// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnect
@testable import NEARConnectCore

/// The label of a network, for every name and everything that its nodes may say.
@Suite struct NetworkLabelTests {
    private static let other = ChainIdentity.other(genesisHash: .sha256([]))

    @Test func whatIsMainnetLooksLikeItUnderEveryName() {
        for id in ["mainnet", "testnet", "local", "devnet"] {
            let label = NetworkLabel(id, .told(.mainnet))
            #expect(label.style == .mainnet)
            #expect(label.text.hasPrefix("mainnet"))
            #expect(label.meaning.contains("real money"))
        }
        #expect(NetworkLabel("local", .told(.mainnet)).text == "mainnet (local)")
    }

    @Test func nothingThatMayBeMainnetIsCalledWorthless() {
        for id in ["mainnet", "testnet", "local"] {
            let label = NetworkLabel(id, .untold)
            #expect(label.meaning.contains("real money"), "\(id)")
            #expect(label.style != .testnet, "\(id)")
        }
        #expect(NetworkLabel("local", .notAsked).meaning.contains("real money"))
        #expect(NetworkLabel("mainnet", .notAsked).style == .mainnet)
    }

    @Test func testsLookLikeTests() {
        #expect(NetworkLabel("local", .told(Self.other)).style == .custom)
        #expect(NetworkLabel("local", .told(Self.other)).text == "local")
        #expect(NetworkLabel("local", .told(.testnet)).text == "testnet (local)")
        #expect(NetworkLabel("testnet", .told(.testnet)).text == "testnet")
    }

    @Test func aConflictNamesEachNode() {
        let answers = [
            ChainConflict.Answer(endpoint: "http://a:1", chain: .mainnet),
            ChainConflict.Answer(endpoint: "http://b:2", chain: Self.other),
        ]
        for id in ["mainnet", "local"] {
            let conflict = ChainConflict(network: id, answers: answers)
            let label = NetworkLabel(id, .conflicting(conflict))
            #expect(label.style == .conflict)
            for part in ["http://a:1", "http://b:2", Self.other.genesis, ChainIdentity.mainnetGenesis] {
                #expect(label.meaning.contains(part), "\(part)")
            }
        }
    }
}
