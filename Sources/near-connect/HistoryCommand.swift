// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARRPC
import SafeText

/// Shows what was handed to wallets and what became of it. Needs no display.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what was handed to wallets, and what became of it.",
        discussion: """
            The newest comes first. "unknown" means that it may have been executed, or may still be: the line below says how to check. \
            With --reconcile the chain is asked first; nothing is ever sent.
            """)

    @Option(help: "The profile.", completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Option(help: "Only this network: mainnet, testnet, or the id of another chain.")
    var network: String?

    @Option(
        help: ArgumentHelp("The JSON-RPC address of --network, for --reconcile. Repeat it for more.", valueName: "url"))
    var rpcURL: [String] = []

    @Flag(help: "Ask the chain about what isn't known yet.")
    var reconcile = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard rpcURL.isEmpty || network != nil else { throw ValidationError("--rpc-url needs --network.") }
    }

    func run() throws {
        Diagnostics.start(verbose: false)
        ProfileChoice.noteNew(profile)
        let journal = TransactionJournal(folders: try ProfileFolders(profile: profile))
        let isReconciled = try MainActor.assumeIsolated {
            try MainLoop.run { try await show(journal) }
        }
        if !isReconciled { throw ExitCode.failure }
    }

    /// - Returns: Whether the chain was asked wherever it should have been.
    @MainActor
    private func show(_ journal: TransactionJournal) async throws -> Bool {
        var isReconciled = true
        if reconcile {
            for (id, endpoints) in try await networks(journal) {
                do {
                    // Another chain's word would settle entries for good.
                    let urls = endpoints.map(\.url)
                    let network = NEARNetwork.custom(
                        try CustomNetwork(id: id, rpcURLs: urls))
                    try await NetworkIdentity(network).confirmed()
                    let client = try NEARRPCClient(endpoints: endpoints)
                    _ = try await journal.reconcile(network: id, client: client)
                } catch {
                    isReconciled = false
                    Self.complain("\(id): \((error as? any LocalizedError)?.errorDescription ?? "\(error)")")
                }
            }
        }
        let (entries, problems) = try await journal.contents()
        for problem in problems { Self.complain(problem) }
        HistoryPrinter(json: json).show(entries.filter { network == nil || $0.network == network })
        return isReconciled
    }

    /// The networks to ask, and where.
    private func networks(_ journal: TransactionJournal) async throws -> [(id: String, endpoints: [RPCEndpoint])] {
        let named = try rpcURL.map { text in
            guard let url = URL(string: text) else { throw ValidationError("\(text) is not an address.") }
            return RPCEndpoint(url: url)
        }
        if let network, !named.isEmpty { return [(network, named)] }
        let ids = Set(try await journal.contents().entries.map(\.network))
        var found: [(String, [RPCEndpoint])] = []
        for id in ids.sorted() where network == nil || network == id {
            switch id {
            case "mainnet": found.append((id, NEARNetwork.mainnet.rpcURLs.map { RPCEndpoint(url: $0) }))
            case "testnet": found.append((id, NEARNetwork.testnet.rpcURLs.map { RPCEndpoint(url: $0) }))
            default: Self.complain("\(id) is not asked: name its address with --network \(id) --rpc-url.")
            }
        }
        return found
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("near-connect: \(DisplayText.line(text))\n".utf8))
    }
}
