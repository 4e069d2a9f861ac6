// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectLocal
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives
import NEARRPC
import WalletConnectPlatform
import WalletConnectSign
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A manager whose wallet is an executor that speaks WalletConnect, and the phone behind it.
///
/// There is a websocket of libsoup's, a relay, real keys and a real chain. The executor speaks as the ones of
/// near-connect's list do. `NEAR_CONNECT_WALLETCONNECT_EXECUTOR=FILE` has such a file run itself, where there is one.
@MainActor
final class PhoneExecutorScene {
    private static let variable = "NEAR_CONNECT_WALLETCONNECT_EXECUTOR"

    /// Hands the link of each proposal to the phone, as its user does by a look at the screen.
    @MainActor
    final class ScannedClient: WalletConnectClient {
        nonisolated let projectId = "p"
        fileprivate let phone: ScriptedWalletConnectWallet
        fileprivate var client: (any WalletConnectClient)?
        /// The number of proposals that were approved, or given up.
        private(set) var endedProposals = 0
        /// True for a client that waits for answers when nobody wants them any more.
        var outlivesCancel = false

        fileprivate init(_ phone: ScriptedWalletConnectWallet) {
            self.phone = phone
        }

        private func opened() throws -> any WalletConnectClient { try XCTUnwrap(client) }

        func connect(_ proposal: JSONValue, for walletId: String) async throws -> WalletConnectPairing {
            let pairing = try await opened().connect(proposal, for: walletId)
            try await phone.pair(pairing.uri)
            return WalletConnectPairing(uri: pairing.uri) {
                await pairing.approval?()
                await self.noteEnd()
            }
        }

        private func noteEnd() { endedProposals += 1 }

        func session(for walletId: String) async throws -> WalletConnectSession? {
            try await opened().session(for: walletId)
        }

        func request(method: String, params: JSONValue, chainId: String, topic: String) async throws -> JSONValue {
            let client = try opened()
            let work = Task {
                try await client.request(method: method, params: params, chainId: chainId, topic: topic)
            }
            let outlivesCancel = outlivesCancel
            return try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                if !outlivesCancel { work.cancel() }
            }
        }

        func disconnect(topic: String) async throws { try await opened().disconnect(topic: topic) }
    }

    let relay: WalletConnectRelay
    let phone: ScriptedWalletConnectWallet
    let scanned: ScannedClient
    let environment: WalletTestEnvironment
    /// The program's sign client; `nil` where it is the manager's.
    private let own: SignClient?

    var manager: NEARWalletManager { environment.manager }

    private init(
        _ environment: WalletTestEnvironment, relay: WalletConnectRelay, scanned: ScannedClient, own: SignClient?
    ) {
        (self.environment, self.relay, self.scanned, self.own) = (environment, relay, scanned, own)
        phone = scanned.phone
    }

    /// Starts all of it.
    ///
    /// - Parameters:
    ///   - script: What the phone does.
    ///   - usesManagersClient: True for the manager's own sign client, false for one that the program brings.
    ///   - configure: Changes the manager's configuration.
    static func start(
        _ script: PhoneWalletScript = PhoneWalletScript(), usesManagersClient: Bool = false,
        configure: (inout NEARWalletConfiguration) -> Void = { _ in }
    ) async throws -> PhoneExecutorScene {
        let relay = try await WalletConnectRelay.start()
        var scanned: ScannedClient?
        let environment = try await WalletTestEnvironment.start(
            accounts: ["alice.test.near", "bob.test.near"], approval: nil, chain: DevnetConfiguration()
        ) { configuration, devnet in
            let phone = try XCTUnwrap(
                ScriptedWalletConnectWallet(.init(relay: relay.address, accounts: [devnet.accounts[0]]), script: script)
            )
            scanned = ScannedClient(phone)
            configuration.walletConnect = scanned
            configuration.additionalManifests = [try manifest()]
            if usesManagersClient {
                var settings = PhoneWalletSettings(projectId: "p", relay: relay.address)
                settings.nativeWallets = []
                configuration.phoneWallets = settings
                // Keys of sessions go into a file, whatever desktop the tests run on.
                configuration.environment = [:]
            }
            configure(&configuration)
        }
        let seam = try XCTUnwrap(scanned)
        guard !usesManagersClient else {
            seam.client = PhoneExecutorClient(try XCTUnwrap(environment.manager.phone))
            return PhoneExecutorScene(environment, relay: relay, scanned: seam, own: nil)
        }
        let client = try SignClient(
            SignConfiguration(
                projectId: "p", metadata: AppMetadata(name: "Test", description: "", url: "https://app.example"),
                relay: relay.address),
            transport: SoupRelayTransport(), store: MemorySignStore())
        try await client.start()
        seam.client = PhoneWalletClient(client, projectId: "p")
        return PhoneExecutorScene(environment, relay: relay, scanned: seam, own: client)
    }

    private static func manifest() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        guard let path = environment[variable] else { return PhoneExecutor.manifest }
        return WalletCode.manifest(
            id: PhoneExecutor.walletId, code: try String(contentsOf: URL(filePath: path), encoding: .utf8),
            changes: ["permissions": ["walletConnect": true]])
    }

    /// The sessions that this side has.
    var sessions: [SignSession] {
        get async throws {
            if let own { return await own.sessions }
            return try await XCTUnwrap(manager.phone).client().sessions
        }
    }

    func signIn() async throws(NEARError) -> NEARAccount {
        try await manager.signIn(walletId: PhoneExecutor.walletId)
    }

    func balance(of account: DevnetAccount) async throws -> NEARToken {
        try await manager.client().viewAccount(account.id).value.amount
    }

    /// Waits for a report of the phone's.
    func untilPhone(_ matches: @Sendable (ScriptedWalletConnectWallet.Report) -> Bool) async {
        for await report in phone.reports where matches(report) { return }
    }

    func stop() async throws {
        try await environment.stop()
        await own?.stop()
        await phone.stop()
        await relay.stop()
    }
}
