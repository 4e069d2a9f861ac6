// SPDX-License-Identifier: MIT

import Foundation
import FoundationNetworking
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// `near-connect devnet --state`, killed at random moments while it works.
@Suite struct KilledProcessTests {
    @Test func whatWasAnsweredSurvives() async throws {
        try await withFolder { folder in
            var random = SystemRandomNumberGenerator()
            var sent: UInt64 = 0
            var answered: [CryptoHash] = []
            for round in 0..<8 {
                let program = try await DevnetProgram(state: folder)
                // Some moment after so many answers, however long they take: mostly in the middle of the next one.
                let goal = round == 0 ? 0 : Int.random(in: 3...20, using: &random)
                let (reached, signal) = AsyncStream.makeStream(of: Void.self)
                let delay = Duration.microseconds(Int.random(in: 0...5_000, using: &random))
                async let end: Void = program.kill(once: reached, after: delay)
                answered += try await transfer(to: program.url, &sent, tellingAt: goal, signal)
                try await end
                // The chain opens, to a block that is whole, and knows whatever it has said before.
                try await withDevnet {
                    $0.stateDirectory = folder
                } _: { devnet, _ in
                    let chain = devnet.host.chain
                    for hash in answered { #expect(TransactionStatus(hash, in: chain)?.progress == .final) }
                    let count = chain.blocks(above: 0).reduce(0) { $0 + $1.transactions.count }
                    #expect(count >= answered.count, "round \(round)")
                    for block in chain.blocks(above: 1) {
                        #expect(chain.block(block.header.prevHash)?.stateRoot == block.header.prevStateRoot)
                    }
                }
            }
            // Or else nothing was tested.
            #expect(answered.count > 20)
        }
    }

    /// The same, where the program is about to write a checkpoint of some megabytes.
    @Test func checkpointsAreWholeOrNotThere() async throws {
        try await withFolder { folder in
            var random = SystemRandomNumberGenerator()
            var sent: UInt64 = 0
            var answered: [CryptoHash] = []
            for round in 0..<4 {
                try await withDevnet {
                    $0.stateDirectory = folder
                } _: { devnet, client in
                    if round == 0 {
                        let code = JSONValue.bytes([UInt8](repeating: 1, count: 4_000_000))
                        _ = try await client.result(
                            "sandbox_patch_state",
                            ["records": [["Contract": ["account_id": "bob.test.near", "code": code]]]])
                    }
                    // The next checkpoint comes with the third transfer or so.
                    let wanted =
                        try await devnet.host.lastCheckpointOrdinal()
                        + DevnetConfiguration.defaultCheckpointInterval - 6
                    while devnet.host.chain.head.header.ordinal < wanted { try await devnet.produceBlock() }
                }
                let program = try await DevnetProgram(state: folder)
                let (reached, signal) = AsyncStream.makeStream(of: Void.self)
                // The first program ends after its checkpoint for sure, so that something is tested.
                let goal = round == 0 ? 6 : Int.random(in: 0...5, using: &random)
                let delay = Duration.microseconds(Int.random(in: 0...20_000, using: &random))
                async let end: Void = program.kill(once: reached, after: delay)
                answered = try await transfer(to: program.url, &sent, tellingAt: goal, signal)
                try await end
                try await withDevnet {
                    $0.stateDirectory = folder
                } _: { devnet, _ in
                    let chain = devnet.host.chain
                    for hash in answered { #expect(TransactionStatus(hash, in: chain)?.progress == .final) }
                    for block in chain.blocks(above: chain.earliest.height) {
                        #expect(chain.block(block.header.prevHash)?.stateRoot == block.header.prevStateRoot)
                    }
                    // Opening the next time begins at what is kept by now.
                    try await devnet.fastForward(10_001)
                }
            }
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, _ in
                #expect(devnet.host.chain.earliest.height > 1_000)
            }
        }
    }

    /// Sends transfers until the program is gone.
    private func transfer(
        to url: URL, _ sent: inout UInt64, tellingAt goal: Int, _ signal: AsyncStream<Void>.Continuation
    ) async throws -> [CryptoHash] {
        defer { signal.finish() }
        let alice = try DevnetAccount(AccountId("alice.test.near"), seed: DevnetConfiguration().seed)
        let client = RawClient(url)
        var answered: [CryptoHash] = []
        do {
            let head = try await client.result("block", ["finality": "final"])
            let hash = try CryptoHash(try #require(head["header"]?["hash"]?.stringValue))
            while true {
                if answered.count == goal { signal.finish() }
                sent += 1
                let body = TransactionV0(
                    signerId: alice.id, publicKey: alice.publicKey, nonce: sent,
                    receiverId: try AccountId("bob.test.near"), blockHash: hash,
                    actions: [.transfer(NEARToken(yoctoNEAR: 1))])
                let signed = try SignedTransaction.sign(.v0(body), with: alice.secretKey)
                _ = try await client.result(
                    "send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": "FINAL"])
                answered.append(signed.transaction.hash)
            }
        } catch is URLError {
            return answered
        }
    }
}
