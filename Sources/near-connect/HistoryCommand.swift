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
struct HistoryCommand: JSONCommand {
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

    @Option(
        help: help("Only what goes to this account, tokens included.", valueName: "account-id"),
        transform: { try AccountId($0) })
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

    @OptionGroup var timeout: TimeoutOption
    @OptionGroup var output: OutputOptions

    var printsJSON: Bool { output.json || format == .jsonl }

    func validate() throws {
        guard rpcURL.isEmpty || network != nil else {
            throw ValidationError(localized("--rpc-url needs --network: name the chain."))
        }
        guard networks == nil || rpcURL.isEmpty else {
            throw ValidationError(localized("--networks and --rpc-url both name addresses: leave one out."))
        }
        guard !(output.json || output.quiet) || format == nil else {
            throw ValidationError(
                localized("--json, --quiet and --format all say what is printed: leave all but one out."))
        }
        if let limit, limit < 1 { throw ValidationError(localized("--limit begins at 1.")) }
    }

    func run() throws {
        Diagnostics.start(verbose: output.verbose)
        ProfileChoice.noteNew(profile)
        let journal = TransactionJournal(folders: try ProfileFolders(profile: profile))
        let file = try networks.map(NetworksFile.init)
        let failure = try MainActor.assumeIsolated {
            try MainLoop.run { try await show(journal, file) }
        }
        // Each was said when it happened; the object of a failure comes after the entries.
        guard let failure else { return }
        if printsJSON { throw failure }
        throw ExitCode(ErrorReport(failure).status)
    }

    /// Prints the entries, and asks the chain before if that was requested.
    ///
    /// - Returns: An error of a chain that should be asked, a missing node's only if there is no other; `nil` if every
    ///   one has answered.
    @MainActor
    private func show(_ journal: TransactionJournal, _ file: NetworksFile?) async throws -> (any Error)? {
        var failure: (any Error)?
        if reconcile {
            let limit = TimeLimit(timeout.duration)
            for (id, endpoints) in try await networks(journal, file) {
                do {
                    try await limit.run { try await Self.reconcile(journal, on: id, by: endpoints) }
                } catch {
                    if failure.map({ ErrorReport($0).status == .unavailable }) ?? true { failure = error }
                    Self.complain(localized("%1$s: %2$s", id, ErrorReport(error).sentence))
                }
            }
        }
        try await show(pagesOf: journal)
        return failure
    }

    /// Asks a chain what became of the journal's entries.
    @MainActor
    private static func reconcile(
        _ journal: TransactionJournal, on id: String, by endpoints: [RPCEndpoint]
    ) async throws {
        // The answer of another chain would settle entries for good.
        try await NetworkIdentity(id: id, endpoints: endpoints).confirmed()
        _ = try await journal.askChain(network: id, client: try NEARRPCClient(endpoints: endpoints))
    }

    /// Prints the entries page by page, so that a long history needs no more memory than a short one.
    @MainActor
    private func show(pagesOf journal: TransactionJournal) async throws {
        var query = HistoryQuery(limit: min(limit ?? Self.pageSize, Self.pageSize))
        (query.network, query.account, query.receiver) = (network, account, receiver)
        var printer = HistoryPrinter(format: output.quiet ? nil : format ?? (output.json ? .jsonl : .table))
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
