// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives
import WalletConnectPlatform
import WalletConnectSign

/// A relay, a wallet on a phone and a client, all in this process, over websockets.
@MainActor
struct BenchPhone {
    static let chain = ChainID("near:devnet")

    let relay: WalletConnectRelay
    let phone: ScriptedWalletConnectWallet
    let client: SignClient

    static func start(store: any SignStore = MemorySignStore()) async throws -> BenchPhone {
        let relay = try await WalletConnectRelay.start()
        let account = try DevnetAccount(try AccountId("alice.test.near"), seed: DevnetConfiguration().seed)
        guard let phone = ScriptedWalletConnectWallet(.init(relay: relay.address, accounts: [account])) else {
            throw BenchError("no key can be made")
        }
        let client = try client(of: relay.address, store: store)
        try await client.start()
        return BenchPhone(relay: relay, phone: phone, client: client)
    }

    /// Makes a client of a relay, which isn't started.
    static func client(of relay: String, store: any SignStore) throws -> SignClient {
        try SignClient(
            SignConfiguration(
                projectId: "p", metadata: AppMetadata(name: "Bench", description: "", url: "https://app.example"),
                relay: relay),
            transport: SoupRelayTransport(), store: store)
    }

    /// A proposal that the phone approves.
    static var proposal: SessionProposal {
        get throws {
            guard let chain else { throw BenchError("no chain") }
            return SessionProposal(
                required: ["near": NamespaceRequest(chains: [chain], methods: ["near_getAccounts"])], owner: "bench")
        }
    }

    func connected() async throws -> SignSession {
        let attempt = try await client.propose(try Self.proposal)
        try await phone.pair(attempt.uri.text)
        return try await attempt.session()
    }

    /// Asks the phone, whose answer has about as many bytes as a transaction's.
    func ask(_ session: SignSession) async throws {
        guard let chain = Self.chain else { throw BenchError("no chain") }
        _ = try await client.request("near_getAccounts", [:], chain: chain, session: session.topic)
    }

    func stop() async {
        await client.stop()
        await phone.stop()
        await relay.stop()
    }
}
