// SPDX-License-Identifier: MIT

public import Foundation
import Logging
import NEARPrimitives

/// An in-process NEAR ledger with a JSON-RPC server on loopback.
///
/// It checks transactions and executes native actions as nearcore does, and can be used by any client of NEAR's
/// JSON-RPC. It is no consensus node: one shard, one validator, blocks final at once. Where that isn't enough, point
/// the client at a near-sandbox node, testnet or mainnet instead.
///
/// Stop it with `stop()`. A devnet that is dropped without that keeps its port until the process ends.
public final class Devnet: Sendable {
    /// The configuration that the devnet was started with.
    public let configuration: DevnetConfiguration
    /// The address of JSON-RPC: `http://127.0.0.1:PORT`.
    public let rpcURL: URL
    /// The explorer: a page with blocks, transactions, accounts and a faucet, at the same address.
    public var explorerURL: URL { rpcURL }
    /// The account that owns all tokens that no other account owns.
    public let rootAccount: DevnetAccount
    /// The accounts of the configuration, in its order.
    public let accounts: [DevnetAccount]

    let host: ChainHost
    let genesisHash: CryptoHash
    let beginning: StoredConfiguration
    private let server: RPCServer
    private let ticker: Task<Void, Never>?

    /// The chain's name.
    public var chainId: String { configuration.chainId }

    /// Starts a devnet.
    ///
    /// When this returns, it answers.
    ///
    /// - Throws: `DevnetError.portInUse` where the port is taken, `.invalidConfiguration`, `.listeningFailed`;
    ///   `.stateUnusable` and `.stateMismatch` where there is a state directory.
    public static func start(
        _ configuration: DevnetConfiguration = DevnetConfiguration()
    ) async throws(DevnetError) -> Devnet {
        let logger = configuration.logger
        let setup = try DevnetSetup(configuration)
        let host = ChainHost(
            setup.chain, production: configuration.blockProduction, store: setup.store, logger: logger)
        for account in setup.accounts where host.chain.state.account(account.id) == nil {
            // Only where a stored chain was opened, and the configuration names accounts that it doesn't have.
            let balance = configuration.accounts.first { $0.id == account.id }?.balance ?? .zero
            try await host.createAccount(
                account.id, amount: balance.yoctoNEAR, publicKey: account.publicKey, from: setup.root.id)
        }
        let service = RPCService(
            host: host, settings: setup.chain.settings, seed: configuration.seed, rootAccountId: setup.root.id,
            waitLimit: configuration.waitLimit, startedAt: .now,
            logger: logger)
        let server = try await RPCServer.start(
            HTTPRoutes(service: service, access: setup.access), port: configuration.port)
        guard let url = URL(string: "http://127.0.0.1:\(server.port)") else {
            await server.stop()
            throw .listeningFailed(port: server.port, reason: "its address is no URL")
        }
        logger.info("devnet started", metadata: ["url": "\(url)", "chain": "\(configuration.chainId)"])
        return Devnet(configuration, setup, url: url, host: host, server: server, logger: logger)
    }

    private init(
        _ configuration: DevnetConfiguration, _ setup: DevnetSetup, url: URL, host: ChainHost, server: RPCServer,
        logger: Logger
    ) {
        self.configuration = configuration
        rpcURL = url
        rootAccount = setup.root
        accounts = setup.accounts
        self.host = host
        genesisHash = setup.chain.genesis.hash
        beginning = setup.beginning
        self.server = server
        guard case .every(let interval) = configuration.blockProduction else {
            ticker = nil
            return
        }
        ticker = Task { await Self.tick(host, every: interval, logger) }
    }

    /// Stops answering, and waits until the port and the state directory are free again.
    public func stop() async {
        ticker?.cancel()
        await ticker?.value
        await server.stop()
        await host.close()
    }

    private static func tick(_ host: ChainHost, every interval: Duration, _ logger: Logger) async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: interval)
                try await host.produceBlock()
            } catch is CancellationError {
                return
            } catch {
                logger.error("no more blocks are made", metadata: ["error": "\(error)"])
                return
            }
        }
    }
}
