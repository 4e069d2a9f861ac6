// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives
import Testing
import WalletConnectSign

@testable import NEARConnectPeers

/// A relay, a program's client and a phone wallet, over real websockets.
struct PhoneScene {
    let relay: WalletConnectRelay
    let client: SignClient
    let wallet: ScriptedWalletConnectWallet
    let accounts: [DevnetAccount]
    let store: MemorySignStore

    static let methods = [
        "near_getAccounts", "near_signTransaction", "near_signTransactions", "near_signMessage", "near_signIn",
    ]
    static let chain = ChainID("near:devnet")

    static func start(
        _ script: PhoneWalletScript = PhoneWalletScript(), rules: [RelayRule] = [], byRelay: Bool = false,
        accounts: [DevnetAccount]? = nil, node: String? = nil
    ) async throws -> PhoneScene {
        let relay = try await WalletConnectRelay.start(rules: rules)
        let accounts =
            try accounts
            ?? ["alice.test.near", "bob.test.near"].map { name in
                try DevnetAccount(try AccountId(name), seed: DevnetConfiguration().seed)
            }
        let store = MemorySignStore()
        let client = try client(of: relay, store, byRelay: byRelay)
        try await client.start()
        let settings = ScriptedWalletConnectWallet.Settings(relay: relay.address, accounts: accounts, node: node)
        let wallet = try #require(ScriptedWalletConnectWallet(settings, script: script))
        return PhoneScene(relay: relay, client: client, wallet: wallet, accounts: accounts, store: store)
    }

    private static func client(
        of relay: WalletConnectRelay, _ store: MemorySignStore, byRelay: Bool = false
    ) throws -> SignClient {
        try SignClient(
            SignConfiguration(
                projectId: "p", metadata: AppMetadata(name: "Test", description: "", url: "https://app.example"),
                relay: relay.address, agent: "program", proposesByRelay: byRelay),
            transport: LoopbackRelayTransport(), store: store)
    }

    /// A client as the next process has it: over the same store, with the same key at the relay.
    func nextClient() throws -> SignClient { try Self.client(of: relay, store) }

    func propose(
        _ methods: [String] = methods, events: [String] = ["accountsChanged"]
    ) async throws -> PairingAttempt {
        try await client.propose(
            SessionProposal(
                required: [
                    "near": NamespaceRequest(
                        chains: [try #require(Self.chain)], methods: methods, events: events)
                ], owner: "test"))
    }

    /// Connects, and returns the session.
    func connected(_ methods: [String] = methods) async throws -> SignSession {
        let attempt = try await propose(methods)
        try await wallet.pair(attempt.uri.text)
        return try await attempt.session()
    }

    func request(_ method: String, _ params: JSONValue = [:], in session: SignSession) async throws -> JSONValue {
        try await client.request(method, params, chain: try #require(Self.chain), session: session.topic)
    }

    /// Waits for a report that matches.
    func report(_ matches: @Sendable (ScriptedWalletConnectWallet.Report) -> Bool) async {
        for await report in wallet.reports where matches(report) { return }
    }

    func stop() async {
        await client.stop()
        await wallet.stop()
        await relay.stop()
    }
}
