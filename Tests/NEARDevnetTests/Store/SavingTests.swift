// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// A chain of memory that is saved into a folder.
@Suite struct SavingTests {
    /// Makes blocks with transactions, a call that waits for a result, patches and a leap.
    private static func live(_ devnet: Devnet, _ client: RawClient, turns: Int = 3) async throws {
        for turn in 0..<turns {
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1)), .functionCall("missing")])
            _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            _ = try await client.result("devnet_faucet", ["account_id": .string("c\(turn).near")])
            try await devnet.fastForward(3)
        }
    }

    private static func transfer(_ devnet: Devnet, _ client: RawClient) async throws {
        let signed = try await client.sign(
            devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
        let outcome = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
        #expect(outcome["final_execution_status"] == "FINAL")
    }

    private static func hashes(_ devnet: Devnet) -> [CryptoHash] {
        devnet.host.chain.blocks(above: 0).map(\.hash)
    }

    @Test func aSavedChainIsOpenedWithEveryBlockAndGoesOnTheSameWay() async throws {
        try await withFolder { folder in
            var (before, after): ([CryptoHash], CryptoHash?) = ([], nil)
            try await withDevnet { devnet, client in
                try await Self.live(devnet, client)
                before = Self.hashes(devnet)
                try await devnet.save(to: folder)
                // Saving changes nothing here, and what comes later isn't in the folder.
                #expect(Self.hashes(devnet) == before)
                try await Self.transfer(devnet, client)
                after = devnet.host.chain.head.hash
            }
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, client in
                #expect(!before.isEmpty && Self.hashes(devnet) == before)
                try await Self.transfer(devnet, client)
                #expect(devnet.host.chain.head.hash == after)
            }
        }
    }

    @Test func theProgramOpensASavedChain() async throws {
        try await withFolder { folder in
            var hash: CryptoHash?
            try await withDevnet { devnet, client in
                try await Self.live(devnet, client)
                try await devnet.save(to: folder)
                hash = devnet.host.chain.head.hash
            }
            let program = try await DevnetProgram(state: folder)
            defer { program.kill() }
            let status = try await RawClient(program.url).result("status", [])
            #expect(try status["sync_info"]?["latest_block_hash"]?.stringValue == #require(hash).description)
        }
    }

    /// A chain that has forgotten blocks is opened at its last one, as often as it is saved.
    @Test func whatWasForgottenIsNotNeeded() async throws {
        try await withFolder { folder in
            let (first, second) = (folder.appending(path: "first"), folder.appending(path: "second"))
            var head: CryptoHash?
            try await withDevnet {
                ($0.blockHistoryLength, $0.stateHistoryLength) = (4, 4)
            } _: { devnet, client in
                try await Self.live(devnet, client, turns: 6)
                #expect(devnet.host.chain.earliest.height > 0)
                try await devnet.save(to: first)
                head = devnet.host.chain.head.hash
            }
            for place in [first, second] {
                try await withDevnet {
                    $0.stateDirectory = place
                } _: { devnet, _ in
                    #expect(devnet.host.chain.head.hash == head)
                    if place == first { try await devnet.save(to: second) }
                }
            }
            for _ in 0..<2 {
                try await withDevnet {
                    $0.stateDirectory = second
                } _: { devnet, client in
                    #expect(devnet.host.chain.head.hash == head)
                    // Its block is good for a transaction.
                    try await Self.transfer(devnet, client)
                    head = devnet.host.chain.head.hash
                }
            }
        }
    }

    /// A chain on disk is saved elsewhere as it began, whatever its devnet was started with later.
    @Test func aStoredChainIsSavedAsItBegan() async throws {
        try await withFolder { folder in
            let (stored, saved) = (folder.appending(path: "stored"), folder.appending(path: "saved"))
            try await withDevnet {
                ($0.stateDirectory, $0.epochLength) = (stored, 7)
            } _: { devnet, client in
                try await Self.live(devnet, client)
            }
            var before: [CryptoHash] = []
            try await withDevnet {
                ($0.stateDirectory, $0.epochLength) = (stored, 500)
                $0.accounts.append(.init(try AccountId("carol.test.near")))
            } _: { devnet, _ in
                try await devnet.save(to: saved)
                before = Self.hashes(devnet)
            }
            try await withDevnet {
                $0.stateDirectory = saved
            } _: { devnet, _ in
                #expect(Self.hashes(devnet) == before)
            }
        }
    }

    @Test func aFolderWithAChainIsLeftAlone() async throws {
        try await withFolder { folder in
            try await withDevnet { devnet, client in
                try await devnet.save(to: folder)
                let first = devnet.host.chain.head.hash
                try await Self.live(devnet, client)
                let error = await #expect(throws: DevnetError.self) { try await devnet.save(to: folder) }
                #expect(error?.description.contains("there is a chain in this folder already") == true)
                try await withDevnet {
                    $0.stateDirectory = folder
                } _: { saved, _ in
                    #expect(saved.host.chain.head.hash == first)
                    // Nor is one whose devnet runs.
                    await #expect(throws: DevnetError.self) { try await devnet.save(to: folder) }
                }
            }
        }
    }

    @Test func aFolderThatCannotBeWrittenIsATypedError() async throws {
        try await withDevnet { devnet, _ in
            let error = await #expect(throws: DevnetError.self) {
                try await devnet.save(to: URL(filePath: "/proc/near-connect"))
            }
            guard case .stateUnusable = error else { return #expect(error == nil) }
        }
    }
}
