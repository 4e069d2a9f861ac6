// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// Shows the journal: the requests to wallets, and their verdicts.
///
/// Needs no display.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: localized("Show what was handed to wallets, and what became of it."),
        discussion: localized(
            "The newest comes first. “unknown” means that it may have been executed, or may still be: the line below says how to check. With --reconcile the chain is asked first; nothing is ever sent."
        ))

    @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Option(help: help("Only this network: mainnet, testnet, or the id of another chain."))
    var network: String?

    @Option(help: help("Only what this account signs.", valueName: "account-id"), transform: { try AccountId($0) })
    var account: AccountId?

    @Option(help: help("Only what goes to this account.", valueName: "account-id"), transform: { try AccountId($0) })
    var receiver: AccountId?

    @Option(help: help("At most this many entries; all by default.", valueName: "count"))
    var limit: Int?

    @Option(
        help: help("The JSON-RPC address of --network, for --reconcile. Repeat it for more.", valueName: "url"))
    var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    var networks: String?

    @Flag(help: help("Ask the chain about what isn’t known yet."))
    var reconcile = false

    @Option(
        help: help(
            "The output: table, csv (a line for each transaction, for spreadsheets), jsonl (a JSON object a line) or json (one array).",
            valueName: "format"))
    var format: HistoryFormat?

    @Flag(help: help("Print one JSON object a line: --format jsonl."))
    var json = false

    func validate() throws {
        guard rpcURL.isEmpty || network != nil else {
            throw ValidationError(localized("--rpc-url needs --network: name the chain."))
        }
        guard networks == nil || rpcURL.isEmpty else {
            throw ValidationError(localized("--networks and --rpc-url both name addresses: leave one out."))
        }
        guard !json || format == nil else {
            throw ValidationError(localized("--json and --format are two ways to say it: leave one out."))
        }
        if let limit, limit < 1 { throw ValidationError(localized("--limit begins at 1.")) }
    }

    func run() throws {
        Diagnostics.start(verbose: false)
        ProfileChoice.noteNew(profile)
        let journal = TransactionJournal(folders: try ProfileFolders(profile: profile))
        let file = try networks.map(NetworksFile.init)
        let status = try MainActor.assumeIsolated {
            try MainLoop.run { try await show(journal, file) }
        }
        if status != .success { throw ExitCode(status) }
    }

    /// Prints the entries, and asks the chain before if that was requested.
    ///
    /// - Returns: The status of a chain that should be asked and has not answered; a missing node's is the weakest.
    @MainActor
    private func show(_ journal: TransactionJournal, _ file: NetworksFile?) async throws -> ExitStatus {
        var status = ExitStatus.success
        if reconcile {
            for (id, endpoints) in try await networks(journal, file) {
                do {
                    // The answer of another chain would settle entries for good.
                    try await NetworkIdentity(id: id, endpoints: endpoints).confirmed()
                    let client = try NEARRPCClient(endpoints: endpoints)
                    _ = try await journal.askChain(network: id, client: client)
                } catch {
                    let report = ErrorReport(error)
                    if status == .success || status == .unavailable { status = report.status }
                    Self.complain(localized("%1$s: %2$s", id, report.sentence))
                }
            }
        }
        try await show(pagesOf: journal)
        return status
    }

    /// Prints the entries page by page, so that a long history needs no more memory than a short one.
    @MainActor
    private func show(pagesOf journal: TransactionJournal) async throws {
        var query = HistoryQuery(limit: min(limit ?? Self.pageSize, Self.pageSize))
        (query.network, query.account, query.receiver) = (network, account, receiver)
        var printer = HistoryPrinter(format: format ?? (json ? .jsonl : .table))
        var rest = limit ?? .max
        var said: Set<String> = []
        repeat {
            query.limit = min(rest, Self.pageSize)
            let page = try await journal.page(query)
            for problem in page.problems where said.insert(problem).inserted { Self.complain(problem) }
            printer.show(page.entries)
            rest -= page.entries.count
            query.after = page.next
        } while query.after != nil && rest > 0
        printer.end()
    }

    private static let pageSize = 500

    /// Returns the networks to ask, with their nodes.
    private func networks(
        _ journal: TransactionJournal, _ file: NetworksFile?
    ) async throws -> [(id: String, endpoints: [RPCEndpoint])] {
        let named = try rpcURL.map { text in
            guard let url = URL(string: text) else {
                throw ValidationError(localized("“%1$s” is not an address. Check --rpc-url.", text))
            }
            return RPCEndpoint(url: url)
        }
        if let network, !named.isEmpty { return [(network, named)] }
        let ids = Set(try await journal.contents().entries.map(\.network))
        var found: [(String, [RPCEndpoint])] = []
        for id in ids.sorted() where network == nil || network == id {
            if let endpoints = file?[id] ?? NEARNetwork(rawValue: id)?.endpoints {
                found.append((id, endpoints))
            } else {
                Self.complain(
                    localized(
                        "%1$s is not asked: name its address with --network %1$s and --rpc-url, or with --networks.", id
                    ))
            }
        }
        return found
    }

    private static func complain(_ text: String) { StandardError.say(DisplayText.line(text)) }
}
